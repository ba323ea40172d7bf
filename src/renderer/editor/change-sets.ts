import { ChangeSet, Text } from "@codemirror/state";
import { difference } from "../../core/diff/difference";
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
 * The same step, claiming no more text than it really changes: of a replaced paragraph only the words that differ, of a
 * composed change (take `abc` away, insert `abcd`) only the `d`. A cursor in what stays is not moved by it.
 */
export function tightened(changes: ChangeSet, before: Text): ChangeSet {
  const spans: Change[] = [];
  let isTight = true;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const insert = inserted.sliceString(0);
    if (from === to || insert === "") {
      spans.push({ from, to, insert });
      return;
    }
    isTight = false;
    for (const part of difference(before.sliceString(from, to), insert))
      spans.push({ from: part.from + from, to: part.to + from, insert: part.insert });
  });
  return isTight ? changes : toChangeSet(spans, before.length);
}
