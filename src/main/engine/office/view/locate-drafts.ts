import type { LocatedOfficeDraft, OfficeDraft } from "../../../../core/office/office-view";

/** Where a paragraph was when the user typed in it: its index among all, and how its neighbours began (null: there was none). */
export type DraftLocation = { index: number; previous: string | null; next: string | null };

/** The paragraphs of a document, with their ids. */
export type ParagraphTexts = { ids: readonly string[]; texts: readonly string[] };

const MAX_NEIGHBOUR = 200;

/** The location of a paragraph, to find it in another version of the document; null if it is not there. */
export function locationOf({ ids, texts }: ParagraphTexts, paragraph: string): DraftLocation | null {
  const index = ids.indexOf(paragraph);
  return index < 0 ? null : { index, ...neighboursOf(texts, index) };
}

/**
 * Finds the current text for a draft. `location` is null for the version in which it was typed; its id is then valid. Otherwise searches
 * for a paragraph with its text, before or after typing, next to the same neighbours; the nearest one wins.
 */
export function locateDraft(
  { ids, texts }: ParagraphTexts,
  draft: Extract<OfficeDraft, { paragraph: string }>,
  location: DraftLocation | null,
): LocatedOfficeDraft {
  const at = location === null ? ids.indexOf(draft.paragraph) : nearest(texts, draft, location);
  const id = ids[at];
  if (id === undefined) {
    // In another version, its id may belong to another paragraph.
    const paragraph = location === null ? draft.paragraph : `gone:${draft.paragraph}`.slice(0, 100);
    return { ...draft, paragraph, now: null };
  }
  return { ...draft, paragraph: id, now: texts[at] ?? "" };
}

function nearest(
  texts: readonly string[],
  { before, text }: Pick<OfficeDraft, "before" | "text">,
  location: DraftLocation,
): number {
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [index, current] of texts.entries()) {
    const isSame = current === before || current === text;
    const { previous, next } = neighboursOf(texts, index);
    const neighbours = Number(previous === location.previous) + Number(next === location.next);
    // A paragraph with another text counts only if both neighbours are the same; an empty text proves nothing.
    if (neighbours < (isSame ? Number(current === "") : 2)) continue;
    const score = (isSame ? 10 : 0) + neighbours - Math.abs(index - location.index) / (texts.length + 1);
    if (score <= bestScore) continue;
    best = index;
    bestScore = score;
  }
  return best;
}

const neighboursOf = (texts: readonly string[], index: number): Omit<DraftLocation, "index"> => ({
  previous: index === 0 ? null : (texts[index - 1] ?? "").slice(0, MAX_NEIGHBOUR),
  next: index + 1 >= texts.length ? null : (texts[index + 1] ?? "").slice(0, MAX_NEIGHBOUR),
});
