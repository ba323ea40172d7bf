/** Merges two versions of an XML part by its elements, as they are written: nothing is formatted again. */
import { mergeLists } from "../../../../core/diff/merge-lists";
import { scanXml } from "../package/scan-xml";

/** An element that is merged by what is in it; the other elements, such as paragraphs, are merged as a whole. */
type Container = { name: string; open: string; items: Item[]; close: string; raw: string };
type Item = string | Container;

/** How a kind of part is merged. */
export type MergeRules = {
  /** The prefix of each namespace in the names below; see `scanXml`. */
  prefixes: Readonly<Record<string, string>>;
  /** The names of the elements that are merged by what is in them. */
  containers: ReadonlySet<string>;
  /** Those of them that are tables: their items are rows, whose items are cells. */
  tables?: ReadonlySet<string>;
  /** Elements about the view, such as what is selected, without a prefix: if both versions changed one, theirs stays. */
  views?: ReadonlySet<string>;
};

/** Returns the merged part, or null if both versions changed the same paragraph, cell or other element. */
export function mergeXml(base: string, ours: string, theirs: string, rules: MergeRules): string | null {
  if (ours === base) return theirs;
  if (theirs === base || ours === theirs) return ours;
  const [b, o, t] = [base, ours, theirs].map((xml) => readContainers(xml, rules));
  return mergeContainers(b as Container, o as Container, t as Container, rules);
}

const rawOf = (item: Item): string => (typeof item === "string" ? item : item.raw);

function mergeContainers(base: Container, ours: Container, theirs: Container, rules: MergeRules): string | null {
  const open = pick(base.open, ours.open, theirs.open);
  const close = pick(base.close, ours.close, theirs.close);
  if (open === null || close === null || changesBoth(base, ours, theirs, rules)) return null;
  const itemsByRaw = new Map([...base.items, ...ours.items, ...theirs.items].map((item) => [rawOf(item), item]));
  const items = mergeLists(base.items.map(rawOf), ours.items.map(rawOf), theirs.items.map(rawOf), (b, o, t) => {
    if (o.length !== b.length || t.length !== b.length) return null;
    const merged = b.map((item, index) =>
      mergeItems(
        itemsByRaw.get(item) as Item,
        itemsByRaw.get(o[index] as string) as Item,
        itemsByRaw.get(t[index] as string) as Item,
        rules,
      ),
    );
    return merged.includes(null) ? null : (merged as string[]);
  });
  if (items === null || lacksElement(items, [ours, theirs])) return null;
  return open + items.join("") + close;
}

/** The name of an element as it is written; undefined for what is between elements. */
const elementName = (raw: string): string | undefined => /^<([\w:.-]+)/.exec(raw)?.[1];

/**
 * Whether the merged items lack a kind of element that both versions have, or end with another kind. Each may have deleted one of two paragraphs of a
 * cell, but a cell without any, or one that ends with a table, makes the whole document damaged for office programs.
 */
function lacksElement(items: readonly string[], versions: readonly Container[]): boolean {
  const namesOf = (raw: readonly string[]) => raw.map(elementName).filter((name) => name !== undefined);
  const merged = namesOf(items);
  const [ours, theirs] = versions.map((version) => namesOf(version.items.map(rawOf))) as [string[], string[]];
  const [known, others] = [new Set(merged), new Set(theirs)];
  if (ours.some((name) => others.has(name) && !known.has(name))) return true;
  return ours.at(-1) === theirs.at(-1) && merged.at(-1) !== ours.at(-1);
}

/** Whether one version changed the columns of a table, and the other the number of its rows: a new row would lack a cell. */
function changesBoth(base: Container, ours: Container, theirs: Container, { tables }: MergeRules): boolean {
  if (!tables?.has(base.name)) return false;
  const [before, mine, others] = [base, ours, theirs].map(tableShape) as [TableShape, TableShape, TableShape];
  const differ = (one: TableShape, other: TableShape) => one.columns !== before.columns && other.rows !== before.rows;
  return differ(mine, others) || differ(others, mine);
}

type TableShape = { columns: string; rows: number };

/** The number of rows, and their different widths with what the table says of its columns. */
function tableShape(table: Container): TableShape {
  const inner = table.items.filter((item) => typeof item !== "string");
  const rows = inner.flatMap((item) => (/header-rows$/.test(item.name) ? item.items : [item]));
  const widths = rows.map((row) =>
    typeof row === "string"
      ? 0
      : row.items.filter((item) => /^<[\w.-]+:(?:\w+-)*(?:tc|cell)[\s/>]/.test(rawOf(item))).length,
  );
  const columns = table.items.filter((item) => /^<[\w.-]+:(?:tblGrid|table-columns?)[\s/>]/.test(rawOf(item)));
  return { columns: [...new Set(widths.sort()), ...columns.map(rawOf)].join(" "), rows: widths.length };
}

function mergeItems(base: Item, ours: Item, theirs: Item, rules: MergeRules): string | null {
  const picked = pick(rawOf(base), rawOf(ours), rawOf(theirs));
  if (picked !== null) return picked;
  if (typeof base !== "string" && typeof ours !== "string" && typeof theirs !== "string") {
    const isSameKind = base.name === ours.name && base.name === theirs.name;
    return isSameKind ? mergeContainers(base, ours, theirs, rules) : null;
  }
  const names = [base, ours, theirs].map((item) => /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rawOf(item))?.[1]);
  const isView = names.every((name) => name !== undefined && name === names[0] && rules.views?.has(name));
  return isView ? rawOf(theirs) : null;
}

/** What only one version changed, or both in the same way; else null. */
function pick(base: string, ours: string, theirs: string): string | null {
  if (ours === base || ours === theirs) return theirs;
  return theirs === base ? ours : null;
}

/** The containers of a part, from its root, with everything between them as it is written. */
function readContainers(xml: string, { prefixes, containers }: MergeRules): Container {
  const root = { name: "", open: "", items: [] as Item[], close: "", from: 0, raw: xml };
  const stack = [root];
  /** The end of the last item, and where the element begins that is merged as a whole. */
  let at = 0;
  let wholeFrom = 0;
  let depth = 0;
  const addBetween = (to: number): void => {
    if (to > at) stack.at(-1)?.items.push(xml.slice(at, to));
    at = to;
  };
  scanXml(xml, prefixes, {
    open(name, { from, to }) {
      if (depth > 0 || !containers.has(name)) {
        if (depth === 0) {
          addBetween(from);
          wholeFrom = from;
        }
        depth += 1;
        return;
      }
      addBetween(from);
      stack.push({ name, open: xml.slice(from, to), items: [], close: "", from, raw: "" });
      at = to;
    },
    close(_name, from, to) {
      if (depth > 0) {
        depth -= 1;
        if (depth > 0) return;
        stack.at(-1)?.items.push(xml.slice(wholeFrom, to));
        at = to;
        return;
      }
      addBetween(from);
      const closed = stack.pop() as (typeof stack)[number];
      closed.close = xml.slice(from, to);
      closed.raw = xml.slice(closed.from, to);
      at = to;
      stack.at(-1)?.items.push(closed);
    },
    text() {},
  });
  addBetween(xml.length);
  return root;
}
