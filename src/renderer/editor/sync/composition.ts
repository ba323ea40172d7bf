import type { EditorView } from "@codemirror/view";
import { Timers } from "./timers";

/**
 * In milliseconds: `ended` waits for the last input event after a composition; `poll` is how often a running one is
 * checked.
 */
const DELAYS = { ended: 30, poll: 100 };

/** Tracks whether the user is composing a word with an input method. */
export class Composition {
  isOpen = false;
  #view: EditorView | null = null;
  readonly #timers = new Timers<"look">();
  readonly #changed: (isOpen: boolean) => void;

  /** `changed` is called when a composition has begun, and when its last change is in the text. */
  constructor(changed: (isOpen: boolean) => void) {
    this.#changed = changed;
  }

  watch(view: EditorView): void {
    this.#view = view;
    view.contentDOM.addEventListener("compositionstart", () => this.#begin());
    for (const end of ["compositionend", "blur"])
      view.contentDOM.addEventListener(end, () => this.#checkSoon(DELAYS.ended));
  }

  /** Some input methods fire no composition events, but the editor knows: check now, before the text is changed. */
  check(): void {
    if (!this.isOpen && this.#view?.compositionStarted) this.#begin();
  }

  /** The editor is unmounted: the composition ends with the text as it is. */
  end(): void {
    this.#timers.cancel("look");
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#changed(false);
  }

  stop(): void {
    this.#timers.stop();
  }

  #begin(): void {
    this.#checkSoon(DELAYS.poll);
    if (this.isOpen) return;
    this.isOpen = true;
    this.#changed(true);
  }

  #checkSoon(after: number): void {
    this.#timers.set("look", after, () => {
      if (this.#view?.compositionStarted) this.#checkSoon(DELAYS.poll);
      else this.end();
    });
  }
}
