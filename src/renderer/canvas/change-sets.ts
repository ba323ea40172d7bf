import { ChangeSet, Text } from "@codemirror/state";
import type { Change } from "../../shared/contract";

/** A text as the editor keeps it. Breaks at `\n` only, so that positions are those of the string. */
export const toText = (text: string): Text => Text.of(text.split("\n"));

/** Spans as the editor applies them, for a text of `length`. Throws `RangeError` where they do not fit. */
export function toChangeSet(changes: readonly Change[], length: number): ChangeSet {
  return ChangeSet.of(
    changes.map(({ from, to, insert }) => ({ from, to, insert: toText(insert) })),
    length,
  );
}

/** The editor's changes as spans that may cross the process border; costs what was inserted, not what is there. */
export function toChanges(changes: ChangeSet): Change[] {
  const spans: Change[] = [];
  changes.iterChanges((from, to, _fromB, _toB, insert) => {
    spans.push({ from, to, insert: insert.sliceString(0) });
  });
  return spans;
}

/** The span before `changes` that became `from`–`to`, as wide as it can be where the ends were touched. */
export function spanBefore(changes: ChangeSet, from: number, to: number): { from: number; to: number } {
  const back = changes.invertedDesc;
  return { from: back.mapPos(from, -1), to: back.mapPos(to, 1) };
}

/**
 * The same step with what both sides share cut off at the ends of every replaced span, so that a composed change
 * (take `abc` away, insert `abcd`) claims no more text than it really changes.
 */
export function tightened(changes: ChangeSet, before: Text): ChangeSet {
  const spans: Change[] = [];
  changes.iterChanges((from, to, _fromB, _toB, insert) => {
    const old = before.sliceString(from, to);
    const now = insert.sliceString(0);
    const shorter = Math.min(old.length, now.length);
    let start = 0;
    while (start < shorter && old.charCodeAt(start) === now.charCodeAt(start)) start++;
    let end = 0;
    while (end < shorter - start && old.charCodeAt(old.length - 1 - end) === now.charCodeAt(now.length - 1 - end))
      end++;
    if (start + end < old.length || start + end < now.length)
      spans.push({ from: from + start, to: to - end, insert: now.slice(start, now.length - end) });
  });
  return toChangeSet(spans, before.length);
}
