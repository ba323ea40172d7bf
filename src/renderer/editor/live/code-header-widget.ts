import { type EditorView, WidgetType } from "@codemirror/view";
import { codeName } from "../syntax/code-language";
import { element } from "./element";
import { copyText } from "./live-host";
import { liveMessages } from "./messages";

const COPIED = 1500;

/** The name of the language, in place of the opening fence. */
export class CodeHeaderWidget extends WidgetType {
  readonly name: string;
  constructor(info: string) {
    super();
    this.name = codeName(info);
  }
  override eq(other: CodeHeaderWidget): boolean {
    return other.name === this.name;
  }
  override toDOM(): HTMLElement {
    return element("span", "cm-live-code-name", this.name || "\u200b");
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** A button that copies the code of the block that begins at `from`, without its fences. */
export class CopyButtonWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = element("button", "cm-live-copy");
    button.type = "button";
    button.tabIndex = -1;
    button.title = liveMessages.code.copy;
    button.setAttribute("aria-label", liveMessages.code.copy);
    button.append(icon(COPY));
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      const text = codeAt(view, view.posAtDOM(button));
      const copyToClipboard = view.state.facet(copyText);
      if (text === null || !copyToClipboard) return;
      copyToClipboard(text);
      button.dataset["copied"] = "";
      button.replaceChildren(icon(DONE));
      button.setAttribute("aria-label", liveMessages.code.copied);
      setTimeout(() => {
        delete button.dataset["copied"];
        button.replaceChildren(icon(COPY));
        button.setAttribute("aria-label", liveMessages.code.copy);
      }, COPIED);
    });
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const COPY = "M5.5 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3";
const DONE = "M3 8.500 6.500 12 13 4.500";

function icon(path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** The code between the fences of the block whose first line contains the position. */
function codeAt({ state }: EditorView, at: number): string | null {
  const first = state.doc.lineAt(at);
  const fence = /^([ \t>]*)(`{3,}|~{3,})/.exec(first.text);
  if (!fence) return null;
  const [, before = "", mark = ""] = fence;
  const lines: string[] = [];
  for (let n = first.number + 1; n <= state.doc.lines; n++) {
    const { text } = state.doc.line(n);
    const own = text.replace(/^[ \t>]*/, (blanks) => blanks.slice(before.length));
    const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(own)?.[1];
    if (closing?.startsWith(mark)) break;
    lines.push(own);
  }
  return lines.join("\n");
}
