/** How long after a key press the user counts as typing, in milliseconds. */
const TYPING_PAUSE = 5000;

/** How long after a character the user counts as being in the middle of a word, in milliseconds. */
const WORD_PAUSE = 700;

/** A key pressed this soon after a delayed question was meant for the text, in milliseconds. */
const KEY_GUARD = 500;

/** The parts of the window that are needed here. */
type WindowLike = {
  events: EventTarget;
  /** The focused element; null if nothing has the focus. */
  focused(): unknown;
};

const currentWindow = (): WindowLike | null =>
  typeof window === "undefined"
    ? null
    : { events: window, focused: () => (document.activeElement === document.body ? null : document.activeElement) };

/**
 * Tracks whether the user is typing in any field of the window. Create it before anything else listens for keys, so
 * that it can intercept them.
 */
export function watchTyping(page: WindowLike | null = currentWindow()) {
  let keyAt = Number.NEGATIVE_INFINITY;
  let textAt = Number.NEGATIVE_INFINITY;
  let field: unknown = null;
  let isComposing = false;
  let guardedUntil = Number.NEGATIVE_INFINITY;

  const now = () => performance.now();
  /** Going to another field ends the word. Losing the focus does not: the user may not have noticed. */
  const isInWord = () => isComposing || (now() - textAt < WORD_PAUSE && [field, null].includes(page?.focused()));

  const listen = (name: string, handler: (event: Event) => void) =>
    page?.events.addEventListener(name, handler, { capture: true });

  listen("keydown", (event) => {
    keyAt = now();
    if (page?.focused() === null && isText(event as KeyboardEvent)) textAt = now();
    // Uses the time of the key press: a busy window handles it later.
    if (event.timeStamp >= guardedUntil || !isText(event as KeyboardEvent)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  // Input methods and dictation can insert text without a key press.
  listen("input", () => {
    keyAt = textAt = now();
    field = page?.focused() ?? null;
  });
  listen("compositionstart", () => {
    isComposing = true;
  });
  listen("compositionend", () => {
    isComposing = false;
    keyAt = now();
  });

  return {
    /** Whether a key was pressed in the last seconds, or the user is composing. */
    isTyping: () => isComposing || now() - keyAt < TYPING_PAUSE,
    /**
     * Runs `act` now, or once the user is no longer in the middle of a word. For half a second after such a delay,
     * Enter, Space and characters are ignored: they were meant for the text and must not answer a question.
     */
    whenIdle(act: () => void): void {
      if (!isInWord()) {
        act();
        return;
      }
      const timer = setInterval(() => {
        if (isInWord()) return;
        clearInterval(timer);
        guardedUntil = now() + KEY_GUARD;
        act();
      }, 50);
    },
  };
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (key === "Enter" || key.length === 1) && !ctrlKey && !metaKey && !altKey;
}
