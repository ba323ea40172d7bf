import { type EditorView, WidgetType } from "@codemirror/view";
import { element } from "./element";
import { liveMessages } from "./messages";

const MAX_ROWS = 40;

type Property = { name: string; values: string[]; at: number };

/**
 * The properties of simple YAML, as rows of a name and a text or list. Null if the YAML is more complex; then it is
 * shown as source.
 */
export function readProperties(source: string): Property[] | null {
  const properties: Property[] = [];
  let at = 0;
  const lines = source.split("\n");
  for (const [index, line] of lines.entries()) {
    const start = at;
    at += line.length + 1;
    if (index === 0 || index === lines.length - 1 || line.trim() === "" || /^\s*#/.test(line)) continue;
    const pair = /^([^\s:#[\]{}"'&*!|>%@`,-][^:#]{0,80}?)\s*:(?:\s+(.*))?$/.exec(line);
    const item = /^\s*-\s+(.*)$/.exec(line);
    const last = properties.at(-1);
    if (pair) {
      const value = plainValue(pair[2] ?? "");
      if (value === null) return null;
      properties.push({ name: pair[1] ?? "", values: value, at: start });
    } else if (item && last) {
      const value = plainValue(item[1] ?? "");
      if (value === null || value.length > 1) return null;
      last.values.push(...value);
    } else return null;
    if (properties.length > MAX_ROWS) return null;
  }
  return properties.length > 0 ? properties : null;
}

/** A scalar, or a bracketed list of scalars; null for anything else. */
function plainValue(written: string): string[] | null {
  const value = written.trim();
  if (value === "") return [];
  const list = /^\[([^[\]{}]*)\]$/.exec(value);
  if (list)
    return (list[1] ?? "")
      .split(",")
      .map((one) => unquoted(one.trim()))
      .filter(Boolean);
  return /^[[{|>&*!]/.test(value) ? null : [unquoted(value.replace(/\s+#.*$/, ""))];
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

/** In the place of front matter that a setting hides. */
export class HiddenFrontWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override get estimatedHeight(): number {
    return 0;
  }

  override toDOM(): HTMLElement {
    return element("div", "cm-live-front-hidden");
  }
}

/** Front matter as a table. A click puts the cursor into the clicked property. */
export class FrontMatterWidget extends WidgetType {
  readonly properties: Property[] | null;
  constructor(readonly source: string) {
    super();
    this.properties = readProperties(source);
  }

  override eq(other: FrontMatterWidget): boolean {
    return other.source === this.source;
  }

  override get estimatedHeight(): number {
    return (this.properties?.length ?? this.source.split("\n").length) * 21 + 28;
  }

  override toDOM(view: EditorView): HTMLElement {
    const card = element("div", "cm-live-front");
    card.setAttribute("role", "group");
    card.setAttribute("aria-label", liveMessages.front.label);
    const list = element("dl", "");
    for (const { name, values, at } of this.properties ?? []) {
      const row = element("div", "cm-live-front-row fills spaced-large");
      row.dataset["at"] = String(at);
      const shown = element("dd", "grow wraps breaks");
      if (values.length === 1) shown.textContent = values[0] ?? "";
      else for (const value of values) shown.append(element("span", "cm-live-front-value", value));
      row.append(element("dt", "clip faint", name), shown);
      list.append(row);
    }
    card.append(list);
    card.addEventListener("mousedown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-at]") : null;
      const line = view.state.doc.lineAt(Math.min(Number(row?.dataset["at"] ?? 4), view.state.doc.length));
      view.dispatch({ selection: { anchor: line.to }, userEvent: "select.pointer" });
      view.focus();
    });
    return card;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
