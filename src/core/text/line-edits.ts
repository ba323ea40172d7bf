/** `edits`: lines replaced, deleted and inserted by number; all numbers refer to the text before the edits. */
import type { Change } from "./change";
import { withPlainBreaks } from "./line-endings";
import { contentLines, countLines, lineStart, replaceLines } from "./lines";

/**
 * One edit of whole lines, 1-based, inclusive: `from`, `to` and `content` replace; `from` and `to` delete (as does empty content); `from`
 * and `content` insert before that line.
 */
export type LineEdit = { from: number; to?: number | undefined; content?: string | undefined };

/** The result of the edits; either all of them apply, or none. */
export type LineEdits =
  | {
      status: "applied";
      changes: Change[];
      /** The number of edits. */
      edits: number;
      /** Whether lines that no edit names have a new number, so that the caller must read again. */
      linesMoved: boolean;
    }
  | { status: "refused"; code: "bad_arguments"; message: string; hint?: string };

// Replaces the lines from `from` up to, but not including, `end` with `lines`.
type Block = { from: number; end: number; lines: string[] };

/** Applies edits to the lines of `text`, in any order; an insertion comes before a replacement at the same line. */
export function applyLineEdits(text: string, edits: readonly LineEdit[]): LineEdits {
  if (edits.length === 0) return reject("edits is empty", "Give at least one edit: {from, to, content}.");
  const total = countLines(text);
  const blocks: Block[] = [];
  const sorted = edits
    .map((edit, index) => ({ ...edit, number: index + 1 }))
    .sort((a, b) => a.from - b.from || Number(a.to !== undefined) - Number(b.to !== undefined) || a.number - b.number);
  let last: (typeof sorted)[number] | null = null;
  for (const edit of sorted) {
    const error = findError(edit, total);
    if (error) return reject(`edit ${edit.number} ${error.message}`, error.hint);
    if (last?.to !== undefined && edit.from <= last.to) {
      const both = `edits ${last.number} (${rangeOf(last)}) and ${edit.number} (${rangeOf(edit)})`;
      return reject(`${both} overlap`, "Make one edit of them, or name separate lines.");
    }
    if (edit.to !== undefined) last = edit;
    const lines = contentLines(withPlainBreaks(edit.content ?? ""));
    const end = edit.to === undefined ? edit.from : edit.to + 1;
    const before = blocks.at(-1);
    if (before && before.end === edit.from) {
      before.end = end;
      before.lines.push(...lines);
    } else blocks.push({ from: edit.from, end, lines });
  }
  return {
    status: "applied",
    changes: blockChanges(text, blocks),
    edits: edits.length,
    linesMoved: blocks.some(({ from, end, lines }) => lines.length !== end - from),
  };
}

function reject(message: string, hint: string): LineEdits {
  return { status: "refused", code: "bad_arguments", message, hint };
}

function rangeOf({ from, to }: LineEdit): string {
  return to === undefined ? `before line ${from}` : from === to ? `line ${from}` : `lines ${from}–${to}`;
}

function findError({ from, to, content }: LineEdit, total: number): { message: string; hint: string } | null {
  const has = total === 1 ? "the file has 1 line" : `the file has ${total} lines`;
  if (!Number.isInteger(from) || from < 1)
    return { message: `starts at line ${from}`, hint: "Lines are whole numbers from 1." };
  if (to === undefined) {
    if (content === undefined) return { message: "has neither to nor content", hint: "Give content to insert, or to." };
    if (content === "") return { message: "inserts nothing", hint: "Give content, or to if lines should go." };
    if (from <= total + 1) return null;
    return { message: `inserts at line ${from}, but ${has}`, hint: `The last line to insert at is ${total + 1}.` };
  }
  if (!Number.isInteger(to) || to < from)
    return { message: `ends at line ${to}, before its start, line ${from}`, hint: "to is the last line of the edit." };
  if (to <= total) return null;
  return {
    message: `names ${rangeOf({ from, to })}, but ${has}`,
    hint: `To append, give from: ${total + 1} and content, without to.`,
  };
}

function blockChanges(text: string, blocks: readonly Block[]): Change[] {
  let known = { line: 1, start: 0 };
  return blocks.map(({ from, end, lines }) => {
    const start = lineStart(text, from, known);
    const stop = lineStart(text, end, { line: from, start });
    known = { line: end, start: stop };
    return replaceLines(text, start, stop, lines);
  });
}
