import type { Text } from "@codemirror/state";

const TASK = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*?(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\](?=[ \t])/;

/** The change that checks or unchecks the task on a line; null if the line has none in the expected state. */
export function toggledTask(
  text: Text,
  line: number,
  isDone: boolean,
): { from: number; to: number; insert: string } | null {
  if (line < 1 || line > text.lines) return null;
  const { from, text: source } = text.line(line);
  const found = TASK.exec(source.slice(0, 1000));
  if (!found || (found[1] !== " ") === isDone) return null;
  const at = from + found[0].length - 2;
  return { from: at, to: at + 1, insert: isDone ? "x" : " " };
}
