/** Text in runs, each with its author. */

/**
 * `by` is the id of the agent's write that inserted the text (or, in an accepted text, removed it), `USER` if the user did, and null for
 * text that the accepted and the current text share.
 */
export type Run = { text: string; by: string | null };

/** The user's author id, beside the ids of writes. */
export const USER = "user";

export const textOf = (runs: readonly Run[]): string =>
  runs.length === 1 ? (runs[0] as Run).text : runs.map(({ text }) => text).join("");

export const lengthOf = (runs: readonly Run[]): number => runs.reduce((sum, { text }) => sum + text.length, 0);

/** Joins adjacent runs of the same author, and drops empty ones. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (run.text === "") continue;
    if (last?.by === run.by) joined[joined.length - 1] = { text: last.text + run.text, by: run.by };
    else joined.push(run);
  }
  return joined;
}

/** The runs of a range of their text; offsets in UTF-16 units. */
export function sliceRuns(runs: readonly Run[], from: number, to: number): Run[] {
  const found: Run[] = [];
  let at = 0;
  for (const { text, by } of runs) {
    if (at >= to) break;
    const [start, end] = [Math.max(from, at), Math.min(to, at + text.length)];
    if (start < end) found.push({ text: text.slice(start - at, end - at), by });
    at += text.length;
  }
  return found;
}

export const isWrite = (by: string | null): by is string => by !== null && by !== USER;

/** The ids of the writes among the authors, each once, in text order. */
export const writesIn = (...lists: readonly (readonly Run[])[]): string[] => [
  ...new Set(lists.flatMap((runs) => runs.map(({ by }) => by).filter(isWrite))),
];

export const hasUser = (runs: readonly Run[]): boolean => runs.some(({ by }) => by === USER);
