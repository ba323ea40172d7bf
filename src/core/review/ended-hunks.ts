import { type HunkId, listHunks, type PendingEdits, textsOfHunks } from "./pending-edits";
import { wholeDocumentHunk } from "./whole-document";

/** A hunk that is no longer pending, with its text and the ids of the writes that contributed to it. */
export type EndedHunk = {
  hunk: HunkId;
  outcome: "kept" | "undone" | "overwritten";
  writes: readonly string[];
  inserted: string;
  removed: string;
};

/** The hunks that ended, by what became of them. */
export type Outcomes = Partial<Record<EndedHunk["outcome"], readonly HunkId[]>>;

/** The text reported for a hunk that is a whole document, which would be too long. */
const WHOLE = { inserted: "(the whole document)", removed: "(the whole document as it was before)" };

/** What to report about hunks that ended; `pending` are the edits that waited in `text` before. */
export function endedHunks(pending: PendingEdits, text: string, ended: Outcomes): EndedHunk[] {
  const outcomes = Object.entries(ended) as [EndedHunk["outcome"], readonly HunkId[]][];
  if (outcomes.every(([, hunks]) => hunks.length === 0)) return [];
  const texts = textsOfHunks(pending, (from, to) => text.slice(from, to));
  const whole = wholeDocumentHunk(pending);
  if (whole !== null) texts.set(whole, WHOLE);
  const writesOfHunk = new Map(listHunks(pending).map(({ id, writes }) => [id, writes]));
  return outcomes.flatMap(([outcome, hunks]) =>
    hunks.map((hunk) => ({
      hunk,
      outcome,
      writes: writesOfHunk.get(hunk) ?? [],
      ...(texts.get(hunk) ?? { inserted: "", removed: "" }),
    })),
  );
}
