import { type EditorView, WidgetType } from "@codemirror/view";
import { element } from "./element";
import type { Draw, DrawAnswer } from "./live-host";
import { liveWords } from "./messages";

const MOST_KEPT = 500;

/** A finished drawing, and its height on the page. */
type Kept = { answer: DrawAnswer; height: number | null };

const drawn = new Map<string, Kept>();

/** A rendered drawing, in place of its source or below it. */
abstract class DrawnWidget extends WidgetType {
  abstract readonly kind: "math" | "diagram";
  abstract readonly tall: number;

  constructor(
    readonly source: string,
    readonly manner: "block" | "inline",
    readonly draw: Draw,
    readonly theme: "light" | "dark",
  ) {
    super();
  }

  get #key(): string {
    return `${this.kind} ${this.manner} ${this.kind === "diagram" ? this.theme : ""} ${this.source}`;
  }

  override eq(other: DrawnWidget): boolean {
    return other.#key === this.#key;
  }

  override get estimatedHeight(): number {
    return this.manner === "inline" ? -1 : (drawn.get(this.#key)?.height ?? this.tall);
  }

  override toDOM(view: EditorView): HTMLElement {
    const place: HTMLElement = element(
      this.manner === "block" ? "div" : "span",
      `cm-live-drawing cm-live-${this.kind}`,
    );
    place.classList.add(`cm-live-${this.manner}`);
    this.#show(place, view);
    if (this.manner === "block")
      place.addEventListener("mousedown", (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        const at = view.posAtDOM(place);
        view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
        view.focus();
      });
    return place;
  }

  /** While the source is edited, the previous drawing stays until the next one is ready, to avoid flicker. */
  override updateDOM(dom: HTMLElement, view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof DrawnWidget) || from.kind !== this.kind || from.manner !== this.manner) return false;
    this.#show(dom, view);
    return true;
  }

  #show(place: HTMLElement, view: EditorView): void {
    const key = this.#key;
    const known = drawn.get(key);
    place.dataset["source"] = key;
    if (known) {
      fill(place, known.answer, this.source);
      return;
    }
    if (place.childElementCount === 0) place.append(element("span", "cm-live-drawing-source", this.source));
    const { kind, source, manner, theme } = this;
    void this.draw({ kind, source, display: manner === "block", theme }).then((answer) => {
      if (drawn.size >= MOST_KEPT) drawn.clear();
      drawn.set(key, { answer, height: null });
      if (place.dataset["source"] !== key) return;
      fill(place, answer, source);
      view.requestMeasure({
        key: place,
        read: () => {
          const kept = drawn.get(key);
          if (kept && manner === "block" && place.isConnected) kept.height = place.offsetHeight;
        },
      });
    });
  }

  override ignoreEvent(): boolean {
    return this.manner === "block";
  }
}

function fill(place: HTMLElement, answer: DrawAnswer, source: string): void {
  if (answer.status === "drawn") {
    place.removeAttribute("title");
    place.classList.remove("cm-live-failed");
    // The same formula may occur twice in the text.
    place.replaceChildren(answer.element.cloneNode(true));
    return;
  }
  place.classList.add("cm-live-failed");
  place.replaceChildren(element("span", "cm-live-drawing-source", source));
  place.append(element("span", "cm-live-drawing-why", answer.message || liveWords.drawing.failed));
}

/** A formula. */
export class MathWidget extends DrawnWidget {
  readonly kind = "math";
  readonly tall = 72;
}

/** A diagram. */
export class DiagramWidget extends DrawnWidget {
  readonly kind = "diagram";
  readonly tall = 240;
}
