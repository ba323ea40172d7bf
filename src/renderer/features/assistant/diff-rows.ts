import { diffWordsWithSpace } from "diff";

/** A line of a difference; of a line that became another one, what of it is new or gone. */
export type DiffRow =
  | { kind: "gap" }
  | { kind: "same" | "added" | "removed"; pieces: readonly { text: string; isChanged: boolean }[] };

/** Longer lines are shown as wholes, in UTF-16 units. */
const LONGEST = 4000;

/** Lines that differ in more words than these are two lines. A number and no time: the same card looks the same each time. */
const MOST_WORDS = 400;

/** The rows of a unified difference. Its head is left out: whoever shows it names the file. */
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
  const whole = (kind: "added" | "removed", text: string): DiffRow => ({ kind, pieces: [{ text, isChanged: false }] });
  // Only as many lines as became as many others are held beside each other.
  if (removed.length !== added.length) {
    return [...removed.map((text) => whole("removed", text)), ...added.map((text) => whole("added", text))];
  }
  const gone: DiffRow[] = [];
  const come: DiffRow[] = [];
  for (const [at, before] of removed.entries()) {
    const after = added[at] ?? "";
    const parts = before.length + after.length > LONGEST ? undefined : wordsOf(before, after);
    gone.push(
      parts
        ? { kind: "removed", pieces: joined(parts.filter(({ side }) => side !== "after")) }
        : whole("removed", before),
    );
    come.push(
      parts ? { kind: "added", pieces: joined(parts.filter(({ side }) => side !== "before")) } : whole("added", after),
    );
  }
  return [...gone, ...come];
}

function wordsOf(before: string, after: string) {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS });
  if (!parts) return undefined;
  const kept = parts.reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.trim().length), 0);
  // Lines that have hardly a word in common are two lines, not one that changed.
  if (kept * 4 < Math.min(before.length, after.length)) return undefined;
  return parts.map(({ value, added, removed }) => ({
    text: value,
    isChanged: added || removed,
    side: added ? ("after" as const) : removed ? ("before" as const) : ("both" as const),
  }));
}

/** A blank between two words that changed belongs to them. */
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
