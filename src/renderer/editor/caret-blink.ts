import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { RestTimer } from "../ui/rest-timer";

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
      readonly #rest = new RestTimer(HALF, () => this.#blink());
      #isShown = true;

      constructor(view: EditorView) {
        this.#view = view;
        this.#start();
      }

      update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
        if (docChanged || selectionSet || focusChanged) this.#start();
      }

      destroy(): void {
        this.#rest.stop();
      }

      #start(): void {
        this.#show(true);
        this.#rest.restart();
      }

      /** Without the focus, the caret stays as it is until the focus returns. */
      #blink(): void {
        const blinks = this.#view.hasFocus && document.documentElement.dataset["motion"] !== "reduced";
        this.#show(!blinks || !this.#isShown);
        if (blinks) this.#rest.restart();
      }

      #show(isShown: boolean): void {
        if (this.#isShown === isShown) return;
        this.#isShown = isShown;
        const layer = this.#view.scrollDOM.querySelector<HTMLElement>(":scope > .cm-cursorLayer");
        if (layer) layer.style.opacity = isShown ? "" : "0";
      }
    },
  ),
  EditorView.theme({ ".cm-cursorLayer": { animationName: "none !important" } }),
];
