import type { Property } from "../../../core/properties/front-properties";
import { element } from "./element";
import { propertyMessages } from "./property-messages";

/** What the fields of a row tell the form. */
export type FieldEvents = {
  setText(text: string): void;
  setItem(item: number, text: string): void;
  addItem(text: string): void;
  removeItem(item: number): void;
};

/** A field whose text counts once it is left or Enter is pressed. `data-part` names it, so that it keeps the focus when the row is drawn again. */
export function textField(
  part: string,
  value: string,
  label: string,
  commit: (text: string) => void,
): HTMLInputElement {
  const field = element("input", "cm-property-field");
  field.type = "text";
  field.dir = "auto";
  field.spellcheck = false;
  field.dataset["part"] = part;
  field.setAttribute("aria-label", label);
  setCommitted(field, value);
  field.addEventListener("input", () => markUnsent(field));
  field.addEventListener("change", () => {
    if (field.value === field.dataset["committed"]) return;
    setCommitted(field, field.value);
    commit(field.value);
  });
  return field;
}

/** Shows a value that the text has. While the user types, undo is the field's own; otherwise it is the text's. */
export function setCommitted(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dataset["committed"] = value;
  field.dataset["editing"] = "false";
}

export const isUnsent = (field: HTMLInputElement): boolean => field.value !== field.dataset["committed"];

function markUnsent(field: HTMLInputElement): void {
  field.dataset["editing"] = String(isUnsent(field));
}

/** The field or fields for the value of a property. */
export function valueFields(property: Property, events: FieldEvents): HTMLElement[] {
  const { kind, name, text } = property;
  const label = propertyMessages.value(name);
  switch (kind) {
    case "list":
      return listFields(property, events);
    case "checkbox": {
      const box = element("input", "cm-property-check");
      box.type = "checkbox";
      box.checked = text === "true";
      box.dataset["part"] = "value";
      box.dataset["editing"] = "false";
      box.setAttribute("aria-label", name);
      box.addEventListener("change", () => events.setText(String(box.checked)));
      return [box];
    }
    case "other": {
      const source = element("code", "cm-property-source inset-small clip faint", property.source);
      source.title = propertyMessages.asText;
      return [source];
    }
    default: {
      const field = textField("value", text, label, events.setText);
      if (kind === "number") field.inputMode = "decimal";
      if (kind !== "date" || text.length > 10) return [field];
      return [field, dayPicker(text, name, events.setText)];
    }
  }
}

/** A button that opens the calendar of the system. The date itself is text, as it is in the document. */
function dayPicker(text: string, name: string, pick: (day: string) => void): HTMLElement {
  const picker = element("input", "cm-property-day");
  picker.type = "date";
  picker.value = text;
  picker.dataset["part"] = "day";
  picker.dataset["editing"] = "false";
  picker.setAttribute("aria-label", propertyMessages.day(name));
  picker.addEventListener("change", () => {
    if (picker.value !== "") pick(picker.value);
  });
  return picker;
}

function listFields({ items, name }: Property, events: FieldEvents): HTMLElement[] {
  const fields = items.map((item, index) => itemField(item, index, name, events));
  const add = textField("add", "", propertyMessages.addTo(name), () => undefined);
  add.classList.add("cm-property-add-item");
  add.placeholder = items.length === 0 ? propertyMessages.empty : "";
  const send = () => {
    const text = add.value.trim();
    if (text === "") return;
    setCommitted(add, "");
    events.addItem(text);
  };
  add.addEventListener("change", send);
  add.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "," && add.value.trim() !== "") {
      event.preventDefault();
      send();
    } else if (event.key === "Backspace" && add.value === "" && items.length > 0) {
      event.preventDefault();
      add.parentElement?.querySelector<HTMLElement>(`[data-part="item ${items.length - 1}"]`)?.focus();
    }
  });
  return [...fields, add];
}

/** An item: Enter edits it, Delete removes it. */
function itemField(text: string, index: number, name: string, events: FieldEvents): HTMLElement {
  const item = element("span", "cm-property-item in-line");
  const button = element("button", "cm-property-item-text clip", text === "" ? " " : text);
  button.type = "button";
  button.dir = "auto";
  button.dataset["part"] = `item ${index}`;
  button.setAttribute("aria-label", propertyMessages.item(text, name));
  const edit = () => {
    const field = textField(`item ${index}`, text, propertyMessages.item(text, name), (typed) => {
      if (typed.trim() === "") events.removeItem(index);
      else events.setItem(index, typed.trim());
    });
    field.style.width = `${Math.max(6, [...text].length + 2)}ch`;
    field.addEventListener("blur", () => {
      if (!isUnsent(field) && field.isConnected) field.replaceWith(button);
    });
    button.replaceWith(field);
    field.focus();
    field.select();
  };
  button.addEventListener("click", edit);
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    events.removeItem(index);
  });
  const remove = element("button", "cm-property-item-remove", "×");
  remove.type = "button";
  remove.tabIndex = -1;
  remove.title = propertyMessages.removeItem(text);
  remove.setAttribute("aria-label", propertyMessages.removeItem(text));
  remove.addEventListener("click", () => events.removeItem(index));
  item.append(button, remove);
  return item;
}
