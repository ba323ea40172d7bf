import { ChangeSet, Text } from "@codemirror/state";
import { difference } from "../../../core/diff/difference";
import type { Change } from "../../../shared/contract";

/**
 * Converts a string to the editor's text. Breaks lines at `
 * ` only, so that positions equal those of the string.
 */
export const toText = (text: string): Text => Text.of(text.split("\n"));

/** Converts changes to a `ChangeSet` for a text of `length`. Throws `RangeError` if they do not fit. */
export function toChangeSet(changes: readonly Change[], length: number): ChangeSet {
  return ChangeSet.of(
    changes.map(({ from, to, insert }) => ({ from, to, insert: toText(insert) })),
    length,
  );
}

/** Converts a `ChangeSet` to changes that can be sent to main. The cost depends on the inserted text only. */
export function toChanges(changes: ChangeSet): Change[] {
  const spans: Change[] = [];
  changes.iterChanges((from, to, _fromB, _toB, insert) => {
    spans.push({ from, to, insert: insert.sliceString(0) });
  });
  return spans;
}

/** The range before `changes` that became `from`–`to`, as wide as possible if its ends were changed. */
export function rangeBefore(changes: ChangeSet, from: number, to: number): { from: number; to: number } {
  const back = changes.invertedDesc;
  return { from: back.mapPos(from, -1), to: back.mapPos(to, 1) };
}

/**
 * Reduces a change set to the text that really changes: of a replaced paragraph only the words that differ, of a
 * composed change (delete `abc`, insert `abcd`) only the `d`. A cursor in unchanged text does not move.
 */
export function trimmed(changes: ChangeSet, before: Text): ChangeSet {
  const spans: Change[] = [];
  let isTrimmed = true;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const insert = inserted.sliceString(0);
    if (from === to || insert === "") {
      spans.push({ from, to, insert });
      return;
    }
    isTrimmed = false;
    for (const part of difference(before.sliceString(from, to), insert))
      spans.push({ from: part.from + from, to: part.to + from, insert: part.insert });
  });
  return isTrimmed ? changes : toChangeSet(spans, before.length);
}
