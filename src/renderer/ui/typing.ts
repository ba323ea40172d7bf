/** For so long after a key nothing comes to the front by itself, in milliseconds. */
const PAUSE = 5000;

/** For so long after a character the user is in mid-word, in milliseconds. */
const WORD = 700;

/** A key that is pressed so soon after a question that came late was meant for the text, in milliseconds. */
const MEANT_FOR_TEXT = 500;

/** The window, as far as it is needed here. */
type Page = { events: EventTarget; focused(): unknown };

const thisPage = (): Page | null =>
  typeof window === "undefined" ? null : { events: window, focused: () => document.activeElement };

/**
 * Knows whether the user is typing, in whichever field of the window. Created before anything else listens for keys: it can
 * keep them from all others.
 */
export function watchTyping(page: Page | null = thisPage()) {
  let keyAt = Number.NEGATIVE_INFINITY;
  let textAt = Number.NEGATIVE_INFINITY;
  let field: unknown = null;
  let isComposing = false;
  let guardedUntil = Number.NEGATIVE_INFINITY;

  const now = () => performance.now();
  /** Whoever has left the field has ended the word. */
  const isInWord = () => isComposing || (now() - textAt < WORD && page?.focused() === field);

  const listen = (name: string, heard: (event: Event) => void) =>
    page?.events.addEventListener(name, heard, { capture: true });

  listen("keydown", (event) => {
    keyAt = now();
    // By when it was pressed: a busy page gets to it later.
    if (event.timeStamp >= guardedUntil || !isText(event as KeyboardEvent)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  // An input method and dictation may put in text without a key.
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
    /** Whether a key was pressed in the last seconds, or something is being composed. */
    isTyping: () => isComposing || now() - keyAt < PAUSE,
    /**
     * Acts at once, or as soon as the user is no longer in mid-word. For half a second after such a wait Enter, Space and
     * characters do nothing: they were meant for the text, and must not answer a question.
     */
    whenResting(act: () => void): void {
      if (!isInWord()) {
        act();
        return;
      }
      const look = setInterval(() => {
        if (isInWord()) return;
        clearInterval(look);
        guardedUntil = now() + MEANT_FOR_TEXT;
        act();
      }, 50);
    },
  };
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (key === "Enter" || key.length === 1) && !ctrlKey && !metaKey && !altKey;
}
