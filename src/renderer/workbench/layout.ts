import { atom, computed, type WritableAtom } from "nanostores";
import type { Session } from "../../shared/contract";
import { createEarlyKeys } from "../ui/early-keys";

/** How wide the side bar may be, in pixels, and what it is at first. */
export const WIDTHS = { least: 170, usual: 250, most: 560 };

/** Below this width, in pixels, the side bar lies over the page instead of beside it. */
export const NARROW = 720;

/** What the side bar shows. */
export type SidebarView = NonNullable<Session["sidebar"]["view"]>;

/** A part of the settings that one can be led to. */
export type SettingsPart = "approvals";

export type Layout = ReturnType<typeof createLayout>;

/**
 * A room that is on its way is to take the focus; once the person has pointed at something else, it no longer is: what they
 * have begun to type there would be lost to it.
 */
function wish($focus: WritableAtom<boolean>): void {
  $focus.set(true);
  if (typeof window !== "undefined")
    window.addEventListener("pointerdown", () => $focus.set(false), { capture: true, once: true });
}

/** Which rooms of the page are open and how wide. In a narrow window the side bar is closed until it is asked for. */
export function createLayout(sidebar: Session["sidebar"] | null) {
  const clamp = (width: number) => Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, width)));
  const $narrow = atom(false);
  const $wide = atom<Session["sidebar"] & { view: SidebarView }>({
    open: sidebar?.open ?? true,
    width: clamp(sidebar?.width || WIDTHS.usual),
    view: sidebar?.view ?? "files",
  });
  const $over = atom(false);
  const $aside = atom<"history" | null>(null);
  const $asideFocus = atom(false);
  const $screen = atom<"connect" | "agents" | "settings" | "models" | "books" | "diagnostics" | null>(null);
  let settingsPart: SettingsPart | null = null;
  const $export = atom<"pdf" | "html" | "docx" | "print" | null>(null);
  const $outlineFocus = atom(false);
  const $reviewFocus = atom(false);
  const $libraryFocus = atom(false);
  const earlyInLibrary = createEarlyKeys(() => {});
  const $outlineHasFocus = atom(false);
  const $sidebar = computed([$narrow, $wide, $over], (narrow, { open, width, view }, over) => ({
    view,
    open: narrow ? over : open,
    over: narrow,
    width,
  }));
  $sidebar.subscribe(() => {});

  const closeScreen = () => {
    early.release();
    $screen.set(null);
  };
  const early = createEarlyKeys(closeScreen);

  const setOpen = (open: boolean) => {
    if ($narrow.get()) $over.set(open);
    else $wide.set({ ...$wide.get(), open });
  };

  const showView = (view: SidebarView) => $wide.set({ ...$wide.get(), view });

  return {
    $sidebar,
    /** The outline is to take the focus as soon as it is there. */
    $outlineFocus,
    /** Told by the outline. */
    $outlineHasFocus,
    $aside,
    $screen,
    /** What the session keeps; a narrow window's overlay is not part of it. */
    $kept: $wide,
    narrow(narrow: boolean): void {
      if (narrow !== $narrow.get()) $over.set(false);
      $narrow.set(narrow);
    },
    toggleSidebar: () => setOpen(!$sidebar.get().open),
    openSidebar: () => setOpen(true),
    /** After a choice was made in it: only what lies over the page gets out of the way. */
    leaveSidebar: () => $over.set(false),
    showView,
    /** Shows the outline and puts the focus into it; false where it had the focus, and the side bar is closed. */
    enterOutline(): boolean {
      const isThere = $sidebar.get().open && $wide.get().view === "outline";
      if (isThere && $outlineHasFocus.get()) {
        setOpen(false);
        return false;
      }
      showView("outline");
      setOpen(true);
      wish($outlineFocus);
      return true;
    },
    outlineFocused: () => $outlineFocus.set(false),
    /** The list of edits to review is to take the focus as soon as it is there. */
    $reviewFocus,
    reviewFocused: () => $reviewFocus.set(false),
    enterReview(): void {
      showView("review");
      setOpen(true);
      wish($reviewFocus);
    },
    /** The library's field is to take the focus as soon as it is there. */
    $libraryFocus,
    enterLibrary(): void {
      if (!$sidebar.get().open || $wide.get().view !== "library") earlyInLibrary.hold();
      showView("library");
      setOpen(true);
      wish($libraryFocus);
    },
    /** It has the focus. Answers with what was typed before it was there. */
    libraryFocused(): string {
      $libraryFocus.set(false);
      return earlyInLibrary.release();
    },
    resize: (width: number) => $wide.set({ ...$wide.get(), width: clamp(width) }),
    /** What stands beside the text is to take the focus as soon as it is there. */
    $asideFocus,
    asideFocused: () => $asideFocus.set(false),
    toggleHistory(): void {
      $aside.set($aside.get() === "history" ? null : "history");
      if ($aside.get() === null) $asideFocus.set(false);
      else wish($asideFocus);
    },
    closeAside: () => $aside.set(null),
    showConnect: () => $screen.set("connect"),
    /** Who is connected, and what each did. */
    showAgents: () => $screen.set("agents"),
    /** Which book is to be opened at the desk. */
    showBooks: () => $screen.set("books"),
    /** Which models the assistant asks. */
    showSetup: () => $screen.set("models"),
    showDiagnostics: () => $screen.set("diagnostics"),
    showSettings(part: SettingsPart | null = null): void {
      if ($screen.get() !== "settings" && part === null) early.hold();
      settingsPart = part;
      $screen.set("settings");
    },
    /** The part of the settings that was asked for, as long as it has not been shown. */
    settingsPart: () => settingsPart,
    /** Whether this part was asked for; from then on it counts as shown. */
    takeSettingsPart(part: SettingsPart): boolean {
      const isWanted = settingsPart === part;
      if (isWanted) settingsPart = null;
      return isWanted;
    },
    /** The settings are on the page and have the focus. Answers with what was typed before. */
    settingsShown: () => early.release(),
    /** The export that the person is asked about, or that is under way. */
    $export,
    showExport: (way: "pdf" | "html" | "docx" | "print" | null) => $export.set(way),
    closeScreen,
  };
}
