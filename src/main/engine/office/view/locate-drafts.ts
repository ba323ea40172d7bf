import type { OfficeDraft, OfficeDraftFound } from "../../../../core/office/office-view";

/** Where a paragraph stood when it was typed in: its place among all, and how its neighbours began (null: there was none). */
export type DraftPlace = { index: number; previous: string | null; next: string | null };

/** Paragraphs as they stand in a document, with their ids. */
export type Standing = { ids: readonly string[]; texts: readonly string[] };

const kept = 200;

/** The place of a paragraph, to find it by in another reading of the document; null where it is not there. */
export function placeOf({ ids, texts }: Standing, paragraph: string): DraftPlace | null {
  const index = ids.indexOf(paragraph);
  return index < 0 ? null : { index, ...around(texts, index) };
}

/**
 * What stands by now where something was typed. `place` is null for the document in which it was typed: then its id counts. Else the
 * paragraph is sought by what it said, or says by now, beside the neighbours that it had, the nearest first.
 */
export function placeDraft(
  { ids, texts }: Standing,
  draft: Extract<OfficeDraft, { paragraph: string }>,
  place: DraftPlace | null,
): OfficeDraftFound {
  const at = place === null ? ids.indexOf(draft.paragraph) : nearest(texts, draft, place);
  const id = ids[at];
  if (id === undefined) {
    // In another reading its id may be that of another paragraph.
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
    // One that says something else counts only where both of its neighbours stand as they stood; an empty one is like any other.
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
