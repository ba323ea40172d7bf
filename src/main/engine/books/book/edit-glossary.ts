import { type GlossaryTerm, glossaryLines, readGlossary, tableRow, writeGlossary } from "./glossary";

/** One change of a glossary. `at` is the index of a term among those that `readGlossary` finds before any of the changes. */
export type GlossaryEdit =
  | { edit: "add"; entry: GlossaryTerm }
  | { edit: "set"; at: number; entry: GlossaryTerm }
  | { edit: "remove"; at: number };

/**
 * Changes terms of a glossary, each in its own line; all other lines stay as they are. A term that its line's format cannot hold, such as
 * one with `=`, becomes a table row. Null if an edit names a term that does not exist.
 */
export function editGlossary(text: string, edits: readonly GlossaryEdit[]): string | null {
  const lines = text.split("\n");
  const entries = glossaryLines(text);
  const removed = new Set<number>();
  const after = new Map<number, string[]>();
  for (const edit of edits) {
    if (edit.edit === "add") {
      const last = entries.at(-1)?.line ?? -1;
      after.set(last, [...(after.get(last) ?? []), last < 0 ? "" : lineLike(lines[last] ?? "", edit.entry)]);
      continue;
    }
    const line = entries[edit.at]?.line;
    if (line === undefined || removed.has(line)) return null;
    if (edit.edit === "remove") removed.add(line);
    else lines[line] = lineLike(lines[line] ?? "", edit.entry);
  }
  const added = edits.flatMap((each) => (each.edit === "add" ? [each.entry] : []));
  if (entries.length === 0) return added.length === 0 ? text : withTable(text, added);
  return lines.flatMap((line, at) => [...(removed.has(at) ? [] : [line]), ...(after.get(at) ?? [])]).join("\n");
}

function withTable(text: string, added: readonly GlossaryTerm[]): string {
  if (text.trim() === "") return writeGlossary(added);
  return `${text.replace(/\n*$/, "")}\n\n${writeGlossary(added)}`;
}

/** A term in the format of another line, if that format can hold it. */
function lineLike(line: string, entry: GlossaryTerm): string {
  const isRow = line.trim().startsWith("|");
  const end = line.endsWith("\r") ? "\r" : "";
  const [, before = "", sign = " = "] = /^(\s*(?:[-*+]\s+)?)[^=→:：]*?(\s*(?:=>?|→|:|：)\s*)/.exec(line) ?? [];
  const pair = `${before}${entry.term}${sign}${entry.translation}${entry.note === "" ? "" : ` # ${entry.note}`}`;
  const [read] = isRow || pair.includes("\n") ? [] : readGlossary(pair);
  const isSame = read?.term === entry.term && read.translation === entry.translation && read.note === entry.note;
  return (isSame ? pair : tableRow([entry.term, entry.translation, entry.note]).trimEnd()) + end;
}
