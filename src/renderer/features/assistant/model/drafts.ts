import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { Conversation, ConversationId, QuestionDraft } from "../../../../shared/conversation";
import { type Draft, emptyDraft, withChip } from "./draft";

/** Drafts held in memory; main stores the others. */
const MAX_DRAFTS = 200;

/** Milliseconds from the first key until the draft is sent to main; later keys do not extend it. */
const STORE_DELAY_MS = 300;

/**
 * The drafts of all conversations. Main stores them, so they survive a reload and a restart. Text typed before main answers is
 * merged with the stored draft.
 */
export function createDrafts(bridge: Pick<Bridge, "request">, $conversation: ReadableAtom<Conversation | null>) {
  const $drafts = atom<ReadonlyMap<ConversationId, Draft>>(new Map());
  const $draft = computed(
    [$conversation, $drafts],
    (conversation, drafts) => drafts.get(conversation?.id ?? "") ?? emptyDraft,
  );
  const unsaved = new Map<ConversationId, ReturnType<typeof setTimeout>>();

  const store = (id: ConversationId): void => {
    clearTimeout(unsaved.get(id));
    unsaved.delete(id);
    const draft = $drafts.get().get(id) ?? emptyDraft;
    // If storing fails, the draft is still in memory.
    bridge.request("assistant:keep-draft", { conversation: id, draft: questionDraftOf(draft) }).catch(() => {});
  };

  const put = (id: ConversationId, draft: Draft): void => {
    const drafts = new Map($drafts.get());
    drafts.delete(id);
    drafts.set(id, draft);
    for (const old of drafts.keys()) {
      if (drafts.size <= MAX_DRAFTS) break;
      if (unsaved.has(old)) store(old);
      drafts.delete(old);
    }
    $drafts.set(drafts);
  };

  // Subscribed for the lifetime of the window.
  $conversation.subscribe((conversation) => {
    const id = conversation?.id;
    if (id === undefined || $drafts.get().has(id)) return;
    // Added at once, so that the stored draft is requested only once.
    put(id, emptyDraft);
    bridge.request("assistant:draft", id).then(
      (answer) => {
        const now = $drafts.get().get(id);
        if (answer.ok && answer.draft && now) put(id, merged(now, answer.draft));
      },
      () => {},
    );
  });

  return {
    $draft,
    /** Updates the draft of the shown conversation. */
    change(made: (draft: Draft) => Draft): void {
      const id = $conversation.get()?.id;
      if (id === undefined) return;
      put(id, made($drafts.get().get(id) ?? emptyDraft));
      if (unsaved.has(id)) return;
      unsaved.set(
        id,
        setTimeout(() => store(id), STORE_DELAY_MS),
      );
    },
    /** Stores all pending drafts now: the window may be closing. */
    storeNow(): void {
      for (const id of [...unsaved.keys()]) store(id);
    },
    /** Drops the draft of a deleted conversation. */
    forget(id: ConversationId): void {
      clearTimeout(unsaved.get(id));
      unsaved.delete(id);
      const drafts = new Map($drafts.get());
      drafts.delete(id);
      $drafts.set(drafts);
    },
  };
}

/** Merges what was typed before main answered with the stored draft. */
const merged = (now: Draft, kept: QuestionDraft): Draft =>
  kept.chips.reduce(withChip, {
    ...now,
    text: now.text === "" ? kept.text : now.text,
    recipients: now.recipients.length === 0 ? (kept.recipients ?? []) : now.recipients,
  });

/** The draft without chips that another window cannot resolve: their document ids belong to this window. */
function questionDraftOf({ text, chips, recipients }: Draft): QuestionDraft | null {
  const own = chips.filter((chip) => !("doc" in chip));
  const asked = recipients.length === 0 ? {} : { recipients: [...recipients] };
  return text === "" && own.length === 0 && recipients.length === 0 ? null : { text, chips: own, ...asked };
}
