import { RangeSet, RangeSetBuilder, RangeValue, StateField, type Text } from "@codemirror/state";

/** What a reference refers to: an address, or the text of a footnote. */
export type Definition = { readonly kind: "link" | "note"; readonly label: string; readonly text: string };

/** In a longer text, only definitions that are edited while it is open are known. */
const MAX_READ = 5_000_000;
const MAX_LINE = 4000;

const DEFINITION = /^(?:[ \t>]{0,12})\[(\^?[^\]\n]{1,200})\]:[ \t]*(.*)$/;

class DefinitionValue extends RangeValue {
  constructor(readonly definition: Definition) {
    super();
  }
  override eq(other: DefinitionValue): boolean {
    return other.definition.label === this.definition.label && other.definition.text === this.definition.text;
  }
}

/**
 * Where references are defined. An edit rereads only the lines that it touches. A definition inside a code block counts
 * too, because the syntax tree is not consulted.
 */
export const definitions = StateField.define<RangeSet<DefinitionValue>>({
  create: ({ doc }) => (doc.length > MAX_READ ? RangeSet.empty : read(doc, 0, doc.length)),
  update(known, { docChanged, changes, newDoc }) {
    if (!docChanged) return known;
    let next = known.map(changes);
    changes.iterChangedRanges((_fromA, _toA, from, to) => {
      const start = newDoc.lineAt(from).from;
      const end = newDoc.lineAt(to).to;
      if (end - start > MAX_READ) return;
      const add = spansOf(newDoc, start, end);
      next = next.update({ filterFrom: start, filterTo: end, filter: () => false, add });
    });
    return next;
  },
});

/** Whether two states have the same definitions in the same order, wherever they are. */
export function isSameDefinitions(one: RangeSet<DefinitionValue>, other: RangeSet<DefinitionValue>): boolean {
  if (one === other) return true;
  const [a, b] = [one.iter(), other.iter()];
  for (; a.value !== null && b.value !== null; a.next(), b.next()) if (!a.value.eq(b.value)) return false;
  return a.value === null && b.value === null;
}

type LocatedDefinition = Definition & { readonly from: number };

const tables = new WeakMap<RangeSet<DefinitionValue>, Map<string, LocatedDefinition>>();

/** The first definition of a label, written as in a reference: `label`, or `^label` for a footnote. */
export function definitionOf(known: RangeSet<DefinitionValue>, label: string): LocatedDefinition | null {
  let table = tables.get(known);
  if (!table) {
    table = new Map();
    for (const cursor = known.iter(); cursor.value; cursor.next()) {
      const { definition } = cursor.value;
      if (!table.has(definition.label)) table.set(definition.label, { ...definition, from: cursor.from });
    }
    tables.set(known, table);
  }
  return table.get(normal(label)) ?? null;
}

function read(doc: Text, from: number, to: number): RangeSet<DefinitionValue> {
  const builder = new RangeSetBuilder<DefinitionValue>();
  for (const { from: at, to: end, value } of spansOf(doc, from, to)) builder.add(at, end, value);
  return builder.finish();
}

/**
 * Most lines contain no definition, and searching for `]:` in the whole piece is much cheaper than matching each line.
 */
function spansOf(doc: Text, from: number, to: number) {
  const found = [];
  const text = doc.sliceString(from, to);
  for (let at = text.indexOf("]:"); at >= 0; ) {
    const start = text.lastIndexOf("\n", at) + 1;
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const match = end - start <= MAX_LINE ? DEFINITION.exec(text.slice(start, end)) : null;
    if (match && end > start) {
      const label = normal(match[1] ?? "");
      const kind = label.startsWith("^") ? ("note" as const) : ("link" as const);
      const value = new DefinitionValue({
        kind,
        label,
        text: kind === "note" ? (match[2] ?? "") : addressIn(match[2] ?? ""),
      });
      found.push(value.range(from + start, from + end));
    }
    at = text.indexOf("]:", end);
  }
  return found;
}

const normal = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();

const addressIn = (text: string) =>
  /^(?:<([^>]*)>|(\S+))/
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined) ?? "";
