import "../../ui/kit/button.css";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { Choice, VisibleConflict } from "./conflict";
import { syncMessages } from "./messages";
import { writerName } from "./remote-changes";

/** In the order of their keys: Alt+1, Alt+2, Alt+3. */
export const CHOICES: readonly Choice[] = ["mine", "theirs", "both"];

const MAX_FOLDED_LINES = { lines: 8, characters: 600 };

/** Shows both sides of a conflict below its lines, with the buttons that resolve it. */
export class HunkWidget extends WidgetType {
  constructor(
    readonly conflict: VisibleConflict,
    readonly mine: string,
    readonly resolve: (view: EditorView, id: number, choice: Choice) => boolean,
  ) {
    super();
  }

  override eq(other: HunkWidget): boolean {
    const [a, b] = [this.conflict, other.conflict];
    return a.id === b.id && a.theirs === b.theirs && this.mine === other.mine && writerName(a.by) === writerName(b.by);
  }

  override get estimatedHeight(): number {
    return 120;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const t = syncMessages.conflict;
    const { id, by, theirs } = this.conflict;
    const who = writerName(by);
    const hunk = element("section", "cm-hunk");
    hunk.setAttribute("role", "group");
    hunk.setAttribute("aria-label", t.group(who));
    hunk.contentEditable = "false";
    hunk.addEventListener("keydown", (event) => {
      const choice = event.altKey ? CHOICES[Number(event.key) - 1] : undefined;
      if (event.key === "Escape") view.focus();
      else if (!choice || !this.resolve(view, id, choice)) return;
      event.preventDefault();
    });
    hunk.append(side(t.yours, this.mine, "mine"), side(t.others(who), theirs, "theirs"), this.#buttons(view, id));
    return hunk;
  }

  override updateDOM(dom: HTMLElement, view: EditorView, from: WidgetType): boolean {
    // While the user edits their side, the buttons stay the same elements, so that they keep the focus.
    if (!(from instanceof HunkWidget) || from.conflict.id !== this.conflict.id) return false;
    const fresh = this.toDOM(view);
    for (const name of ["mine", "theirs"]) {
      const old = dom.querySelector(`[data-side="${name}"]`);
      const now = fresh.querySelector(`[data-side="${name}"]`);
      if (!old || !now) return false;
      if (!old.isEqualNode(now)) old.replaceWith(now);
    }
    dom.setAttribute("aria-label", fresh.getAttribute("aria-label") ?? "");
    return true;
  }

  #buttons(view: EditorView, id: number): HTMLElement {
    const t = syncMessages.conflict;
    const row = element("div", "cm-hunk-buttons actions");
    CHOICES.forEach((choice, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.dataset["size"] = "small";
      button.append(t[choice], element("kbd", "", t.key(index + 1)));
      button.setAttribute("aria-keyshortcuts", t.key(index + 1));
      button.addEventListener("click", () => this.resolve(view, id, choice));
      row.append(button);
    });
    return row;
  }
}

function side(label: string, text: string, kind: "mine" | "theirs"): HTMLElement {
  const box = element("div", `cm-hunk-side cm-hunk-${kind}`);
  box.dataset["side"] = kind;
  box.append(element("div", "cm-hunk-label soft small strong", label));
  if (text === "") {
    box.append(element("div", "cm-hunk-nothing italic soft", syncMessages.conflict.nothing));
    return box;
  }
  const lines = text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, MAX_FOLDED_LINES.lines).join("\n").slice(0, MAX_FOLDED_LINES.characters);
  const content = element("div", "cm-hunk-text pre-wrap breaks", shown);
  box.append(content);
  const hidden = Math.max(lines.length - MAX_FOLDED_LINES.lines, shown.length < text.trimEnd().length ? 1 : 0);
  if (hidden > 0) {
    const more = document.createElement("button");
    more.type = "button";
    more.className = "link";
    more.textContent = syncMessages.conflict.more(hidden);
    more.addEventListener("click", () => {
      content.textContent = lines.join("\n");
      more.remove();
    });
    box.append(more);
  }
  return box;
}

function element(tag: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
