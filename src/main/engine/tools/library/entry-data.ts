import { printableName } from "../../../../core/text/printable-name";
import type { EntryFields, FieldValue, LibraryEntry } from "../../library/entries/entry";

/** An entry in `data`: `{document, kind, key, name, …fields, text}`. */
export type EntryData = EntryFields & Pick<LibraryEntry, "document" | "kind" | "key" | "name" | "text">;

/** The entry without the library's internal fields. */
export const entryData = ({ document, kind, key, name, fields, text }: LibraryEntry): EntryData =>
  ({ document, kind, key, name, ...fields, text }) as EntryData;

/** The maximum number of characters of facts in one row of a message. */
const MAX_FACTS = 1_000;
/** The maximum number of characters of all texts in one message: the first entries are shown with their text, `data` has all texts. */
const MAX_TEXT = 24_000;
/** The maximum number of entries in one message. */
const MAX_ROWS = 100;

/** Rows for the model: each entry with its facts, and with its text while the budget lasts. */
export function entryRows(entries: readonly LibraryEntry[]): string[] {
  const rows: string[] = [];
  let left = MAX_TEXT;
  let withoutText = 0;
  for (const entry of entries.slice(0, MAX_ROWS)) {
    const { name, document, kind, key, fields, text } = entry;
    const head = `${name} [${document} · ${kind} · ${key}] ${cropped(facts(fields), MAX_FACTS)}`;
    rows.push(printableName(head.trimEnd()));
    left -= text.length;
    if (left >= 0 && text !== "") rows.push(indented(text));
    else if (text !== "") withoutText++;
  }
  if (withoutText > 0) rows.push(`(without the texts of ${withoutText}, a smaller limit or a name shows them)`);
  if (entries.length > MAX_ROWS)
    rows.push(`... and ${entries.length - MAX_ROWS} more; a name or another condition shows them`);
  return rows;
}

/** The indented lines of a text, with control characters escaped. */
const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${printableName(line.replaceAll("\t", "  "))}`))
    .join("\n");

const cropped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 3).toWellFormed()}...` : text;

const facts = (fields: EntryFields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${describeValue(value)}`)
    .join("; ");

function describeValue(value: FieldValue): string {
  if (Array.isArray(value)) return value.map((each) => describeValue(each)).join(", ");
  if (typeof value !== "object" || value === null) return value === null ? "none" : String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name} ${describeValue(each as FieldValue)}`)
    .join(", ");
}
