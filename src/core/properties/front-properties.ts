/** The properties of a document: its front matter as a list of names and values, read and edited without changing anything else of it. */

import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar, visit } from "yaml";
import { MAX_FRONT_MATTER } from "../limits";
import { findFrontmatter } from "../markdown/sections";

/** How the value of a property is edited. `other` has a nested or unusual value, which is edited as source. */
export type PropertyKind = "text" | "list" | "number" | "checkbox" | "date" | "empty" | "other";

/** A property. `from` and `to` are its lines in the document, in UTF-16 units; `source` is the value of kind `other` as written. */
export type Property = {
  name: string;
  kind: PropertyKind;
  /** The value as text; of a checkbox `true` or `false`. Empty for lists. */
  text: string;
  /** The items of a list. */
  items: string[];
  source: string;
  from: number;
  to: number;
};

/**
 * The properties of a document, or where its front matter is no YAML that can be edited: `line` counts from 1 in the document. `isUnusual`: it is YAML,
 * but no plain list of names and values.
 */
export type Properties =
  | { status: "none" }
  | { status: "read"; properties: Property[]; to: number }
  | { status: "invalid"; message: string; line: number; at: number; to: number; isUnusual: boolean };

/** The maximum number of properties that a form shows. */
const MAX_PROPERTIES = 300;

/** An aliased value may be repeated this often: YAML can be made to grow without end. */
const OPTIONS = { keepSourceTokens: true, prettyErrors: false, uniqueKeys: true, logLevel: "silent" } as const;

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;

/** The front matter of a text: where its YAML begins, and the YAML with its line breaks. */
export function frontSource(text: string): { from: number; yaml: string; to: number } | null {
  const front = findFrontmatter(text);
  if (front === null) return null;
  const from = text.indexOf("\n") + 1;
  const lines = text.slice(from, front.to).split("\n");
  // The closing mark, and what follows the last line break.
  if (lines.at(-1) === "") lines.pop();
  lines.pop();
  const yaml = lines.map((line) => `${line}\n`).join("");
  return { from, yaml, to: front.to };
}

/** The properties of a text with `\n` line breaks. Bounded in time: front matter that is longer, or has anchors and aliases, is not read. */
export function readProperties(text: string): Properties {
  const front = frontSource(text);
  if (front === null) return { status: "none" };
  const { from, yaml, to } = front;
  const invalid = (message: string, at: number, isUnusual = true): Properties => ({
    status: "invalid",
    message,
    at: from + at,
    line: 1 + text.slice(0, from + at).split("\n").length - 1,
    to,
    isUnusual,
  });
  if (yaml.length > MAX_FRONT_MATTER) return invalid("too long", 0);
  const doc = parse(yaml);
  const [error] = doc.errors;
  if (error) return invalid(error.message, Math.min(error.pos[0], Math.max(0, yaml.length - 1)), false);
  if (doc.contents === null) return { status: "read", properties: [], to };
  if (!isMap(doc.contents)) return invalid("not a list of names and values", 0);
  if (doc.contents.flow) return invalid("names and values in braces", 0);
  if (hasAliases(doc)) return invalid("anchors and aliases", 0);
  const pairs = doc.contents.items;
  if (pairs.length > MAX_PROPERTIES) return invalid("too many properties", 0);
  const spans = spansOf(pairs as Pair[], yaml);
  const properties = pairs.flatMap((pair, index): Property[] => {
    const span = spans[index];
    return span ? [propertyOf(pair as Pair, yaml, { from: from + span.from, to: from + span.to })] : [];
  });
  return { status: "read", properties, to };
}

export const parse = (yaml: string): Document.Parsed => parseDocument(yaml, OPTIONS) as Document.Parsed;

/** Whether anything in it stands for something else: YAML can be made to grow without end. */
export function hasAliases(doc: Document.Parsed): boolean {
  let found = false;
  visit(doc, (_key, node) => {
    if (
      isAlias(node) ||
      (isScalar(node) && node.anchor) ||
      (isSeq(node) && node.anchor) ||
      (isMap(node) && node.anchor)
    ) {
      found = true;
      return visit.BREAK;
    }
    return undefined;
  });
  return found;
}

/** Where each property's lines begin and end in the YAML: from its name to the next name or the comments above that. */
export function spansOf(pairs: readonly Pair[], yaml: string): { from: number; to: number }[] {
  const starts = pairs.map(({ key }) => lineStart(yaml, isScalar(key) && key.range ? key.range[0] : 0));
  return pairs.map((_pair, index) => {
    const from = starts[index] as number;
    const limit = starts[index + 1] ?? yaml.length;
    // Comments and blank lines at the end belong to what follows.
    let to = limit;
    while (to > from) {
      const before = lineStart(yaml, to - 1);
      if (before <= from || !/^(?:#.*|[ \t]*)$/.test(yaml.slice(before, to).trimEnd())) break;
      to = before;
    }
    return { from, to };
  });
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

function propertyOf(pair: Pair, yaml: string, span: { from: number; to: number }): Property {
  const { key, value } = pair;
  const name = isScalar(key) ? String(key.value ?? "") : "";
  const base = { name, text: "", items: [], source: "", ...span };
  const other = (): Property => {
    const range = isScalar(value) || isMap(value) || isSeq(value) ? value.range : null;
    return { ...base, kind: "other", source: range ? yaml.slice(range[0], range[1]).trimEnd() : "" };
  };
  if (!isScalar(key) || !("value" in pair)) return other();
  if (value === null || value === undefined) return { ...base, kind: "empty" };
  if (isSeq(value)) {
    const items = value.items;
    if (!items.every((item) => isScalar(item) && !isBlock(item))) return other();
    return { ...base, kind: "list", items: items.map((item) => textOf(item as Scalar)) };
  }
  if (!isScalar(value) || isBlock(value) || value.tag !== undefined) return other();
  if (value.value === null) return { ...base, kind: value.source ? "text" : "empty", text: value.source ?? "" };
  const text = textOf(value);
  if (typeof value.value === "boolean") return { ...base, kind: "checkbox", text: String(value.value) };
  if (typeof value.value === "number") return { ...base, kind: "number", text };
  if (text.includes("\n")) return other();
  return { ...base, kind: DATE.test(text) ? "date" : "text", text };
}

const isBlock = ({ type }: Scalar): boolean => type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";

/** A value as its reader sees it: numbers as written, texts without quotes. */
const textOf = ({ value, source }: Scalar): string => (typeof value === "string" ? value : (source ?? String(value)));
