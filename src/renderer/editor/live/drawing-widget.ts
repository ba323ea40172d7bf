import { type EditorView, WidgetType } from "@codemirror/view";
import { drawingMessages } from "../../drawings/messages";
import { element } from "./element";
import type { Draw, DrawAnswer } from "./live-host";
import { liveMessages } from "./messages";

const MAX_CACHED = 500;

/** A finished drawing, and its height on the page. */
type CachedDrawing = { answer: DrawAnswer; height: number | null };

const drawn = new Map<string, CachedDrawing>();

/** A rendered drawing, in place of its source or below it. */
abstract class DrawingWidget extends WidgetType {
  abstract readonly kind: "math" | "diagram";
  abstract readonly defaultHeight: number;

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

  override eq(other: DrawingWidget): boolean {
    return other.#key === this.#key;
  }

  override get estimatedHeight(): number {
    return this.manner === "inline" ? -1 : (drawn.get(this.#key)?.height ?? this.defaultHeight);
  }

  override toDOM(view: EditorView): HTMLElement {
    const holder: HTMLElement = element(
      this.manner === "block" ? "div" : "span",
      `cm-live-drawing cm-live-${this.kind}`,
    );
    holder.classList.add(`cm-live-${this.manner}`);
    this.#show(holder, view);
    if (this.manner === "block")
      holder.addEventListener("mousedown", (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        const at = view.posAtDOM(holder);
        view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
        view.focus();
      });
    return holder;
  }

  /** While the source is edited, the previous drawing stays until the next one is ready, to avoid flicker. */
  override updateDOM(dom: HTMLElement, view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof DrawingWidget) || from.kind !== this.kind || from.manner !== this.manner) return false;
    this.#show(dom, view);
    return true;
  }

  #show(holder: HTMLElement, view: EditorView): void {
    const key = this.#key;
    const known = drawn.get(key);
    holder.dataset["source"] = key;
    if (known) {
      this.#fill(holder, known.answer);
      return;
    }
    if (holder.childElementCount === 0) holder.append(element("span", "cm-live-drawing-source", this.source));
    const { kind, source, manner, theme } = this;
    void this.draw({ kind, source, display: manner === "block", theme }).then((answer) => {
      if (drawn.size >= MAX_CACHED) drawn.clear();
      drawn.set(key, { answer, height: null });
      if (holder.dataset["source"] !== key) return;
      this.#fill(holder, answer);
      view.requestMeasure({
        key: holder,
        read: () => {
          const kept = drawn.get(key);
          if (kept && manner === "block" && holder.isConnected) kept.height = holder.offsetHeight;
        },
      });
    });
  }

  #fill(holder: HTMLElement, answer: DrawAnswer): void {
    if (answer.status === "drawn") {
      holder.removeAttribute("title");
      holder.classList.remove("cm-live-failed");
      // The same formula may occur twice in the text.
      holder.replaceChildren(answer.element.cloneNode(true));
      if (this.kind === "diagram") holder.append(enlargeButton(holder));
      return;
    }
    holder.classList.add("cm-live-failed");
    holder.replaceChildren(element("span", "cm-live-drawing-source", this.source));
    holder.append(element("span", "cm-live-drawing-why", answer.message || liveMessages.drawing.failed));
  }

  override ignoreEvent(): boolean {
    return this.manner === "block";
  }
}

/** Enlarges the diagram of a widget; false if it is not drawn. */
export function enlargeDiagram(holder: Element): boolean {
  const picture = holder.querySelector<HTMLImageElement>("img.drawing-diagram");
  if (picture) void import("../../drawings/enlarge-drawing").then(({ enlargeDrawing }) => enlargeDrawing(picture));
  return picture !== null;
}

/** Keys reach the same by the context menu of the text. */
function enlargeButton(holder: HTMLElement): HTMLElement {
  const button = element("button", "cm-live-enlarge");
  button.type = "button";
  button.tabIndex = -1;
  button.textContent = "⤢";
  button.title = drawingMessages.enlarge;
  button.setAttribute("aria-label", drawingMessages.enlarge);
  button.addEventListener("mousedown", (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  button.addEventListener("click", () => enlargeDiagram(holder));
  return button;
}

/** The widget of the diagram whose source is from `from` to `to`; null if it is not drawn. */
export function diagramWidgetIn(view: EditorView, from: number, to: number): HTMLElement | null {
  const holders = [...view.contentDOM.querySelectorAll<HTMLElement>(".cm-live-diagram")];
  return (
    holders.find((holder) => {
      const at = view.posAtDOM(holder);
      return from <= at && at <= to && holder.querySelector("img.drawing-diagram") !== null;
    }) ?? null
  );
}

/** A formula. */
export class MathWidget extends DrawingWidget {
  readonly kind = "math";
  readonly defaultHeight = 72;
}

/** A diagram. */
export class DiagramWidget extends DrawingWidget {
  readonly kind = "diagram";
  readonly defaultHeight = 240;
}
