import { setTimeout as wait } from "node:timers/promises";
import type { LocatedOfficeDraft, OfficeDraft } from "../../../shared/office";
import type { DraftLocation } from "../../engine/office";
import type { AppContext } from "./context";
import type { JournaledDraft } from "./journal";
import type { OpenDocument } from "./open-document";
import { journal } from "./unsaved-text";

/** How long the journal waits for the position of a paragraph; the models may be busy. */
const LOCATE_MS = 250;

/** For a paragraph whose position is unknown: only its text can identify it. */
const nowhere: DraftLocation = { index: 0, previous: null, next: null };

/** Stores all unsaved texts of an Office document. Resolves once they are safe on disk. */
export function keepDrafts(ctx: AppContext, document: OpenDocument, drafts: readonly OfficeDraft[]): Promise<void> {
  const known = new Map(
    document.drafts.flatMap((draft) => ("paragraph" in draft ? [[draft.paragraph, draft.place] as const] : [])),
  );
  const unplaced = drafts.map(
    (draft): JournaledDraft =>
      "paragraph" in draft ? { ...draft, place: known.get(draft.paragraph) ?? null } : { ...draft, place: null },
  );
  document.drafts = unplaced;
  return document.trackJournaling(
    (async () => {
      const located = await withPositions(ctx, document, unplaced);
      if (document.closed) return;
      if (document.drafts === unplaced) document.drafts = located;
      // Newer drafts are journaled without positions: continuous typing must not have to wait for slow models.
      await (document.drafts.length + document.recoveredDrafts.length === 0
        ? ctx.journal.clear(document.doc, 0)
        : journal(ctx, document));
    })(),
  );
}

async function withPositions(
  ctx: AppContext,
  document: OpenDocument,
  drafts: readonly JournaledDraft[],
): Promise<JournaledDraft[]> {
  const ids = drafts.flatMap((draft) => ("paragraph" in draft ? [draft.paragraph] : []));
  const over = new AbortController();
  const asked = ids.length === 0 ? [] : (await ctx.office()).models.positionsOf(document.doc, ids).catch(() => null);
  const positions = await Promise.race([asked, wait(LOCATE_MS, null, { signal: over.signal }).catch(() => null)]);
  over.abort();
  return drafts.map((draft): JournaledDraft => {
    if (!("paragraph" in draft)) return draft;
    return { ...draft, place: positions?.[ids.indexOf(draft.paragraph)] ?? draft.place };
  });
}

/**
 * The drafts located in the current document, without those that equal the current text because they were written after
 * all.
 */
export async function draftsNow(
  ctx: AppContext,
  document: OpenDocument,
): Promise<{ version: string; drafts: LocatedOfficeDraft[] }> {
  const { found, version } = await compared(ctx, document);
  const drafts = found.filter(({ now, text }) => now !== text);
  if (document.recoveredDrafts.length === 0) return { version, drafts };
  // From here on the renderer knows them by their current ids.
  document.recoveredDrafts = [];
  await keepDrafts(
    ctx,
    document,
    drafts.map(({ now: _, ...draft }) => draft),
  );
  return { version, drafts };
}

async function compared(
  ctx: AppContext,
  document: OpenDocument,
): Promise<{ version: string; found: LocatedOfficeDraft[] }> {
  const service = await ctx.office();
  await service.upToDate(document);
  const asked = [
    ...document.recoveredDrafts.map(({ place, ...draft }) => ({
      draft,
      location: "paragraph" in draft ? (place ?? nowhere) : null,
    })),
    ...document.drafts.map(({ place: _, ...draft }) => ({ draft, location: null })),
  ];
  const { version } = document.at;
  return { version, found: asked.length === 0 ? [] : await service.models.locateDrafts(document.doc, asked) };
}

/** Whether closing the document would lose unsaved edits. */
export async function hasUnwritten(ctx: AppContext, document: OpenDocument): Promise<boolean> {
  if (document.drafts.length + document.recoveredDrafts.length === 0) return false;
  return (await compared(ctx, document)).found.some(({ now, text }) => now !== text);
}
