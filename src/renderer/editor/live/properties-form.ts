import "./properties.css";
import { EditorView, WidgetType } from "@codemirror/view";
import { editProperties, isNumber, type PropertyEdit } from "../../../core/properties/edit-properties";
import {
  type Properties,
  type Property,
  type PropertyKind,
  readProperties,
} from "../../../core/properties/front-properties";
import { element } from "./element";
import { popupMenu } from "./live-host";
import { isUnsent, setCommitted, textField, valueFields } from "./property-fields";
import { propertyMessages } from "./property-messages";

export { readProperties };

type ReadProperties = Extract<Properties, { status: "read" }>;

/** The signs of the kinds, in front of the names. */
const SIGNS: Record<PropertyKind, string> = {
  text: "≡",
  list: "☰",
  number: "№",
  checkbox: "☑",
  date: "◷",
  empty: "–",
  other: "{}",
};

/** Front matter as a form. Each edit changes only the lines of its property, and is one step of the text's own undo. */
export class PropertiesWidget extends WidgetType {
  constructor(
    readonly source: string,
    readonly read: ReadProperties,
  ) {
    super();
  }

  override eq(other: PropertiesWidget): boolean {
    return other.source === this.source;
  }

  override get estimatedHeight(): number {
    return (this.read.properties.length + 1) * 30 + 24;
  }

  override toDOM(view: EditorView): HTMLElement {
    const form = new PropertiesForm(view);
    forms.set(form.dom, form);
    form.show(this.read.properties);
    return form.dom;
  }

