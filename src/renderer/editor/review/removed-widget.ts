import { type EditorView, WidgetType } from "@codemirror/view";
import { reviewMessages } from "./messages";

/** Longer texts are collapsed. */
const SHORT = { characters: 120, breaks: 1 };

/** The maximum amount of removed text that is shown when expanded. */
const MAX_LINES = 20_000;

const isShort = (text: string) => text.length <= SHORT.characters && (text.match(/\n/g)?.length ?? 0) <= SHORT.breaks;

/**
 * Text removed by an agent, struck through at its position, collapsed if it is long. It is not part of the document.
 */
export class RemovedWidget extends WidgetType {
  constructor(
    readonly text: string,
    readonly hunk: string,
    readonly lane: string,
    readonly hint: string,
    readonly isOpen: boolean,
    readonly toggle: (view: EditorView) => void,
  ) {
    super();
  }

  override eq(other: RemovedWidget): boolean {
    const { text, hunk, lane, hint, isOpen } = this;
    return (
      text === other.text &&
      hunk === other.hunk &&
      lane === other.lane &&
      hint === other.hint &&
      isOpen === other.isOpen
    );
  }

  override ignoreEvent(event: Event): boolean {
    // A click on the struck text puts the cursor there; the button has its own action.
    return event.target instanceof Element && event.target.closest("button") !== null;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement("span");
    box.className = "cm-review-gone";
    box.dataset["hunk"] = this.hunk;
    box.dataset["lane"] = this.lane;
    if (isShort(this.text)) {
      box.append(struckText(this.text.replaceAll("\n", "↵ "), this.hint));
      return box;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cm-review-fold";
    button.tabIndex = -1;
    button.title = this.hint;
    button.setAttribute("aria-expanded", String(this.isOpen));
    const lines = this.text.replace(/\n$/, "").split("\n").length;
    button.dataset["text"] =
      lines > 1 ? reviewMessages.linesRemoved(lines) : reviewMessages.removedLong(this.text.length);
    button.setAttribute("aria-label", button.dataset["text"]);
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => this.toggle(view));
    box.append(button);
    if (this.isOpen) {
      const shown = struckText(
        this.text.length > MAX_LINES ? `${this.text.slice(0, MAX_LINES)}…` : this.text.replace(/\n$/, ""),
        this.hint,
      );
      shown.classList.add("cm-review-opened");
      box.append(shown);
    }
    return box;
  }
}

/** The text is in an attribute that the style sheet shows, so it can be neither selected nor copied. */
function struckText(text: string, hint: string): HTMLElement {
  const gone = document.createElement("del");
  gone.className = "cm-review-removed";
  gone.dataset["text"] = text.trim() === "" ? text.replaceAll(" ", "␣").replaceAll("\t", "⇥") : text;
  gone.title = hint;
  return gone;
}
