import { atom, computed } from "nanostores";
import type { Session } from "../../shared/contract";
import type { ConversationId } from "../../shared/conversation";

/** The minimum, initial and maximum width of the assistant's panel, in pixels. */
export const PANEL_WIDTHS = { least: 280, usual: 380, most: 760 };

/** In a window narrower than this, in pixels, the panel covers the editor instead of sitting beside it. */
export const PANEL_NARROW = 900;

/** `focus`: into the field; `card`: into the card that waits for an answer; `new`: a new conversation. */
type PanelWish = "focus" | "card" | "new";

export type PanelPlace = ReturnType<typeof createPanelPlace>;

/** Whether the assistant's panel is open, and its width. The panel itself is loaded when it is first opened. */
export function createPanelPlace(kept: Session["panel"] | null) {
  const clamp = (width: number) => Math.round(Math.min(PANEL_WIDTHS.most, Math.max(PANEL_WIDTHS.least, width)));
  const $kept = atom<NonNullable<Session["panel"]>>({
    open: kept?.open ?? false,
    width: clamp(kept?.width || PANEL_WIDTHS.usual),
    ...(kept?.conversation === undefined ? {} : { conversation: kept.conversation }),
  });
  const $narrow = atom(false);
  const $over = atom(false);
  const $asked = atom<{ id: number; what: PanelWish } | null>(null);
  const $panel = computed([$narrow, $kept, $over], (narrow, { open, width }, over) => ({
    open: narrow ? over : open,
    over: narrow,
    width,
  }));
  $panel.subscribe(() => {});
  let last = 0;

  const setOpen = (open: boolean) => {
    if ($narrow.get()) $over.set(open);
    else $kept.set({ ...$kept.get(), open });
  };
  const $wanted = atom<{ conversation: ConversationId; focus: boolean } | null>(null);
  const ask = (what: PanelWish) => {
    last += 1;
    const asked = { id: last, what };
    $asked.set(asked);
    // The panel may still be loading: once the user has pointed at something else, the focus stays there.
    if (what !== "new" && typeof window !== "undefined")
      window.addEventListener("pointerdown", () => $asked.get() === asked && $asked.set(null), {
        capture: true,
        once: true,
      });
  };
  const enter = (what: "focus" | "new") => {
    setOpen(true);
    ask(what);
  };

  return {
    $panel,
    /** What the session stores. The overlay of a narrow window is not part of it. */
    $kept,
    /** What the panel should do once it is loaded; it confirms with `requestHandled`. */
    $asked,
    narrow(narrow: boolean): void {
      if (narrow !== $narrow.get()) $over.set(false);
      $narrow.set(narrow);
    },
    enter,
    /** A conversation that main wants shown, for the panel to take; without `focus` the focus stays where it is. */
    $wanted,
    want(wanted: { conversation: ConversationId; focus: boolean }): void {
      setOpen(true);
      $wanted.set(wanted);
    },
    /** The card that waits in the conversation shown is to take the focus. */
    focusCard: () => ask("card"),
    /** The conversations in which a card waits for the user's answer, oldest first; also while the panel is closed. */
    $pending: atom<readonly ConversationId[]>([]),
    taken: () => $asked.set(null),
    close: () => setOpen(false),
    /** Opens and focuses the panel. If it had the focus, closes it and returns false. */
    toggle(hasFocus: boolean): boolean {
      if ($panel.get().open && hasFocus) {
        setOpen(false);
        return false;
      }
      enter("focus");
      return true;
    },
    resize: (width: number) => $kept.set({ ...$kept.get(), width: clamp(width) }),
    /** Stores the conversation to show at the next start. */
    shows(conversation: string): void {
      if ($kept.get().conversation !== conversation) $kept.set({ ...$kept.get(), conversation });
    },
  };
}
