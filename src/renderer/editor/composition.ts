import type { EditorView } from "@codemirror/view";
import { Timers } from "./timers";

/** Milliseconds: after its end the last input event has yet to come; while it lasts it is looked at so often. */
const DELAYS = { ended: 30, looked: 100 };

/** Knows whether the person is composing a word with an input method. */
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
    for (const end of ["compositionend", "blur"]) view.contentDOM.addEventListener(end, () => this.#look(DELAYS.ended));
  }

  /** Some ways of input tell neither begin nor end, but the editor knows: looks now, before the text is changed. */
  notice(): void {
    if (!this.isOpen && this.#view?.compositionStarted) this.#begin();
  }

  /** The editor leaves the page: whatever was composed is what is there. */
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
    this.#look(DELAYS.looked);
    if (this.isOpen) return;
    this.isOpen = true;
    this.#changed(true);
  }

  #look(after: number): void {
    this.#timers.set("look", after, () => {
      if (this.#view?.compositionStarted) this.#look(DELAYS.looked);
      else this.end();
    });
  }
}
