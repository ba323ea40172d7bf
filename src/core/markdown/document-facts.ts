import { findFrontmatter } from "./sections";

/** What the front matter of a document says about it; empty where it says nothing. */
export type DocumentFacts = { title: string; authors: string[]; date: string; lang: string };

/** Longer values are not names. */
const MAX_LENGTH = 300;

/** Reads title, author or authors, date and language from front matter. Anything that is not a plain value is left out. */
export function documentFacts(text: string): DocumentFacts {
  const front = findFrontmatter(text);
  const fields = new Map<string, string[]>();
  let values: string[] | null = null;
  for (const line of front
    ? text
        .slice(0, front.to)
        .split("\n")
        .slice(1, front.lineEnd - 1)
    : []) {
    const field = /^([A-Za-z]+):(?:[ \t]+(.*))?$/.exec(line);
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line);
    if (field) {
      values = listed((field[2] ?? "").trim());
      fields.set((field[1] ?? "").toLowerCase(), values);
    } else if (item && values) values.push(...plain(item[1] ?? ""));
    else if (/^\S/.test(line)) values = null;
  }
  const first = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? [])[0] ?? "";
  const lang = first("lang", "language");
  return {
    title: first("title"),
    authors: [...(fields.get("author") ?? []), ...(fields.get("authors") ?? [])].slice(0, 50),
    date: first("date"),
    lang: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(lang) ? lang : "",
  };
}

/** The day or moment that a date of front matter means, as `2026-11-23T00:00:00Z`; null if it is written in another way. */
export function momentOf(date: string): string | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(date);
  if (!found) return null;
  const isDay = date.length === 10;
  const moment = new Date(isDay ? `${date}T00:00:00Z` : /(?:Z|[+-]\d{2}:?\d{2})$/.test(date) ? date : `${date}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** The values of a field: one, or a list in brackets. */
function listed(value: string): string[] {
  const inner = /^\[(.*)\](?:[ \t]+#.*)?$/.exec(value)?.[1];
  return inner === undefined ? plain(value) : inner.split(",").flatMap(plain);
}

/** A value without its quotes or comment; none if it is not a plain value, or is empty. */
function plain(value: string): string[] {
  const trimmed = value.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"(?:[ \t]+#.*)?$|^'((?:[^']|'')*)'(?:[ \t]+#.*)?$/.exec(trimmed);
  const text = quoted
    ? (quoted[1]?.replace(/\\(["\\])/g, "$1") ?? quoted[2]?.replaceAll("''", "'") ?? "")
    : /^[{&*!|>%@`#]|:[ \t]|:$/.test(trimmed)
      ? (/^name:[ \t]+(.+)$/.exec(trimmed)?.[1] ?? "").replace(/^(["'])(.*)\1$/, "$2")
      : trimmed.replace(/[ \t]+#.*$/, "");
  return text === "" || text.length > MAX_LENGTH ? [] : [text];
}
