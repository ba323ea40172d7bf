import { type EditorView, WidgetType } from "@codemirror/view";
import { calloutName } from "../../../core/markdown/callouts";
import { element } from "./element";
import { liveMessages } from "./messages";
import { toggleTaskAt } from "./toggle-task";

/** The checkbox of a task in place of its markup; the style sheet sets its width. */
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
    const dom = element("span", "cm-live-task");
    const box = element("input", "");
    box.type = "checkbox";
    box.tabIndex = -1;
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("change", () => {
      // The browser has already toggled the checkbox. Change the text, or revert the checkbox if it is read-only.
      if (!toggleTaskAt(view, view.posAtDOM(dom))) box.checked = !box.checked;
    });
    dom.append(box);
    this.#updateBox(box);
    return dom;
  }

  override updateDOM(dom: HTMLElement): boolean {
    const box = dom.firstElementChild;
    if (!(box instanceof HTMLInputElement)) return false;
    this.#updateBox(box);
    return true;
  }

  #updateBox(box: HTMLInputElement): void {
    box.checked = this.isDone;
    box.setAttribute("aria-label", liveMessages.task(this.label));
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLInputElement;
  }
}

/** The title of an alert without one of its own, in place of `[!NOTE]`. */
export class AlertWidget extends WidgetType {
  constructor(readonly type: string) {
    super();
  }
  override eq(other: AlertWidget): boolean {
    return other.type === this.type;
  }
  override toDOM(): HTMLElement {
    return element("span", "cm-live-alert-name", calloutName(this.type, liveMessages.alert));
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** A line break in place of `<br>`. */
export class BreakWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const dom = element("span", "");
    dom.append(element("br", ""));
    return dom;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** An emoji in place of its code, which it has as its name. */
export class EmojiWidget extends WidgetType {
  constructor(
    readonly character: string,
    readonly name: string,
  ) {
    super();
  }

  override eq(other: EmojiWidget): boolean {
    return other.name === this.name;
  }

  override toDOM(): HTMLElement {
    const sign = element("span", "cm-live-emoji", this.character);
    sign.title = `:${this.name}:`;
    return sign;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
