import { setTimeout as wait } from "node:timers/promises";
import type { OfficeDraft, OfficeDraftFound } from "../../../shared/office";
import type { DraftPlace } from "../../engine/office";
import type { AppContext } from "./context";
import type { KeptDraft } from "./journal";
import type { WorkingCopy } from "./open-document";
import { journal } from "./unsaved-text";

/** So long the journal waits for the models to say where a paragraph stands; they may be at something long. */
const PLACE_MS = 250;

/** Of a paragraph whose place was never learnt: only what it says can find it. */
const nowhere: DraftPlace = { index: 0, previous: null, next: null };

/** Takes all that is typed in an Office document and not in its file. Resolves once it is safe on the disk. */
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
      // Newer drafts than these are journaled as they are: steady typing over slow models must not wait for a rest.
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

/** What was typed and is not written, in its place in today's document; what stands there already was written after all. */
export async function draftsNow(
  ctx: AppContext,
  copy: WorkingCopy,
): Promise<{ version: string; drafts: OfficeDraftFound[] }> {
  const { found, version } = await compared(ctx, copy);
  const drafts = found.filter(({ now, text }) => now !== text);
  if (copy.brought.length === 0) return { version, drafts };
  // From here on they are the page's, by the ids that it knows.
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

/** Whether closing the document would lose typing. */
export async function hasUnwritten(ctx: AppContext, copy: WorkingCopy): Promise<boolean> {
  if (copy.drafts.length + copy.brought.length === 0) return false;
  return (await compared(ctx, copy)).found.some(({ now, text }) => now !== text);
}
