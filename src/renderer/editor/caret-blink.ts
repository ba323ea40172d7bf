import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { RestTimer } from "../ui/rest-timer";

/** How long the caret is visible, and then hidden, in milliseconds. */
const HALF = 530;
/** How often it is hidden until it stays: ten seconds, as in GTK. Each time wakes four threads, and at rest none should wake. */
const BLINKS = 9;

/** Blinks after each start: calls `show` when the caret must appear or disappear. */
export class Blinker {
  readonly #rest = new RestTimer(HALF, () => this.#next());
  #isShown = true;
  #left = 0;

  constructor(
    private readonly show: (isShown: boolean) => void,
    private readonly mayBlink: () => boolean,
  ) {
    this.start();
  }

  /** Shows the caret, and begins again. */
  start(): void {
    this.#left = BLINKS;
    this.#set(true);
    this.#rest.restart();
  }

  stop(): void {
    this.#rest.stop();
  }

  #next(): void {
    const isHidden = this.#isShown && this.#left > 0 && this.mayBlink();
    if (isHidden) this.#left -= 1;
    this.#set(!isHidden);
    if (isHidden || (this.#left > 0 && this.mayBlink())) this.#rest.restart();
  }

  #set(isShown: boolean): void {
    if (this.#isShown === isShown) return;
    this.#isShown = isShown;
    this.show(isShown);
  }
}

/**
 * Blinks the caret with two DOM changes a second. CodeMirror's own animation makes the window paint sixty frames a
 * second while the text has the focus, and every key press waits for the next frame. The caret does not blink while the
 * user types, or at all with reduced motion. Without the focus, it stays as it is until the focus returns.
 */
export const caretBlink = (): Extension => [
  ViewPlugin.fromClass(
    class {
      readonly #blinker: Blinker;

      constructor(view: EditorView) {
        const show = (isShown: boolean): void => {
          const layer = view.scrollDOM.querySelector<HTMLElement>(":scope > .cm-cursorLayer");
          if (layer) layer.style.opacity = isShown ? "" : "0";
        };
        const mayBlink = () => view.hasFocus && document.documentElement.dataset["motion"] !== "reduced";
        this.#blinker = new Blinker(show, mayBlink);
      }

      update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
        if (docChanged || selectionSet || focusChanged) this.#blinker.start();
      }

      destroy(): void {
        this.#blinker.stop();
      }
    },
  ),
  EditorView.theme({
    ".cm-cursorLayer": { animationName: "none !important" },
    // The browser's own caret, which is not shown, would blink as long as the text has the focus.
    ".cm-content": { caretAnimation: "manual" },
  }),
];
