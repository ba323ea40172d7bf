/** A room that takes this long to come has failed; keys go to the page again. In milliseconds. */
const LONGEST = 3000;

/** Keeps what is typed for a field that is not on the page yet. */
export type EarlyKeys = {
  /** From now on keys are kept, until `release`, Escape, a click, or three seconds without the field. */
  hold(): void;
  /** The field is there: answers with what was typed for it. */
  release(): string;
};

/** Rooms are loaded when they are asked for; what is typed meanwhile must not go into the document. `gaveUp`: Escape. */
export function createEarlyKeys(gaveUp: () => void): EarlyKeys {
  let typed = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const heard = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      release();
      gaveUp();
    } else if (event.key === "Backspace") typed = typed.slice(0, -1);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed += event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  const clicked = () => void release();

  function release(): string {
    clearTimeout(timer);
    if (typeof window !== "undefined") {
      window.removeEventListener("keydown", heard, { capture: true });
      window.removeEventListener("pointerdown", clicked, { capture: true });
    }
    const early = typed;
    typed = "";
    return early;
  }

  return {
    hold() {
      if (typeof window === "undefined") return;
      release();
      window.addEventListener("keydown", heard, { capture: true });
      window.addEventListener("pointerdown", clicked, { capture: true });
      timer = setTimeout(release, LONGEST);
    },
    release,
  };
}
