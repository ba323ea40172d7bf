import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Milliseconds that the caret is shown, and then is not. */
const HALF = 530;

/**
 * Blinks the caret with two changes a second. CodeMirror's own way, an animation, keeps the page drawing sixty frames a
 * second for as long as the text has the focus, and every key waits for the next of them. It stands still while one
 * types, and always for those who asked for less motion.
 */
export const caretBlink = (): Extension => [
  ViewPlugin.fromClass(
    class {
      readonly #view: EditorView;
      #timer: ReturnType<typeof setInterval> | undefined;
      #isShown = true;

      constructor(view: EditorView) {
        this.#view = view;
        this.#start();
      }

      update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
        if (docChanged || selectionSet || focusChanged) this.#start();
      }

      destroy(): void {
        clearInterval(this.#timer);
      }

      #start(): void {
        clearInterval(this.#timer);
        this.#show(true);
        if (!this.#view.hasFocus || document.documentElement.dataset["motion"] === "reduced") return;
        this.#timer = setInterval(() => this.#show(!this.#isShown), HALF);
      }

      #show(isShown: boolean): void {
        if (this.#isShown === isShown) return;
        this.#isShown = isShown;
        const layer = this.#view.scrollDOM.querySelector<HTMLElement>(":scope > .cm-cursorLayer");
        if (layer) layer.style.opacity = isShown ? "" : "0";
      }
    },
  ),
  EditorView.theme({ "&.cm-focused > .cm-scroller > .cm-cursorLayer": { animation: "none" } }),
];
