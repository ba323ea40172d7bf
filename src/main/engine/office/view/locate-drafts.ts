import type { OfficeDraft, OfficeDraftFound } from "../../../../core/office/office-view";

/** Where a paragraph was when the user typed in it: its index among all, and how its neighbours began (null: there was none). */
export type DraftPlace = { index: number; previous: string | null; next: string | null };

/** The paragraphs of a document, with their ids. */
export type Standing = { ids: readonly string[]; texts: readonly string[] };

const kept = 200;

/** The location of a paragraph, to find it in another version of the document; null if it is not there. */
export function placeOf({ ids, texts }: Standing, paragraph: string): DraftPlace | null {
  const index = ids.indexOf(paragraph);
  return index < 0 ? null : { index, ...around(texts, index) };
}

/**
 * Finds the current text for a draft. `location` is null for the version in which it was typed; its id is then valid. Otherwise searches
 * for a paragraph with its text, before or after typing, next to the same neighbours; the nearest one wins.
 */
export function placeDraft(
  { ids, texts }: Standing,
  draft: Extract<OfficeDraft, { paragraph: string }>,
  place: DraftPlace | null,
): OfficeDraftFound {
  const at = place === null ? ids.indexOf(draft.paragraph) : nearest(texts, draft, place);
  const id = ids[at];
  if (id === undefined) {
    // In another version, its id may belong to another paragraph.
    const paragraph = place === null ? draft.paragraph : `gone:${draft.paragraph}`.slice(0, 100);
    return { ...draft, paragraph, now: null };
  }
  return { ...draft, paragraph: id, now: texts[at] ?? "" };
}

function nearest(
  texts: readonly string[],
  { before, text }: Pick<OfficeDraft, "before" | "text">,
  place: DraftPlace,
): number {
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [index, said] of texts.entries()) {
    const isSame = said === before || said === text;
    const { previous, next } = around(texts, index);
    const neighbours = Number(previous === place.previous) + Number(next === place.next);
    // A paragraph with another text counts only if both neighbours are the same; an empty text is no evidence.
    if (neighbours < (isSame ? Number(said === "") : 2)) continue;
    const score = (isSame ? 10 : 0) + neighbours - Math.abs(index - place.index) / (texts.length + 1);
    if (score <= bestScore) continue;
    best = index;
    bestScore = score;
  }
  return best;
}

const around = (texts: readonly string[], index: number): Omit<DraftPlace, "index"> => ({
  previous: index === 0 ? null : (texts[index - 1] ?? "").slice(0, kept),
  next: index + 1 >= texts.length ? null : (texts[index + 1] ?? "").slice(0, kept),
});
