import { setTimeout as wait } from "node:timers/promises";
import type { OfficeDraft, OfficeDraftFound } from "../../../shared/office";
import type { DraftPlace } from "../../engine/office";
import type { AppContext } from "./context";
import type { KeptDraft } from "./journal";
import type { WorkingCopy } from "./open-document";
import { journal } from "./unsaved-text";

/** How long the journal waits for the position of a paragraph; the models may be busy. */
const PLACE_MS = 250;

/** For a paragraph whose position is unknown: only its text can identify it. */
const nowhere: DraftPlace = { index: 0, previous: null, next: null };

/** Stores all unsaved texts of an Office document. Resolves once they are safe on disk. */
export function keepDrafts(ctx: AppContext, copy: WorkingCopy, drafts: readonly OfficeDraft[]): Promise<void> {
  const known = new Map(
    copy.drafts.flatMap((draft) => ("paragraph" in draft ? [[draft.paragraph, draft.place] as const] : [])),
  );
  const unplaced = drafts.map(
    (draft): KeptDraft =>
      "paragraph" in draft ? { ...draft, place: known.get(draft.paragraph) ?? null } : { ...draft, place: null },
  );
  copy.drafts = unplaced;
  return copy.keeping(
    (async () => {
      const placed = await withPlaces(ctx, copy, unplaced);
      if (copy.closed) return;
      if (copy.drafts === unplaced) copy.drafts = placed;
      // Newer drafts are journaled without positions: continuous typing must not have to wait for slow models.
      await (copy.drafts.length + copy.brought.length === 0 ? ctx.journal.clear(copy.doc, 0) : journal(ctx, copy));
    })(),
  );
}

async function withPlaces(ctx: AppContext, copy: WorkingCopy, drafts: readonly KeptDraft[]): Promise<KeptDraft[]> {
  const ids = drafts.flatMap((draft) => ("paragraph" in draft ? [draft.paragraph] : []));
  const over = new AbortController();
  const asked = ids.length === 0 ? [] : (await ctx.office()).models.placesOf(copy.doc, ids).catch(() => null);
  const places = await Promise.race([asked, wait(PLACE_MS, null, { signal: over.signal }).catch(() => null)]);
  over.abort();
  return drafts.map((draft): KeptDraft => {
    if (!("paragraph" in draft)) return draft;
    return { ...draft, place: places?.[ids.indexOf(draft.paragraph)] ?? draft.place };
  });
}

/**
 * The drafts located in the current document, without those that equal the current text because they were written after
 * all.
 */
export async function draftsNow(
  ctx: AppContext,
  copy: WorkingCopy,
): Promise<{ version: string; drafts: OfficeDraftFound[] }> {
  const { found, version } = await compared(ctx, copy);
  const drafts = found.filter(({ now, text }) => now !== text);
  if (copy.brought.length === 0) return { version, drafts };
  // From here on the renderer knows them by their current ids.
  copy.brought = [];
  await keepDrafts(
    ctx,
    copy,
    drafts.map(({ now: _, ...draft }) => draft),
  );
  return { version, drafts };
}

async function compared(ctx: AppContext, copy: WorkingCopy): Promise<{ version: string; found: OfficeDraftFound[] }> {
  const desk = await ctx.office();
  await desk.settled(copy);
  const asked = [
    ...copy.brought.map(({ place, ...draft }) => ({ draft, place: "paragraph" in draft ? (place ?? nowhere) : null })),
    ...copy.drafts.map(({ place: _, ...draft }) => ({ draft, place: null })),
  ];
  const { version } = copy.at;
  return { version, found: asked.length === 0 ? [] : await desk.models.placeDrafts(copy.doc, asked) };
}

/** Whether closing the document would lose unsaved edits. */
export async function hasUnwritten(ctx: AppContext, copy: WorkingCopy): Promise<boolean> {
  if (copy.drafts.length + copy.brought.length === 0) return false;
  return (await compared(ctx, copy)).found.some(({ now, text }) => now !== text);
}