  override updateDOM(dom: HTMLElement): boolean {
    const form = forms.get(dom);
    form?.show(this.read.properties);
    return form !== undefined;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const forms = new WeakMap<HTMLElement, PropertiesForm>();

/** Focuses the form of an editor: the name of a new property, or its first value. False if it is not shown. */
export function focusForm(view: EditorView): boolean {
  const dom = view.dom.querySelector<HTMLElement>(".cm-properties");
  const form = dom && forms.get(dom);
  if (!form) return false;
  form.focusFirst();
  return true;
}

class PropertiesForm {
  readonly dom = element("div", "cm-properties");
  readonly #view: EditorView;
  readonly #rows = element("div", "cm-property-rows");
  readonly #problem = element("p", "cm-property-problem");
  #properties: readonly Property[] = [];
  #newName: HTMLInputElement | null = null;
  #isDrawing = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.dom.setAttribute("role", "group");
    this.dom.setAttribute("aria-label", propertyMessages.label);
    this.#problem.setAttribute("role", "alert");
    this.#problem.hidden = true;
    this.dom.append(this.#rows, this.#problem, this.#actions());
    this.dom.addEventListener("keydown", (event) => this.#handleKey(event));
    // What is below the form must not take the selection while a field gets the focus.
    this.dom.addEventListener("mousedown", (event) => event.stopPropagation());
    this.dom.addEventListener("contextmenu", (event) => {
      const row = rowOf(event.target);
      if (row === null || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      void this.#openMenu(row);
    });
  }

  #actions(): HTMLElement {
    const actions = element("div", "cm-property-actions");
    if (this.#view.state.readOnly) return actions;
    const add = element("button", "cm-property-add", propertyMessages.add);
    add.type = "button";
    add.addEventListener("click", () => this.#startAdding());
    const source = element("button", "cm-property-to-source", propertyMessages.source);
    source.type = "button";
    source.addEventListener("click", () => this.#toSource());
    actions.append(add, source);
    return actions;
  }

  /** Shows properties, and keeps the focus, what is typed there, and the row of a new property. */
  show(properties: readonly Property[]): void {
    const focused = this.dom.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    const kept = focused && focused !== this.#newName ? heldField(focused) : null;
    this.#properties = properties;
    this.#isDrawing = true;
    const rows = properties.map((property, index) => this.#row(property, index));
    this.#rows.replaceChildren(...rows, ...(this.#newName ? [this.#newRow(this.#newName)] : []));
    if (this.#view.state.readOnly)
      for (const field of this.#rows.querySelectorAll<HTMLInputElement | HTMLButtonElement>("input, button"))
        field.disabled = true;
    this.#isDrawing = false;
    if (kept) this.#restore(kept);
    else if (focused && focused === this.#newName) this.#newName.focus();
    this.#view.requestMeasure();
  }

  #restore({ name, row, part, typed, from, to }: HeldField): void {
    const at = this.#properties.findIndex((property) => property.name === name);
    const index = at >= 0 ? at : Math.min(row, this.#properties.length - 1);
    const inRow = (wanted: string) =>
      this.#rows.children[index]?.querySelector<HTMLElement>(`[data-part="${wanted}"]`) ?? null;
    const field = inRow(part) ?? inRow("add") ?? inRow("value") ?? inRow("menu");
    field?.focus({ preventScroll: true });
    if (!(field instanceof HTMLInputElement) || field.type !== "text") return;
    if (typed !== null && field.dataset["part"] === part) {
      field.value = typed;
      field.dataset["editing"] = "true";
    }
    field.setSelectionRange(from, to);
  }

  #row(property: Property, index: number): HTMLElement {
    const row = element("div", "cm-property-row");
    row.dataset["row"] = String(index);
    row.dataset["kind"] = property.kind;
    const menu = element("button", "cm-property-menu", SIGNS[property.kind]);
    menu.type = "button";
    menu.dataset["part"] = "menu";
    const label = propertyMessages.menu(property.name, propertyMessages.kinds[property.kind]);
    menu.setAttribute("aria-label", label);
    menu.title = label;
    menu.addEventListener("click", () => void this.#openMenu(index));
    const name = textField("name", property.name, propertyMessages.name(property.name), (typed) =>
      this.#rename(index, typed),
    );
    name.classList.add("cm-property-name");
    const values = element("div", "cm-property-values actions");
    const fields = valueFields(property, {
      setText: (text) => this.#setText(property, index, text),
      setItem: (item, text) => this.#edit({ do: "set item", at: index, item, text }),
      addItem: (text) => this.#edit({ do: "add item", at: index, text }),
      removeItem: (item) => this.#edit({ do: "remove item", at: index, item }),
    });
    values.append(...fields);
    row.append(menu, name, values);
    return row;
  }

  #newRow(field: HTMLInputElement): HTMLElement {
    const row = element("div", "cm-property-row cm-property-new");
    row.append(element("span", "cm-property-menu", "+"), field);
    return row;
  }

  #startAdding(): void {
    if (this.#newName === null) {
      const field = textField("new", "", propertyMessages.newName, () => this.#add(field));
      field.classList.add("cm-property-name");
      field.placeholder = propertyMessages.newNameHint;
      field.addEventListener("blur", () => {
        if (!this.#isDrawing && field.value.trim() === "") this.#stopAdding();
      });
      this.#newName = field;
      this.#rows.append(this.#newRow(field));
      this.#view.requestMeasure();
    }
    this.#newName.focus();
  }

  /** Takes the row of a new property away, and front matter that is still empty with it. */
  #stopAdding(): void {
    this.#newName?.parentElement?.remove();
    this.#newName = null;
    this.#showProblem(null);
    const { doc } = this.#view.state;
    if (this.#properties.length === 0 && /^---\n---(?:\n|$)/.test(doc.sliceString(0, 8)))
      this.#view.dispatch({ changes: { from: 0, to: Math.min(8, doc.length) }, userEvent: "delete" });
    else this.#view.requestMeasure();
  }

  #add(field: HTMLInputElement): void {
    const name = field.value.trim();
    if (name === "") return;
    const kind = /^(?:tags?|alias(?:es)?|cssclass(?:es)?|authors|keywords)$/i.test(name) ? "list" : "empty";
    if (this.#properties.some((property) => property.name === name)) {
      this.#showProblem(propertyMessages.nameTaken(name));
      field.focus();
      return;
    }
    this.#newName = null;
    if (!this.#edit({ do: "add", name, kind })) {
      this.#newName = field;
      return;
    }
    const row = this.#rows.lastElementChild;
    row?.querySelector<HTMLElement>('[data-part="value"], [data-part="add"]')?.focus();
  }

  #rename(at: number, typed: string): void {
    const name = typed.trim();
    const own = this.#properties[at];
    if (name !== "" && this.#properties.some((other) => other !== own && other.name === name)) {
      this.show(this.#properties);
      this.#showProblem(propertyMessages.nameTaken(name));
    } else this.#edit({ do: "rename", at, name });
  }

  #setText(property: Property, at: number, text: string): void {
    const { kind } = property;
    if (kind === "number" && !isNumber(text)) {
      this.show(this.#properties);
      this.#showProblem(propertyMessages.notNumber);
      return;
    }
    this.#edit({
      do: "set text",
      at,
      kind: kind === "number" || kind === "checkbox" || kind === "date" ? kind : "text",
      text,
    });
  }

  /** Makes an edit of the text; where it cannot be written, the form shows what the text has, and why. */
  #edit(edit: PropertyEdit): boolean {
    const view = this.#view;
    if (this.#isDrawing || view.state.readOnly) return false;
    const changes = editProperties(view.state.doc.toString(), edit);
    if (changes === null) {
      this.show(this.#properties);
      this.#showProblem(propertyMessages.notWritten);
      return false;
    }
    this.#showProblem(null);
    view.dispatch({ changes, userEvent: "input.property" });
    return true;
  }

  #showProblem(sentence: string | null): void {
    this.#problem.hidden = sentence === null;
    this.#problem.textContent = sentence ?? "";
    this.#view.requestMeasure();
  }

  async #openMenu(at: number): Promise<void> {
    const property = this.#properties[at];
    const show = this.#view.state.facet(popupMenu);
    if (!property || !show || this.#view.state.readOnly) return;
    const t = propertyMessages;
    const kinds = (["text", "list", "number", "checkbox", "date"] as const).map((kind) => ({
      id: kind,
      label: kind === property.kind ? `✓ ${t.kinds[kind]}` : t.kinds[kind],
      enabled: property.kind !== "other" && kind !== property.kind,
    }));
    const picked = await show([
      ...kinds,
      "separator",
      { id: "up", label: t.up, enabled: at > 0 },
      { id: "down", label: t.down, enabled: at < this.#properties.length - 1 },
      "separator",
      { id: "remove", label: t.remove },
    ]);
    // An agent may have written while the menu was open.
    if (picked === null || this.#properties[at]?.name !== property.name) return;
    const kind = kinds.find(({ id }) => id === picked)?.id;
    if (kind) this.#edit({ do: "set kind", at, kind });
    else if (picked === "remove") this.#edit({ do: "remove", at });
    else this.#move(at, picked === "up" ? -1 : 1);
  }

  #move(at: number, by: 1 | -1): void {
    const to = at + by;
    if (to >= 0 && to < this.#properties.length) this.#edit({ do: "move", at, to });
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { target } = event;
    const row = rowOf(target);
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && row !== null) {
      event.preventDefault();
      commitField(target);
      this.#move(row, event.key === "ArrowUp" ? -1 : 1);
      return;
    }
    if ((event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) && row !== null) {
      event.preventDefault();
      void this.#openMenu(row);
      return;
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#leave(target);
      return;
    }
    if (event.key === "Enter" && target instanceof HTMLInputElement && target.type === "text") {
      event.preventDefault();
      const { part } = target.dataset;
      commitField(target);
      if (part === "value") this.#focusRow((row ?? 0) + 1);
      else if (part === "name") this.#focusIn(row ?? 0, ["value", "add"]);
    }
    if ((event.key === "ArrowUp" || event.key === "ArrowDown") && target instanceof HTMLElement && row !== null) {
      event.preventDefault();
      const next = row + (event.key === "ArrowUp" ? -1 : 1);
      if (next >= this.#properties.length) this.#afterLast();
      else if (next >= 0) this.#focusIn(next, [target.dataset["part"] ?? "value", "value", "add", "menu"]);
    }
  }

  /** Escape takes back what is typed in a field; a second one goes to the text. */
  #leave(target: EventTarget | null): void {
    if (this.#newName !== null && target === this.#newName) setCommitted(this.#newName, "");
    else if (target instanceof HTMLInputElement && isUnsent(target)) {
      setCommitted(target, target.dataset["committed"] ?? "");
      return;
    }
    this.#view.focus();
  }

  #focusRow(row: number): void {
    if (row >= this.#properties.length) this.dom.querySelector<HTMLElement>(".cm-property-add")?.focus();
    else this.#focusIn(row, ["value", "add", "menu"]);
  }

  #focusIn(row: number, parts: readonly string[]): void {
    const at = this.#rows.children[row];
    for (const part of parts) {
      const field = at?.querySelector<HTMLElement>(`[data-part="${part}"]`);
      if (!field) continue;
      field.focus();
      return;
    }
  }

  /** Goes on below the form. */
  #afterLast(): void {
    const view = this.#view;
    const front = view.posAtDOM(this.dom, 0);
    const line = view.state.doc.lineAt(Math.max(front, frontEnd(view)));
    const next = line.number < view.state.doc.lines ? view.state.doc.line(line.number + 1).from : line.to;
    view.dispatch({ selection: { anchor: next }, scrollIntoView: true, userEvent: "select" });
    view.focus();
  }

  focusFirst(): void {
    if (this.#properties.length === 0) this.#startAdding();
    else this.#focusIn(0, ["value", "add", "menu"]);
  }

  /** Puts the cursor into the front matter, which shows its source. */
  #toSource(): void {
    const view = this.#view;
    view.dispatch({
      selection: { anchor: Math.min(4, view.state.doc.length) },
      scrollIntoView: true,
      userEvent: "select",
    });
    view.focus();
  }
}

/** A field that has the focus: its row by name and number, what is typed there but not in the text yet, and its selection. */
type HeldField = { name: string; row: number; part: string; typed: string | null; from: number; to: number };

function heldField(field: HTMLElement): HeldField | null {
  const row = field.closest<HTMLElement>("[data-row]");
  const { part } = field.dataset;
  if (!row || part === undefined) return null;
  const isText = field instanceof HTMLInputElement && field.type === "text";
  const name = row.querySelector<HTMLInputElement>(".cm-property-name");
  return {
    name: name?.dataset["committed"] ?? "",
    row: Number(row.dataset["row"]),
    part,
    typed: isText && isUnsent(field) ? field.value : null,
    from: isText ? (field.selectionStart ?? 0) : 0,
    to: isText ? (field.selectionEnd ?? 0) : 0,
  };
}

function rowOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row ? Number(row.dataset["row"]) : null;
}

/** Writes what is typed in a field as if it were left. */
function commitField(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && isUnsent(target)) target.dispatchEvent(new Event("change"));
}

function frontEnd(view: EditorView): number {
  const read = readProperties(view.state.doc.toString());
  return read.status === "read" ? Math.max(0, read.to - 1) : 0;
}

/** Below front matter that is not a list of properties: why, and where. */
export class PropertiesProblemWidget extends WidgetType {
  constructor(readonly problem: Extract<Properties, { status: "invalid" }>) {
    super();
  }

  override eq({ problem }: PropertiesProblemWidget): boolean {
    return problem.message === this.problem.message && problem.at === this.problem.at;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { line, message, at, isUnusual } = this.problem;
    const box = element("div", "cm-properties-problem");
    box.setAttribute("role", "status");
    const button = element(
      "button",
      "",
      isUnusual ? propertyMessages.unusual : propertyMessages.invalid(line, message),
    );
    button.type = "button";
    button.addEventListener("click", () => {
      view.dispatch({
        selection: { anchor: Math.min(at, view.state.doc.length) },
        effects: EditorView.scrollIntoView(Math.min(at, view.state.doc.length), { y: "center" }),
        userEvent: "select",
      });
      view.focus();
    });
    box.append(button);
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
