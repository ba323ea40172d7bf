import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge } from "../../../shared/contract";
import type { Conversation, ConversationId, KeptDraft } from "../../../shared/conversation";
import { type Draft, emptyDraft, withChip } from "./draft";

/** As many drafts are held at once; main has the others. */
const MOST = 200;

/** Milliseconds from a key until main keeps the draft, whether or not more keys follow. */
const KEEP_DELAY = 300;

/**
 * What is being written in each conversation. Main keeps it, so that it outlives the page and the app; what the person typed
 * before main could answer stays.
 */
export function createDrafts(bridge: Pick<Bridge, "request">, $conversation: ReadableAtom<Conversation | null>) {
  const $drafts = atom<ReadonlyMap<ConversationId, Draft>>(new Map());
  const $draft = computed(
    [$conversation, $drafts],
    (conversation, drafts) => drafts.get(conversation?.id ?? "") ?? emptyDraft,
  );
  const unkept = new Map<ConversationId, ReturnType<typeof setTimeout>>();

  const keep = (id: ConversationId): void => {
    clearTimeout(unkept.get(id));
    unkept.delete(id);
    const draft = $drafts.get().get(id) ?? emptyDraft;
    // Where it cannot be kept, it is still in the page.
    bridge.request("assistant:keep-draft", { conversation: id, draft: keptOf(draft) }).catch(() => {});
  };

  const put = (id: ConversationId, draft: Draft): void => {
    const drafts = new Map($drafts.get());
    drafts.delete(id);
    drafts.set(id, draft);
    for (const old of drafts.keys()) {
      if (drafts.size <= MOST) break;
      if (unkept.has(old)) keep(old);
      drafts.delete(old);
    }
    $drafts.set(drafts);
  };

  // Listened to for as long as the page is.
  $conversation.subscribe((conversation) => {
    const id = conversation?.id;
    if (id === undefined || $drafts.get().has(id)) return;
    // Held from now on, so that it is asked for once.
    put(id, emptyDraft);
    bridge.request("assistant:draft", id).then(
      (answer) => {
        const now = $drafts.get().get(id);
        if (answer.ok && answer.draft && now) put(id, together(now, answer.draft));
      },
      () => {},
    );
  });

  return {
    $draft,
    /** Changes what is being written in the conversation that is shown. */
    change(made: (draft: Draft) => Draft): void {
      const id = $conversation.get()?.id;
      if (id === undefined) return;
      put(id, made($drafts.get().get(id) ?? emptyDraft));
      if (unkept.has(id)) return;
      unkept.set(
        id,
        setTimeout(() => keep(id), KEEP_DELAY),
      );
    },
    /** Keeps what waits to be kept: the window may be about to go. */
    keepNow(): void {
      for (const id of [...unkept.keys()]) keep(id);
    },
    /** The conversation is gone. */
    forget(id: ConversationId): void {
      clearTimeout(unkept.get(id));
      unkept.delete(id);
      const drafts = new Map($drafts.get());
      drafts.delete(id);
      $drafts.set(drafts);
    },
  };
}

/** What was written before main could answer, with what it has kept: nothing of either is lost. */
const together = (now: Draft, kept: KeptDraft): Draft =>
  kept.chips.reduce(withChip, { ...now, text: now.text === "" ? kept.text : now.text });

/** Without what means nothing to another page: documents and selections go by names of this one. */
function keptOf({ text, chips }: Draft): KeptDraft | null {
  const own = chips.filter((chip) => !("doc" in chip));
  return text === "" && own.length === 0 ? null : { text, chips: own };
}
