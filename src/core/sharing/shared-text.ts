/** Changes of a document as operations of a shared text (Yjs), and back. */
import type * as Y from "yjs";
import { wholeWordChanges } from "../diff/refine-changes";
import type { Change } from "../text/change";
import { splitsPair } from "../text/characters";

/**
 * Makes changes of `text.toString()` in a shared text, each as it is given. No character of two UTF-16 units and no
 * line break of two is ever cut: Yjs would replace the halves of a character, and others could write between them.
 */
export function changeShared(text: Y.Text, changes: readonly Change[]): void {
  const before = text.toString();
  const small = changes.map((change) => withWholeEnds(before, change));
  // From the end, so that earlier positions stay true.
  for (const { from, to, insert } of small.reverse()) {
    if (to > from) text.delete(from, to - from);
    if (insert !== "") text.insert(from, insert);
  }
}

/** The changes that a delta of Yjs stands for. What is not text (embedded objects, which Galley never writes) is left out. */
export function changesOfDelta(delta: Y.YTextEvent["delta"]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  for (const step of delta) {
    const last = changes.at(-1);
    const isTouching = last !== undefined && last.to === at;
    if (step.retain !== undefined) at += step.retain;
    else if (step.delete !== undefined) {
      if (isTouching) last.to += step.delete;
      else changes.push({ from: at, to: at + step.delete, insert: "" });
      at += step.delete;
    } else if (typeof step.insert === "string") {
      if (isTouching) last.insert += step.insert;
      else changes.push({ from: at, to: at, insert: step.insert });
    }
  }
  return changes;
}

/**
 * Changes that replace whole words: if one kept the letters that the old and the new word have in common, somebody else who deletes the old word would take
 * them out of the new one.
 */
export const withWholeWords = (text: string, changes: readonly Change[]): Change[] =>
  changes.some(({ from, to, insert }) => from < to && insert !== "") ? wholeWordChanges(text, changes) : [...changes];

const cuts = (text: string, at: number): boolean =>
  splitsPair(text, at) || (text.charCodeAt(at - 1) === 13 && text.charCodeAt(at) === 10);

function withWholeEnds(text: string, { from, to, insert }: Change): Change {
  const start = cuts(text, from) ? from - 1 : from;
  const end = cuts(text, to) ? to + 1 : to;
  return { from: start, to: end, insert: text.slice(start, from) + insert + text.slice(to, end) };
}
