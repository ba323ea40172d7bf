import { atom } from "nanostores";

/**
 * An unsaved edit of a paragraph or cell. `before` is the text it is based on; `now` is set if another writer has changed that
 * text (null: deleted).
 */
export type Draft = { id: string; before: string; text: string; now?: string | null };

/** The unsaved edits of a document, by paragraph or cell. If another writer changes the same place, both texts are kept. */
export function createDrafts() {
  const $drafts = atom<ReadonlyMap<string, Draft>>(new Map());

  const put = (draft: Draft | null, id: string) => {
    const next = new Map($drafts.get());
    if (draft) next.set(id, draft);
    else next.delete(id);
    $drafts.set(next);
  };
  const of = (id: string): Draft | null => $drafts.get().get(id) ?? null;

  return {
    $drafts,
    of,
    /** Starts an edit; an existing draft stays. */
    begin: (id: string, before: string) => put(of(id) ?? { id, before, text: before }, id),
    type(id: string, text: string): void {
      const draft = of(id);
      if (draft) put({ ...draft, text }, id);
    },
    drop: (id: string) => put(null, id),
    /**
     * Restores a draft from before a crash; `now` is the current text. Returns null if nothing has to be restored. If the user has
     * already typed there, the draft is kept separately under `separateId`.
     */
    restore(
      id: string,
      { before, text, now }: { before: string; text: string; now: string | null },
      separateId: string,
    ): Draft | null {
      const own = of(id);
      if (now === text || text === before || own?.text === text) return null;
      const isTaken = own !== null && own.text !== own.before;
      const draft: Draft = { id: isTaken ? separateId : id, before, text };
      if (isTaken) draft.now = null;
      else if (now !== before) draft.now = now;
      put(draft, draft.id);
      return draft;
    },
    /** Updates a draft with the current text; null if it was deleted. */
    updateCurrent(id: string, now: string | null): void {
      const draft = of(id);
      if (!draft) return;
      if (now === draft.text || (draft.text === draft.before && now === null)) put(null, id);
      else if (now === draft.before) put({ id, before: draft.before, text: draft.text }, id);
      // Nothing was typed yet: continue with the current text.
      else if (draft.text === draft.before && now !== null) put({ id, before: now, text: now }, id);
      else put({ ...draft, now }, id);
    },
    /** The user has seen the other text and overwrites it. */
    overwrite(id: string): void {
      const draft = of(id);
      if (typeof draft?.now === "string") put({ id, before: draft.now, text: draft.text }, id);
    },
    isDirty: () => [...$drafts.get().values()].some(({ before, text }) => before !== text),
    conflicts: () => [...$drafts.get().values()].filter(({ now }) => now !== undefined).length,
  };
}
