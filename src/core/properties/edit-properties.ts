import { type Document, isMap, isScalar, isSeq, type Pair, Scalar, stringify, type YAMLMap, type YAMLSeq } from "yaml";
import { frontSource, type Property, type PropertyKind, parse, readProperties, spansOf } from "./front-properties";

/** One edit of the properties; `at` is the index of a property, `item` that of an item of its list. */
export type PropertyEdit =
  | { do: "set text"; at: number; kind: Exclude<PropertyKind, "list" | "other" | "empty">; text: string }
  | { do: "set item"; at: number; item: number; text: string }
  | { do: "add item"; at: number; text: string }
  | { do: "remove item"; at: number; item: number }
  | { do: "set kind"; at: number; kind: Exclude<PropertyKind, "other" | "empty"> }
  | { do: "rename"; at: number; name: string }
  | { do: "add"; name: string; kind: Exclude<PropertyKind, "other"> }
  | { do: "remove"; at: number }
  /** To the position of the property `to`, which makes room for it. */
  | { do: "move"; at: number; to: number };

/** The replacement of a range of a text, in UTF-16 units. */
export type TextEdit = { from: number; to: number; insert: string };

/**
 * The changes of a text for an edit of its properties, in order and without overlaps. Only the edited lines change, so that comments, quotes and layout
 * stay. Null if it cannot be written without changing something else, or if it would change nothing.
 */
export function editProperties(text: string, edit: PropertyEdit): TextEdit[] | null {
  if (edit.do === "add" && frontSource(text) === null) {
    const line = newLine(edit);
    return line === null ? null : [{ from: 0, to: 0, insert: `---\n${line}---\n` }];
  }
  const before = readProperties(text);
  const front = frontSource(text);
  if (before.status !== "read" || front === null) return null;
  const doc = parse(front.yaml);
  const pairs = isMap(doc.contents) ? ((doc.contents as YAMLMap).items as Pair[]) : [];
  const changes = changesOf(edit, { yaml: front.yaml, doc, pairs, properties: before.properties });
  if (changes === null || changes.length === 0) return null;
  const edits = changes.map(({ from, to, insert }) => ({ from: front.from + from, to: front.from + to, insert }));
  if (edit.do === "remove" && applied(front.yaml, changes).trim() === "")
    return [{ from: 0, to: front.to, insert: "" }];
  return isAsMeant(before.properties, edit, applied(text, edits)) ? edits : null;
}

/** A text with replacements, which are in order. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

type Context = { yaml: string; doc: Document.Parsed; pairs: readonly Pair[]; properties: readonly Property[] };

function changesOf(edit: PropertyEdit, context: Context): TextEdit[] | null {
  const { yaml, pairs, properties } = context;
  if (edit.do === "add") {
    const line = properties.some(({ name }) => name === edit.name) ? null : newLine(edit);
    return line === null ? null : [{ from: yaml.length, to: yaml.length, insert: line }];
  }
  const pair = pairs[edit.at];
  const property = properties[edit.at];
  const span = spansOf(pairs, yaml)[edit.at];
  if (!pair || !property || !span) return null;
  switch (edit.do) {
    case "set text":
      return setValue(pair, yaml, writeValue(edit.kind, edit.text, styleOf(pair.value)));
    case "set kind":
      return hasComments(pair) ? null : setValue(pair, yaml, convert(property, edit.kind));
    case "rename":
      return rename(pair, edit.name, properties);
    case "remove":
      return [{ ...span, insert: "" }];
    case "move":
      return move(edit.at, edit.to, context);
    default:
      return isSeq(pair.value)
        ? editItems(pair.value as YAMLSeq<Scalar>, edit, yaml)
        : itemsOfOther(property, pair, edit, yaml);
  }
}

/** Comments within a list, which another kind of value could not keep. */
const hasComments = ({ value }: Pair): boolean =>
  isSeq(value) &&
  (Boolean(value.comment) || value.items.some((item) => isScalar(item) && Boolean(item.comment || item.commentBefore)));

/** The first item of what was not a list yet. */
function itemsOfOther({ kind }: Property, pair: Pair, edit: PropertyEdit, yaml: string): TextEdit[] | null {
  return edit.do === "add item" && kind === "empty" ? setValue(pair, yaml, blockList([edit.text])) : null;
}

