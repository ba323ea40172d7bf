import { type EditorView, WidgetType } from "@codemirror/view";
import { element } from "./element";
import { liveMessages } from "./messages";

/** The button behind the title of a callout that can be folded. */
export class CalloutFoldWidget extends WidgetType {
  /** `isHeld`: it cannot be folded now, because something in it must be seen. */
  constructor(
    readonly title: string,
    readonly isFolded: boolean,
    readonly isHeld: boolean,
    readonly toggle: (view: EditorView, at: number) => boolean,
  ) {
    super();
  }

  override eq(other: CalloutFoldWidget): boolean {
    return other.title === this.title && other.isFolded === this.isFolded && other.isHeld === this.isHeld;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = element("button", "cm-live-callout-fold");
    button.type = "button";
    button.tabIndex = -1;
    // The cursor stays where it is.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => this.toggle(view, view.posAtDOM(button)));
    this.#update(button);
    return button;
  }

  override updateDOM(dom: HTMLElement): boolean {
    this.#update(dom);
    return true;
  }

  #update(button: HTMLElement): void {
    const { callout } = liveMessages;
    button.title = this.isHeld ? callout.held : this.isFolded ? callout.unfold : callout.fold;
    button.setAttribute("aria-label", callout.label(this.title));
    button.setAttribute("aria-expanded", String(!this.isFolded));
    button.setAttribute("aria-disabled", String(this.isHeld));
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
