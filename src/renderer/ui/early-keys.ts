/** If a view takes longer to load, keys are no longer held. In milliseconds. */
const MAX_WAIT = 3000;

/** Holds keys that are typed for a field that is not rendered yet. */
export type EarlyKeys = {
  /** Holds keys until `release`, Escape, a click, or three seconds have passed. */
  hold(): void;
  /** The field is rendered: returns what was typed for it. */
  release(): string;
};

/**
 * Views are loaded on demand; text typed while a view loads must not end up in the document. `onEscape` runs if the
 * user presses Escape, and `onLeave` if they click elsewhere; the view must then not take the focus.
 */
export function createEarlyKeys(onEscape: () => void, onLeave: () => void): EarlyKeys {
  let typed = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      release();
      onEscape();
    } else if (event.key === "Backspace") typed = typed.slice(0, -1);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed += event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  const handlePointerDown = () => {
    release();
    onLeave();
  };

  function release(): string {
    clearTimeout(timer);
    if (typeof window !== "undefined") {
      window.removeEventListener("keydown", handleKeyDown, { capture: true });
      window.removeEventListener("pointerdown", handlePointerDown, { capture: true });
    }
    const early = typed;
    typed = "";
    return early;
  }

  return {
    hold() {
      if (typeof window === "undefined") return;
      release();
      window.addEventListener("keydown", handleKeyDown, { capture: true });
      window.addEventListener("pointerdown", handlePointerDown, { capture: true });
      timer = setTimeout(release, MAX_WAIT);
    },
    release,
  };
}
