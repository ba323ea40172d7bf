import { diffWordsWithSpace } from "diff";

/** A row of a diff. In a changed line, the pieces mark which words differ. */
export type DiffRow =
  | { kind: "gap" }
  | { kind: "same" | "added" | "removed"; pieces: readonly { text: string; isChanged: boolean }[] };

/** Longer lines are shown without word marks, in UTF-16 units. */
const MAX_LINE_LENGTH = 4000;

/**
 * Lines that differ in more words are shown as removed and added. A count, not a time limit, so that the same diff always renders
 * the same.
 */
const MAX_CHANGED_WORDS = 400;

/** The rows of a unified diff, without its file header. */
export function diffRows(unified: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  let isInside = false;
  const flush = () => {
    rows.push(...pairs(removed, added));
    removed = [];
    added = [];
  };
  for (const line of unified.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("@@")) {
      flush();
      if (isInside) rows.push({ kind: "gap" });
      isInside = true;
    } else if (!isInside || line.startsWith("\\")) continue;
    else if (line.startsWith("-")) {
      if (added.length > 0) flush();
      removed.push(line.slice(1));
    } else if (line.startsWith("+")) added.push(line.slice(1));
    else {
      flush();
      rows.push({ kind: "same", pieces: [{ text: line.slice(1), isChanged: false }] });
    }
  }
  flush();
  return rows;
}

function pairs(removed: readonly string[], added: readonly string[]): DiffRow[] {
  const wholeLine = (kind: "added" | "removed", text: string): DiffRow => ({
    kind,
    pieces: [{ text, isChanged: false }],
  });
  // Lines are paired only if as many were removed as added.
  if (removed.length !== added.length) {
    return [...removed.map((text) => wholeLine("removed", text)), ...added.map((text) => wholeLine("added", text))];
  }
  const removedRows: DiffRow[] = [];
  const addedRows: DiffRow[] = [];
  for (const [at, before] of removed.entries()) {
    const after = added[at] ?? "";
    const parts = before.length + after.length > MAX_LINE_LENGTH ? undefined : changedWords(before, after);
    removedRows.push(
      parts
        ? { kind: "removed", pieces: joined(parts.filter(({ side }) => side !== "after")) }
        : wholeLine("removed", before),
    );
    addedRows.push(
      parts
        ? { kind: "added", pieces: joined(parts.filter(({ side }) => side !== "before")) }
        : wholeLine("added", after),
    );
  }
  return [...removedRows, ...addedRows];
}

function changedWords(before: string, after: string) {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGED_WORDS });
  if (!parts) return undefined;
  const kept = parts.reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.trim().length), 0);
  // Lines with hardly a word in common are shown as removed and added, not as changed.
  if (kept * 4 < Math.min(before.length, after.length)) return undefined;
  return parts.map(({ value, added, removed }) => ({
    text: value,
    isChanged: added || removed,
    side: added ? ("after" as const) : removed ? ("before" as const) : ("both" as const),
  }));
}

/** A space between two changed words is marked with them. */
function joined(parts: readonly { text: string; isChanged: boolean }[]) {
  const pieces: { text: string; isChanged: boolean }[] = [];
  for (const [at, { text, isChanged }] of parts.entries()) {
    const last = pieces.at(-1);
    const isBetween = /^\s+$/.test(text) && last?.isChanged === true && parts[at + 1]?.isChanged === true;
    if (last && (isBetween || last.isChanged === isChanged)) last.text += text;
    else pieces.push({ text, isChanged });
  }
  return pieces;
}
