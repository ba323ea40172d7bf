import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** How long the caret is visible, and then hidden, in milliseconds. */
const HALF = 530;

/**
 * Blinks the caret with two DOM changes a second. CodeMirror's own animation makes the window paint sixty frames a
 * second while the text has the focus, and every key press waits for the next frame. The caret does not blink while the
 * user types, or at all with reduced motion.
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
