import { type EditorView, WidgetType } from "@codemirror/view";
import type { AlertKind } from "./alerts";
import { element } from "./element";
import { liveWords } from "./messages";
import { toggleTaskAt } from "./toggle-task";

/** The box of a task in the place of its marks; its style sheet says how wide. */
export class TaskWidget extends WidgetType {
  constructor(
    readonly isDone: boolean,
    readonly label: string,
  ) {
    super();
  }

  override eq(other: TaskWidget): boolean {
    return other.isDone === this.isDone && other.label === this.label;
  }

  override toDOM(view: EditorView): HTMLElement {
    const place = element("span", "cm-live-task");
    const box = element("input", "");
    box.type = "checkbox";
    box.tabIndex = -1;
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("change", () => {
      // What the browser has turned already is what the text says next; where it may not be changed it is turned back.
      if (!toggleTaskAt(view, view.posAtDOM(place))) box.checked = !box.checked;
    });
    place.append(box);
    this.#wear(box);
    return place;
  }

  override updateDOM(dom: HTMLElement): boolean {
    const box = dom.firstElementChild;
    if (!(box instanceof HTMLInputElement)) return false;
    this.#wear(box);
    return true;
  }

  #wear(box: HTMLInputElement): void {
    box.checked = this.isDone;
    box.setAttribute("aria-label", liveWords.task(this.label));
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLInputElement;
  }
}

/** The name of an alert in the place of `[!NOTE]`. */
export class AlertWidget extends WidgetType {
  constructor(readonly kind: AlertKind) {
    super();
  }
  override eq(other: AlertWidget): boolean {
    return other.kind === this.kind;
  }
  override toDOM(): HTMLElement {
    return element("span", "cm-live-alert-name", liveWords.alert[this.kind]);
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** The end of a line within a line, in the place of `<br>`. */
export class BreakWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const place = element("span", "");
    place.append(element("br", ""));
    return place;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}
