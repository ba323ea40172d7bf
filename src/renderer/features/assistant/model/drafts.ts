import { atom, computed, type ReadableAtom } from "nanostores";
import type { DraftOwner } from "../../../../shared/assistant-requests";
import type { Bridge } from "../../../../shared/contract";
import type { Conversation, ConversationId, QuestionDraft } from "../../../../shared/conversation";
import { type Draft, emptyDraft, joinedDrafts, joinedTexts, withChip } from "./draft";

/** Drafts held in memory; main stores the others. */
const MAX_DRAFTS = 200;

/** Milliseconds from the first key until the draft is sent to main; later keys do not extend it. */
const STORE_DELAY_MS = 300;

/**
 * The drafts of all conversations. Main stores them, so they survive a reload and a restart. Text typed before main answers is
 * merged with the stored draft.
 */
export function createDrafts(bridge: Pick<Bridge, "request">, $owner: ReadableAtom<Owner | null>) {
  const $drafts = atom<ReadonlyMap<string, Draft>>(new Map());
  const $draft = computed([$owner, $drafts], (owner, drafts) => drafts.get(owner?.key ?? "") ?? emptyDraft);
  const unsaved = new Map<string, ReturnType<typeof setTimeout>>();
  /** By key. Any member of a comparison stands for all of them; the one that was shown last is there most probably. */
  const owners = new Map<string, DraftOwner>();

  const store = (key: string): void => {
    clearTimeout(unsaved.get(key));
    unsaved.delete(key);
    const draft = questionDraftOf($drafts.get().get(key) ?? emptyDraft);
    const owner = owners.get(key);
    // If storing fails, the draft is still in memory.
    if (owner) bridge.request("assistant:keep-draft", { ...owner, draft }).catch(() => {});
  };

  const put = (key: string, draft: Draft): void => {
    const drafts = new Map($drafts.get());
    drafts.delete(key);
    drafts.set(key, draft);
    for (const old of drafts.keys()) {
      if (drafts.size <= MAX_DRAFTS) break;
      if (unsaved.has(old)) store(old);
      drafts.delete(old);
    }
    $drafts.set(drafts);
  };

  // Subscribed for the lifetime of the window.
  $owner.subscribe((shown) => {
    if (shown === null) return;
    const { key, ...owner } = shown;
    owners.set(key, owner);
    if ($drafts.get().has(key)) return;
    // Added at once, so that the stored draft is requested only once.
    put(key, emptyDraft);
    bridge.request("assistant:draft", owner).then(
      (answer) => {
        const now = $drafts.get().get(key);
        if (!answer.ok || !answer.draft || !now) return;
        put(key, merged(now, answer.draft));
        if (questionDraftOf(now) !== null) store(key);
      },
      () => {},
    );
  });

  return {
    $draft,
    /** Updates the draft that is shown. */
    change(made: (draft: Draft) => Draft): void {
      const key = $owner.get()?.key;
      if (key === undefined) return;
      put(key, made($drafts.get().get(key) ?? emptyDraft));
      if (unsaved.has(key)) return;
      unsaved.set(
        key,
        setTimeout(() => store(key), STORE_DELAY_MS),
      );
    },
    /** Moves what was typed under this key into the draft that is shown. */
    moveHere(from: string): void {
      const to = $owner.get();
      const draft = $drafts.get().get(from);
      if (to === null || draft === undefined || to.key === from || questionDraftOf(draft) === null) return;
      const joined = joinedDrafts($drafts.get().get(to.key) ?? emptyDraft, draft);
      put(to.key, { ...joined, notAsked: to.isShared ? joined.notAsked : [] });
      put(from, emptyDraft);
      store(to.key);
      store(from);
    },
    /** Stores all pending drafts now: the window may be closing. */
    storeNow(): void {
      for (const id of [...unsaved.keys()]) store(id);
    },
    /** Drops the draft of a deleted conversation. Main has it until the deletion can no longer be undone. */
    forget(id: ConversationId): void {
      if (unsaved.has(id)) store(id);
      const drafts = new Map($drafts.get());
      drafts.delete(id);
      $drafts.set(drafts);
    },
  };
}

/** Whose drafts are shown: under this key they are kept in memory. */
export type Owner = DraftOwner & { key: string };

/** The owner of the draft below a conversation; below several that are shown side by side, it is the comparison. */
export const ownerOf = (conversation: Conversation, isBeside: boolean): Owner => {
  const { id, comparison } = conversation;
  return isBeside
    ? { key: `comparison ${comparison?.members[0] ?? id}`, conversation: id, isShared: true }
    : { key: id, conversation: id };
};

/** Merges what was typed before main answered with the stored draft. */
const merged = (now: Draft, kept: QuestionDraft): Draft =>
  kept.chips.reduce(withChip, {
    ...now,
    text: joinedTexts(kept.text, now.text),
    recipients: now.recipients.length === 0 ? (kept.recipients ?? []) : now.recipients,
    notAsked: now.notAsked.length === 0 ? (kept.notAsked ?? []) : now.notAsked,
  });

/** The draft without chips that another window cannot resolve: their document ids belong to this window. */
function questionDraftOf({ text, chips, recipients, notAsked }: Draft): QuestionDraft | null {
  const own = chips.filter((chip) => !("doc" in chip));
  const asked = recipients.length === 0 ? {} : { recipients: [...recipients] };
  const left = notAsked.length === 0 ? {} : { notAsked: [...notAsked] };
  const isEmpty = text === "" && [own, recipients, notAsked].every(({ length }) => length === 0);
  return isEmpty ? null : { text, chips: own, ...asked, ...left };
}
