import { atom, computed } from "nanostores";
import type { Session } from "../../shared/contract";
import type { ConversationId } from "../../shared/conversation";
import { createEarlyTyping } from "./early-typing";

/** The minimum, initial and maximum width of the assistant's panel, in pixels. At most four answers stand side by side. */
export const PANEL_WIDTHS = { min: 280, initial: 380, max: 1160 };

/** In a window narrower than this, in pixels, the panel covers the editor instead of sitting beside it. */
export const PANEL_NARROW = 900;

/**
 * `focus`: into the field; `card`: into the card that waits for an answer; `see card`: that card is scrolled into view;
 * `new`: a new conversation; `readers`: the form that asks several readers of the document in front.
 */
type PanelWish = "focus" | "card" | "see card" | "new" | "readers";

export type PanelLayout = ReturnType<typeof createPanelLayout>;

/** Whether the assistant's panel is open, and its width. The panel itself is loaded when it is first opened. */
export function createPanelLayout(stored: Session["panel"] | null) {
  const clamp = (width: number) => Math.round(Math.min(PANEL_WIDTHS.max, Math.max(PANEL_WIDTHS.min, width)));
  const $stored = atom<NonNullable<Session["panel"]>>({
    open: stored?.open ?? false,
    width: clamp(stored?.width || PANEL_WIDTHS.initial),
    ...(stored?.conversation === undefined ? {} : { conversation: stored.conversation }),
  });
  const $narrow = atom(false);
  const $over = atom(false);
  const $request = atom<{ id: number; what: PanelWish } | null>(null);
  const $panel = computed([$narrow, $stored, $over], (narrow, { open, width }, over) => ({
    open: narrow ? over : open,
    over: narrow,
    width,
  }));
  $panel.subscribe(() => {});
  let last = 0;
  const withdraw = () => $request.set(null);
  const early = createEarlyTyping({ isMultiline: true, isInContents: true, onEscape: withdraw, onLeave: withdraw });

  const setOpen = (open: boolean) => {
    if ($narrow.get()) $over.set(open);
    else $stored.set({ ...$stored.get(), open });
  };
  const $conversationToShow = atom<{ conversation: ConversationId; focus: boolean } | null>(null);
  const ask = (what: PanelWish) => {
    last += 1;
    const request = { id: last, what };
    $request.set(request);
    // The panel may still be loading: once the user has pointed at something else, the focus stays there.
    if (what !== "new" && typeof window !== "undefined")
      window.addEventListener("pointerdown", () => $request.get() === request && $request.set(null), {
        capture: true,
        once: true,
      });
  };
  let hasComposer = false;
  const open = (what: "focus" | "new" | "readers") => {
    // The panel and its conversation may still have to be loaded.
    if (!hasComposer && what !== "readers") early.hold();
    setOpen(true);
    ask(what);
  };

  return {
    $panel,
    /** What the session stores. The overlay of a narrow window is not part of it. */
    $stored,
    /** What the panel should do once it is loaded; it confirms with `requestHandled`. */
    $request,
    narrow(narrow: boolean): void {
      if (narrow !== $narrow.get()) $over.set(false);
      $narrow.set(narrow);
    },
    open,
    /** A conversation that main wants shown, for the panel to take; without `focus` the focus stays where it is. */
    $conversationToShow,
    showConversation(wanted: { conversation: ConversationId; focus: boolean }): void {
      setOpen(true);
      $conversationToShow.set(wanted);
    },
    /** What has the focus in the panel goes away: something else there takes it. */
    refocus: () => ask("focus"),
    /** The card that waits in the conversation shown is to take the focus. */
    focusCard: () => ask("card"),
    /** Scroll it into view; the focus stays where it is. */
    revealCard: () => ask("see card"),
    /** The conversations in which a card waits for the user's answer, oldest first; also while the panel is closed. */
    $pending: atom<readonly ConversationId[]>([]),
    /** The field for a question is rendered, or goes. */
    composerShown(isShown: boolean): void {
      hasComposer = isShown;
    },
    /** Returns what was typed for the panel before it was rendered. */
    requestHandled(): string {
      $request.set(null);
      return early.release();
    },
    close: () => setOpen(false),
    /** Opens and focuses the panel. If it had the focus, closes it and returns false. */
    toggle(hasFocus: boolean): boolean {
      if ($panel.get().open && hasFocus) {
        setOpen(false);
        return false;
      }
      open("focus");
      return true;
    },
    resize: (width: number) => $stored.set({ ...$stored.get(), width: clamp(width) }),
    /** Stores the conversation to show at the next start. */
    rememberConversation(conversation: string): void {
      if ($stored.get().conversation !== conversation) $stored.set({ ...$stored.get(), conversation });
    },
  };
}
