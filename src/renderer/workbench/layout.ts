import { atom, computed, type WritableAtom } from "nanostores";
import type { Session } from "../../shared/contract";
import { createEarlyTyping } from "../ui/early-typing";
import type { ExportFormat, Layout, SettingsPart, SidebarView } from "./api/layout";

/** The minimum, initial and maximum width of the side bar, in pixels. */
export const WIDTHS = { min: 170, initial: 310, max: 560 };

/** In a window narrower than this, in pixels, the side bar covers the editor instead of sitting beside it. */
export const NARROW = 720;

/**
 * Requests the focus for panes, which may still have to be loaded: until then, what is typed is not for the document. A click elsewhere withdraws the
 * request, so that what the user types there is not redirected.
 */
function createFocusRequests() {
  let wanted: WritableAtom<boolean> | null = null;
  const withdraw = () => wanted?.set(false);
  const early = createEarlyTyping({ onEscape: withdraw, onLeave: withdraw });
  return {
    /** `isShown`: the pane is loaded. */
    request($focus: WritableAtom<boolean>, isShown: boolean): void {
      withdraw();
      wanted = $focus;
      if (!isShown) early.hold();
      $focus.set(true);
      if (typeof window !== "undefined")
        window.addEventListener("pointerdown", () => $focus.set(false), { capture: true, once: true });
    },
    /** The pane takes the focus. Returns what was typed for it. */
    taken($focus: WritableAtom<boolean>): string {
      $focus.set(false);
      return wanted === $focus ? early.release() : "";
    },
  };
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
  const focus = createFocusRequests();
  const leaveNewEntry = () => $newEntry.set(false);
  const entryTyping = createEarlyTyping({ isInContents: true, onEscape: leaveNewEntry, onLeave: leaveNewEntry });
  const $outlineHasFocus = atom(false);
  const $sidebar = computed([$narrow, $wide, $over], (narrow, { open, width, view }, over) => ({
    view,
    open: narrow ? over : open,
    over: narrow,
    width,
  }));
  $sidebar.subscribe(() => {});

  const closeScreen = () => {
    screenTyping.release();
    $screen.set(null);
  };
  const screenTyping = createEarlyTyping({ onEscape: closeScreen, onLeave: closeScreen });
  const showScreen = (screen: Exclude<ReturnType<typeof $screen.get>, null>) => {
    if ($screen.get() === null) screenTyping.hold();
    $screen.set(screen);
  };
  const closeExport = () => {
    exportTyping.release();
    $export.set(null);
  };
  const exportTyping = createEarlyTyping({ onEscape: closeExport, onLeave: closeExport });

  const setOpen = (open: boolean) => {
    if ($narrow.get()) $over.set(open);
    else $wide.set({ ...$wide.get(), open });
  };

  /** Whether the view in the side bar is rendered; not kept for the files. */
  let isLoaded = false;
  /** Shows a view of the side bar, which takes the focus once it is loaded. */
  const enter = (view: SidebarView, $focus: WritableAtom<boolean>) => {
    const isShown = isLoaded && $sidebar.get().open && $wide.get().view === view;
    showView(view);
    setOpen(true);
    focus.request($focus, isShown);
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
    viewLoaded(is: boolean): void {
      isLoaded = is;
    },
    enterOutline(): boolean {
      const isThere = $sidebar.get().open && $wide.get().view === "outline";
      if (isThere && $outlineHasFocus.get()) {
        setOpen(false);
        return false;
      }
      enter("outline", $outlineFocus);
      return true;
    },
    outlineFocused: () => void focus.taken($outlineFocus),
    $reviewFocus,
    reviewFocused: () => void focus.taken($reviewFocus),
    enterReview: () => enter("review", $reviewFocus),
    $libraryFocus,
    enterLibrary: () => enter("library", $libraryFocus),
    $newEntry,
    enterNewEntry(): void {
      if (!$newEntry.get()) entryTyping.hold();
      showView("library");
      setOpen(true);
      $newEntry.set(true);
    },
    newEntryFocused: () => entryTyping.release(),
    libraryFocused: () => focus.taken($libraryFocus),
    $tagsFocus,
    tagsFocused: () => focus.taken($tagsFocus),
    enterTags: () => enter("tags", $tagsFocus),
    resize: (width: number) => $wide.set({ ...$wide.get(), width: clamp(width) }),
    $asideFocus,
    asideFocused: () => void focus.taken($asideFocus),
    toggleHistory(): void {
      $aside.set($aside.get() === "history" ? null : "history");
      if ($aside.get() === null) $asideFocus.set(false);
      else focus.request($asideFocus, false);
    },
    closeAside: () => $aside.set(null),
    showConnect: () => showScreen("connect"),
    showSharing: () => showScreen("sharing"),
    showAgents: () => showScreen("agents"),
    showBooks: () => showScreen("books"),
    showSetup: () => showScreen("models"),
    showDiagnostics: () => showScreen("diagnostics"),
    showSettings(part: SettingsPart | null = null): void {
      settingsPart = part;
      showScreen("settings");
    },
    settingsPart: () => settingsPart,
    takeSettingsPart(part: SettingsPart): boolean {
      const isWanted = settingsPart === part;
      if (isWanted) settingsPart = null;
      return isWanted;
    },
    settingsFocused: () => screenTyping.release(),
    $export,
    showExport(way: ExportFormat | null): void {
      if (way === null) closeExport();
      else {
        if ($export.get() === null) exportTyping.hold();
        $export.set(way);
      }
    },
    closeScreen,
  };
}
