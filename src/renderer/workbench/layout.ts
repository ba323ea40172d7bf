import { atom, computed, type WritableAtom } from "nanostores";
import type { Session } from "../../shared/contract";
import { createEarlyKeys } from "../ui/early-keys";
import type { ExportFormat, Layout, SettingsPart, SidebarView } from "./api/layout";

/** The minimum, initial and maximum width of the side bar, in pixels. */
export const WIDTHS = { min: 170, initial: 310, max: 560 };

/** In a window narrower than this, in pixels, the side bar covers the editor instead of sitting beside it. */
export const NARROW = 720;

/**
 * Requests the focus for a view that is still loading. A click elsewhere withdraws the request, so that what the user
 * types there is not redirected.
 */
function requestFocus($focus: WritableAtom<boolean>): void {
  $focus.set(true);
  if (typeof window !== "undefined")
    window.addEventListener("pointerdown", () => $focus.set(false), { capture: true, once: true });
}

/**
 * Which panes and dialogs are open, and their widths. In a narrow window the side bar is closed until it is opened
 * explicitly.
 */
export function createLayout(sidebar: Session["sidebar"] | null): Layout {
  const clamp = (width: number) => Math.round(Math.min(WIDTHS.max, Math.max(WIDTHS.min, width)));
  const $narrow = atom(false);
  const $wide = atom<Session["sidebar"] & { view: SidebarView }>({
    open: sidebar?.open ?? true,
    width: clamp(sidebar?.width || WIDTHS.initial),
    view: sidebar?.view ?? "files",
  });
  const $over = atom(false);
  const $aside = atom<"history" | null>(null);
  const $asideFocus = atom(false);
  const $screen = atom<"connect" | "agents" | "settings" | "models" | "books" | "diagnostics" | "sharing" | null>(null);
  let settingsPart: SettingsPart | null = null;
  const $export = atom<ExportFormat | null>(null);
  const $outlineFocus = atom(false);
  const $reviewFocus = atom(false);
  const $libraryFocus = atom(false);
  const $newEntry = atom(false);
  const $tagsFocus = atom(false);
  const libraryKeys = createEarlyKeys(
    () => {},
    () => $libraryFocus.set(false),
  );
  const $outlineHasFocus = atom(false);
  const $sidebar = computed([$narrow, $wide, $over], (narrow, { open, width, view }, over) => ({
    view,
    open: narrow ? over : open,
    over: narrow,
    width,
  }));
  $sidebar.subscribe(() => {});

  const closeScreen = () => {
    settingsKeys.release();
    $screen.set(null);
  };
  const settingsKeys = createEarlyKeys(closeScreen, closeScreen);

  const setOpen = (open: boolean) => {
    if ($narrow.get()) $over.set(open);
    else $wide.set({ ...$wide.get(), open });
  };

  const showView = (view: SidebarView) => $wide.set({ ...$wide.get(), view });

  return {
    $sidebar,
    $outlineFocus,
    $outlineHasFocus,
    $aside,
    $screen,
    $stored: $wide,
    narrow(narrow: boolean): void {
      if (narrow !== $narrow.get()) $over.set(false);
      $narrow.set(narrow);
    },
    toggleSidebar: () => setOpen(!$sidebar.get().open),
    openSidebar: () => setOpen(true),
    leaveSidebar: () => $over.set(false),
    showView,
    enterOutline(): boolean {
      const isThere = $sidebar.get().open && $wide.get().view === "outline";
      if (isThere && $outlineHasFocus.get()) {
        setOpen(false);
        return false;
      }
      showView("outline");
      setOpen(true);
      requestFocus($outlineFocus);
      return true;
    },
    outlineFocused: () => $outlineFocus.set(false),
    $reviewFocus,
    reviewFocused: () => $reviewFocus.set(false),
    enterReview(): void {
      showView("review");
      setOpen(true);
      requestFocus($reviewFocus);
    },
    $libraryFocus,
    enterLibrary(): void {
      if (!$sidebar.get().open || $wide.get().view !== "library") libraryKeys.hold();
      showView("library");
      setOpen(true);
      requestFocus($libraryFocus);
    },
    $newEntry,
    enterNewEntry(): void {
      showView("library");
      setOpen(true);
      $newEntry.set(true);
    },
    libraryFocused(): string {
      $libraryFocus.set(false);
      return libraryKeys.release();
    },
    $tagsFocus,
    tagsFocused: () => $tagsFocus.set(false),
    enterTags(): void {
      showView("tags");
      setOpen(true);
      requestFocus($tagsFocus);
    },
    resize: (width: number) => $wide.set({ ...$wide.get(), width: clamp(width) }),
    $asideFocus,
    asideFocused: () => $asideFocus.set(false),
    toggleHistory(): void {
      $aside.set($aside.get() === "history" ? null : "history");
      if ($aside.get() === null) $asideFocus.set(false);
      else requestFocus($asideFocus);
    },
    closeAside: () => $aside.set(null),
    showConnect: () => $screen.set("connect"),
    showSharing: () => $screen.set("sharing"),
    showAgents: () => $screen.set("agents"),
    showBooks: () => $screen.set("books"),
    showSetup: () => $screen.set("models"),
    showDiagnostics: () => $screen.set("diagnostics"),
    showSettings(part: SettingsPart | null = null): void {
      if ($screen.get() !== "settings" && part === null) settingsKeys.hold();
      settingsPart = part;
      $screen.set("settings");
    },
    settingsPart: () => settingsPart,
    takeSettingsPart(part: SettingsPart): boolean {
      const isWanted = settingsPart === part;
      if (isWanted) settingsPart = null;
      return isWanted;
    },
    settingsFocused: () => settingsKeys.release(),
    $export,
    showExport: (way: ExportFormat | null) => $export.set(way),
    closeScreen,
  };
}
