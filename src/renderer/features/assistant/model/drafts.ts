import { atom, computed, type ReadableAtom } from "nanostores";
import type { DraftOwner } from "../../../../shared/assistant-requests";
import type { Bridge } from "../../../../shared/contract";
import type { ContextChip, Conversation, ConversationId, QuestionDraft } from "../../../../shared/conversation";
import { joinedTexts } from "../../../../shared/question-drafts";
import { type Draft, emptyDraft, joinedDrafts, withChip } from "./draft";

/** Drafts held in memory; main stores the others. */
const MAX_DRAFTS = 200;

/** Milliseconds from the first key until the draft is sent to main; later keys do not extend it. */
const STORE_DELAY_MS = 300;

/**
 * The drafts of all conversations. Main stores them, so they survive a reload and a restart. Text typed before main answers is
 * merged with the stored draft.
 */
export function createDrafts(bridge: Pick<Bridge, "request" | "listen">, $owner: ReadableAtom<Owner | null>) {
  const $drafts = atom<ReadonlyMap<string, Draft>>(new Map());
  const $draft = computed([$owner, $drafts], (owner, drafts) => drafts.get(owner?.key ?? "") ?? emptyDraft);
  const unsaved = new Map<string, ReturnType<typeof setTimeout>>();
  /** How many requests to store the draft main has not answered, by key. */
  const storing = new Map<string, number>();
  /** Keys whose stored draft main has been asked for, and the keys that are stored as soon as it has answered. */
  const loading = new Map<string, string[]>();
  /** By key. Any member of a comparison stands for all of them; the one that was shown last is there most probably. */
  const owners = new Map<string, DraftOwner>();

  const store = (key: string): void => {
    clearTimeout(unsaved.get(key));
    unsaved.delete(key);
    const draft = questionDraftOf($drafts.get().get(key) ?? emptyDraft);
    const owner = owners.get(key);
    if (!owner) return;
    storing.set(key, (storing.get(key) ?? 0) + 1);
    const end = () => {
      const left = (storing.get(key) ?? 1) - 1;
      if (left === 0) storing.delete(key);
      else storing.set(key, left);
    };
    // If storing fails, the draft is still in memory.
    bridge.request("assistant:keep-draft", { ...owner, draft }).then(end, end);
  };

  const storeLater = (key: string): void => {
    if (unsaved.has(key)) return;
    unsaved.set(
      key,
      setTimeout(() => store(key), STORE_DELAY_MS),
    );
  };

  /** Whether main may not have this draft yet. */
  const isPending = (key: string): boolean => unsaved.has(key) || storing.has(key);

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

  /** It is loaded again when it is shown. */
  const drop = (key: string): void => {
    const drafts = new Map($drafts.get());
    drafts.delete(key);
    $drafts.set(drafts);
  };

  /**
   * Stores both drafts after one has moved. A stored draft that is not known yet is not overwritten: the one that moved away is left as it is, and the other
   * is stored when main has answered.
   */
  const storeMoved = (to: string, from: string): void => {
    const waiting = loading.get(to);
    const keys = [to, from];
    if (loading.has(from)) {
      keys.pop();
      clearTimeout(unsaved.get(from));
      unsaved.delete(from);
      put(from, emptyDraft);
    } else drop(from);
    for (const key of keys)
      if (waiting === undefined) store(key);
      else {
        waiting.push(key);
        storeLater(key);
      }
  };

  // Subscribed for the lifetime of the window.
  $owner.subscribe((shown) => {
    if (shown === null) return;
    const { key, ...owner } = shown;
    owners.set(key, owner);
    if ($drafts.get().has(key)) return;
    // Added at once, so that the stored draft is requested only once.
    put(key, emptyDraft);
    const waiting: string[] = [];
    loading.set(key, waiting);
    const end = () => {
      if (loading.get(key) === waiting) loading.delete(key);
      for (const each of waiting) if (unsaved.has(each)) store(each);
    };
    bridge.request("assistant:draft", owner).then((answer) => {
      const now = $drafts.get().get(key);
      if (answer.ok && answer.draft && now) {
        put(key, merged(now, answer.draft));
        if (questionDraftOf(now) !== null) store(key);
      }
      end();
    }, end);
  });

  bridge.listen("assistant:draft-moved", ({ from, conversation: to, moved, draft }) => {
    const known = $drafts.get().get(to);
    // Where it is shown it stays in the field, until this renderer, too, knows that the comparison has ended: see `moveHere`.
    const shared = $owner.get()?.key === from ? undefined : $drafts.get().get(from);
    const isUnsaved = isPending(to);
    const isSharedUnsaved = shared !== undefined && isPending(from);
    const rest = shared && (isSharedUnsaved ? shared : { ...shared, text: "", chips: shared.chips.filter(isOfWindow) });
    if (shared !== undefined) {
      drop(from);
      if (isSharedUnsaved) store(from);
    }
    if (known === undefined && (rest === undefined || isEmpty(rest))) return;
    owners.set(to, { conversation: to });
    const joined =
      isUnsaved && known ? joinedDrafts(known, stored(emptyDraft, moved)) : stored(known ?? emptyDraft, draft);
    put(to, { ...(rest ? joinedDrafts(joined, rest) : joined), notAsked: [] });
    if (isUnsaved || isSharedUnsaved) storeLater(to);
  });

  return {
    $draft,
    /** Updates the draft that is shown. */
    change(made: (draft: Draft) => Draft): void {
      const key = $owner.get()?.key;
      if (key === undefined) return;
      put(key, made($drafts.get().get(key) ?? emptyDraft));
      storeLater(key);
    },
    /** Moves what was typed under this key into the draft that is shown. */
    moveHere(from: string): void {
      const to = $owner.get();
      const draft = $drafts.get().get(from);
      if (to === null || draft === undefined || to.key === from || questionDraftOf(draft) === null) return;
      const joined = joinedDrafts($drafts.get().get(to.key) ?? emptyDraft, draft);
      put(to.key, { ...joined, notAsked: to.isShared ? joined.notAsked : [] });
      storeMoved(to.key, from);
    },
    /** Stores all pending drafts now: the window may be closing. */
    storeNow(): void {
      for (const id of [...unsaved.keys()]) store(id);
    },
    /** Drops the draft of a deleted conversation. Main has it until the deletion can no longer be undone. */
    forget(id: ConversationId): void {
      if (unsaved.has(id)) store(id);
      drop(id);
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

/** The draft as main has stored it, with what only this window has. */
const stored = (now: Draft, { text, chips, recipients = [] }: QuestionDraft): Draft =>
  chips.reduce(withChip, { ...now, text, chips: now.chips.filter(isOfWindow), recipients });

/** Whether another window cannot resolve it. */
const isOfWindow = (chip: ContextChip): boolean => "doc" in chip;

const isEmpty = ({ text, chips }: Draft): boolean => text === "" && chips.length === 0;

/** The draft without chips that another window cannot resolve: their document ids belong to this window. */
function questionDraftOf({ text, chips, recipients, notAsked }: Draft): QuestionDraft | null {
  const own = chips.filter((chip) => !isOfWindow(chip));
  const asked = recipients.length === 0 ? {} : { recipients: [...recipients] };
  const left = notAsked.length === 0 ? {} : { notAsked: [...notAsked] };
  const isNothing = text === "" && [own, recipients, notAsked].every(({ length }) => length === 0);
  return isNothing ? null : { text, chips: own, ...asked, ...left };
}
