import { atom } from "nanostores";

/**
 * What is typed and not in the file. `before` is what it was typed over; `now` is what somebody else has made of that
 * meanwhile (null: it is gone), undefined for as long as nobody has.
 */
export type Draft = { id: string; before: string; text: string; now?: string | null };

/** Unsaved typing by what it is in: a paragraph, or a cell. Nobody's text is lost when both have written in one. */
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
    /** Typing begins over a text; what was typed there already stays. */
    begin: (id: string, before: string) => put(of(id) ?? { id, before, text: before }, id),
    type(id: string, text: string): void {
      const draft = of(id);
      if (draft) put({ ...draft, text }, id);
    },
    drop: (id: string) => put(null, id),
    /**
     * What was typed before a crash, where `now` stands by now; null where it says so already. Where typing has begun again it comes
     * back as one without a place, under `apart`.
     */
    back(
      id: string,
      { before, text, now }: { before: string; text: string; now: string | null },
      apart: string,
    ): Draft | null {
      const own = of(id);
      if (now === text || text === before || own?.text === text) return null;
      const isTaken = own !== null && own.text !== own.before;
      const draft: Draft = { id: isTaken ? apart : id, before, text };
      if (isTaken) draft.now = null;
      else if (now !== before) draft.now = now;
      put(draft, draft.id);
      return draft;
    },
    /** What stands there now, as somebody else has written it; null where it is gone. */
    found(id: string, now: string | null): void {
      const draft = of(id);
      if (!draft) return;
      if (now === draft.text || (draft.text === draft.before && now === null)) put(null, id);
      else if (now === draft.before) put({ id, before: draft.before, text: draft.text }, id);
      // Nothing was typed yet: typing goes on over what stands there now.
      else if (draft.text === draft.before && now !== null) put({ id, before: now, text: now }, id);
      else put({ ...draft, now }, id);
    },
    /** The person has seen the other text and writes over it. */
    overwrite(id: string): void {
      const draft = of(id);
      if (typeof draft?.now === "string") put({ id, before: draft.now, text: draft.text }, id);
    },
    isDirty: () => [...$drafts.get().values()].some(({ before, text }) => before !== text),
    conflicts: () => [...$drafts.get().values()].filter(({ now }) => now !== undefined).length,
  };
}