/** A name that a property can have. */
const isName = (name: string): boolean => name.trim() !== "" && name.length <= 200 && !/\p{Cc}/u.test(name);

function newLine({ name, kind }: { name: string; kind: PropertyKind }): string | null {
  if (!isName(name)) return null;
  const value = kind === "checkbox" ? " false" : kind === "list" ? " []" : kind === "number" ? " 0" : "";
  return `${scalar(name.trim(), null, "key")}:${value}\n`;
}

function rename({ key }: Pair, name: string, properties: readonly Property[]): TextEdit[] | null {
  const wanted = name.trim();
  if (!isName(name) || !isScalar(key) || !key.range || properties.some((other) => other.name === wanted)) return null;
  return [{ from: key.range[0], to: key.range[1], insert: scalar(wanted, styleOf(key), "key") }];
}

/** Replaces the value of a property; a value that begins with a line break is a list below its name. */
function setValue({ key, value }: Pair, yaml: string, written: string | null): TextEdit[] | null {
  if (written === null || !isScalar(key) || !key.range) return null;
  const colon = yaml.indexOf(":", key.range[1]);
  const range = isScalar(value) || isSeq(value) || isMap(value) ? value.range : null;
  const hasValue = range !== null && range !== undefined && range[1] > range[0];
  if (!hasValue)
    return [{ from: colon + 1, to: colon + 1, insert: written.startsWith("\n") ? written : ` ${written}` }];
  const [from, end] = range;
  // A list of lines ends with its last line break, which stays.
  const to = yaml.slice(from, end).endsWith("\n") ? end - 1 : end;
  const isBelow = yaml.slice(colon, from).includes("\n");
  if (isBelow)
    return [{ from: colon + 1, to, insert: written.startsWith("\n") || written === "" ? written : ` ${written}` }];
  return [{ from: written.startsWith("\n") ? colon + 1 : from, to, insert: written }];
}

/** A value of another kind with the same text. */
function convert({ kind, text, items }: Property, to: PropertyKind): string | null {
  if (kind === "other" || kind === to) return null;
  const all = kind === "list" ? items : text === "" ? [] : [text];
  if (to === "list") return all.length === 0 ? "[]" : blockList(all);
  const one = all.join(", ");
  if (to === "checkbox") return /^(?:true|yes|on|1|x)$/i.test(one) ? "true" : "false";
  if (to === "number") return isNumber(one) ? one.trim() : "0";
  return writeValue(to === "date" ? "date" : "text", one, null);
}

export const isNumber = (text: string): boolean => /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim());

const blockList = (items: readonly string[]): string =>
  items.map((item) => `\n  - ${scalar(item, null, "line")}`).join("");

/** A value as YAML; null if the text is not a valid value of this kind. */
function writeValue(kind: PropertyKind, text: string, style: Scalar.Type | null): string | null {
  if (kind === "checkbox") return text === "true" ? "true" : "false";
  if (kind === "number") return isNumber(text) ? text.trim() : null;
  return text === "" && style === null ? "" : scalar(text, style, "line");
}

function styleOf(node: unknown): Scalar.Type | null {
  const type = isScalar(node) ? node.type : undefined;
  return type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE ? type : null;
}

/** A text in YAML, in the quotes that it had, or with as few quotes as keep it a text. */
function scalar(text: string, style: Scalar.Type | null, where: "key" | "line" | "brackets"): string {
  const node = new Scalar(text);
  const isUnsafe = (where === "brackets" && /[,[\]{}]/.test(text)) || (where === "key" && /: |:$/.test(text));
  if (style !== null) node.type = style;
  else if (isUnsafe) node.type = Scalar.QUOTE_DOUBLE;
  return stringify(node, { lineWidth: 0, blockQuote: false }).replace(/\n$/, "");
}

type ItemEdit = Extract<PropertyEdit, { do: "set item" | "add item" | "remove item" }>;

