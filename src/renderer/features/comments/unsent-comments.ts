import { atom } from "nanostores";
import type { CommentDraft } from "../../../shared/comments";
import type { Bridge, DocumentId } from "../../../shared/contract";

type Deps = {
  bridge: Pick<Bridge, "request">;
  /** Called when storing failed. */
  failed(message: string): void;
};

/** Names a draft within its document. */
export function draftKey(draft: CommentDraft): string {
  if (draft.kind === "new") return `new ${draft.id}`;
  return draft.kind === "reply" ? `reply ${draft.thread}` : `edit ${draft.thread} ${draft.at}`;
}

/** Whether it has words that would be lost with it. */
export const hasWords = (draft: CommentDraft): boolean =>
  draft.text.trim() !== "" && (draft.kind !== "edit" || draft.text !== draft.before);

export type UnsentComments = ReturnType<typeof createUnsentComments>;

type Drafts = ReadonlyMap<string, CommentDraft>;

/**
 * What the user began to write in comments, for every document of the window. Each key goes to main at once, which stores the newest: nothing is lost
 * when the side bar closes, another document comes to the front, or the app ends.
 */
export function createUnsentComments({ bridge, failed }: Deps) {
  const all = new Map<DocumentId, Drafts>();
  const $drafts = atom<readonly CommentDraft[]>([]);
  let front: DocumentId | null = null;

  const show = (): void => $drafts.set([...((front !== null && all.get(front)) || []).values()]);

  function put(doc: DocumentId, drafts: Drafts): void {
    all.set(doc, drafts);
    if (doc === front) show();
    const kept = [...drafts.values()].filter(hasWords);
    bridge.request("comments:keep-drafts", { doc, drafts: kept }).then(
      (answer) => {
        if (!answer.ok) failed(answer.error.message);
      },
      // The window is closing, and the journal process has the drafts.
      () => {},
    );
  }

  const of = (doc: DocumentId, key: string): CommentDraft | undefined => all.get(doc)?.get(key);

  return {
    /** The drafts of the document in front, in the order in which they were begun. */
    $drafts,
    of,
    type(doc: DocumentId, draft: CommentDraft): void {
      put(doc, new Map(all.get(doc)).set(draftKey(draft), draft));
    },
    drop(doc: DocumentId, key: string): void {
      const drafts = new Map(all.get(doc));
      if (drafts.delete(key)) put(doc, drafts);
    },
    /** Drops new comments without words. */
    dropEmpty(doc: DocumentId): void {
      const drafts = [...(all.get(doc) ?? [])];
      const kept = drafts.filter(([, draft]) => draft.kind !== "new" || hasWords(draft));
      if (kept.length < drafts.length) put(doc, new Map(kept));
    },
    /** Shows another document's drafts; those of an earlier run are fetched once. Resolves to how many of these there were. */
    async bringToFront(doc: DocumentId | null): Promise<number> {
      front = doc;
      show();
      if (doc === null || all.has(doc)) return 0;
      all.set(doc, new Map());
      const answer = await bridge.request("comments:drafts", doc).catch(() => null);
      if (!answer?.ok || answer.drafts.length === 0) return 0;
      // What was typed before main answered is newer.
      const recovered = answer.drafts.map((draft): [string, CommentDraft] => [draftKey(draft), draft]);
      put(doc, new Map([...recovered, ...(all.get(doc) ?? [])]));
      return recovered.length;
    },
  };
}