function editItems(list: YAMLSeq<Scalar>, edit: ItemEdit, yaml: string): TextEdit[] | null {
  const where = list.flow ? "brackets" : "line";
  if (edit.do === "add item") {
    const written = scalar(edit.text, null, where);
    const last = list.items.at(-1);
    if (list.flow) {
      const close = (list.range?.[1] ?? 0) - 1;
      if (yaml[close] !== "]") return null;
      const end = last?.range?.[1];
      return end === undefined
        ? [{ from: close, to: close, insert: written }]
        : [{ from: end, to: end, insert: `, ${written}` }];
    }
    const end = last?.range?.[1];
    if (end === undefined) return null;
    const start = last?.range?.[0] ?? 0;
    const line = yaml.lastIndexOf("\n", start - 1) + 1;
    const indent = /^[ \t]*/.exec(yaml.slice(line, start))?.[0] ?? "";
    const lineEnd = yaml.indexOf("\n", end);
    return [{ from: lineEnd, to: lineEnd, insert: `\n${indent}- ${written}` }];
  }
  const item = list.items[edit.item];
  const range = item?.range;
  if (!item || !range) return null;
  if (edit.do === "set item")
    return [{ from: range[0], to: range[1], insert: scalar(edit.text, styleOf(item), where) }];
  if (list.flow) {
    const [next, previous] = [list.items[edit.item + 1]?.range, list.items[edit.item - 1]?.range];
    if (next) return [{ from: range[0], to: next[0], insert: "" }];
    return [{ from: previous ? previous[1] : range[0], to: range[1], insert: "" }];
  }
  const line = yaml.lastIndexOf("\n", range[0] - 1) + 1;
  const lineEnd = yaml.indexOf("\n", range[1]);
  if (list.items.length > 1) return [{ from: line, to: lineEnd + 1, insert: "" }];
  return [{ from: line - 1, to: lineEnd, insert: " []" }];
}

/** Moves a property with the comments right above it. */
function move(at: number, to: number, { yaml, pairs, properties }: Context): TextEdit[] | null {
  if (to === at || to < 0 || to >= properties.length) return null;
  const spans = spansOf(pairs, yaml);
  const withComments = spans.map(({ from, to }) => {
    let start = from;
    while (start > 0) {
      const above = yaml.lastIndexOf("\n", start - 2) + 1;
      if (!/^#/.test(yaml.slice(above, start))) break;
      start = above;
    }
    return { from: start, to };
  });
  const own = withComments[at];
  const target = withComments[to];
  if (!own || !target) return null;
  const moved = yaml.slice(own.from, own.to);
  const cut = { ...own, insert: "" };
  const position = to < at ? target.from : target.to;
  const paste = { from: position, to: position, insert: moved };
  return to < at ? [paste, cut] : [cut, paste];
}

/** Whether the text has the same properties as before but for the edit. */
function isAsMeant(before: readonly Property[], edit: PropertyEdit, text: string): boolean {
  const after = readProperties(text);
  if (after.status !== "read") return false;
  const signs = (properties: readonly Property[]) =>
    properties.map(({ name, kind, text: value, items, source }) => JSON.stringify([name, kind, value, items, source]));
  const [old, now] = [signs(before), signs(after.properties)];
  if (edit.do === "add") return now.length === old.length + 1 && old.every((sign, index) => now[index] === sign);
  if (edit.do === "move") {
    const [moved] = old.splice(edit.at, 1);
    old.splice(edit.to, 0, moved as string);
    return old.join("\n") === now.join("\n");
  }
  const others = (all: string[]) => all.filter((_sign, index) => index !== edit.at).join("\n");
  if (edit.do === "remove") return others(old) === now.join("\n");
  const [was, is] = [before[edit.at], after.properties[edit.at]];
  if (!was || !is || now.length !== old.length || others(old) !== others(now)) return false;
  if (edit.do === "rename")
    return is.name === edit.name.trim() && is.text === was.text && is.items.join() === was.items.join();
  if (is.name !== was.name) return false;
  if (edit.do === "set text") return is.text === edit.text.trim() || is.text === edit.text || edit.kind === "checkbox";
  if (edit.do === "set kind") return true;
  const items = [...was.items];
  if (edit.do === "add item") items.push(edit.text);
  else if (edit.do === "remove item") items.splice(edit.item, 1);
  else items[edit.item] = edit.text;
  return JSON.stringify(items) === JSON.stringify(is.items);
}
