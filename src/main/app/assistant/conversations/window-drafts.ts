import type { QuestionDraft } from "../../../../shared/conversation";
import { joinedChips, joinedTexts } from "../../../../shared/question-drafts";
import type { ConversationStore } from "./conversation-store";

/** Stands for windows that were closed, and for what an earlier run left. */
const CLOSED = "";

/**
 * Stores unsent questions. Several windows may show the same conversation, each with a field of its own: what is stored has the texts of all, so that none is lost
 * because another window was the last one to store, or has sent its own.
 */
export type WindowDrafts = {
  /** What a window that shows the draft begins with. */
  read(key: string, window: string): QuestionDraft | null;
  save(key: string, window: string, draft: QuestionDraft | null): void;
  closed(window: string): void;
  /** The draft was stored or deleted by somebody else. */
  forget(key: string): void;
};

export function createWindowDrafts(store: Pick<ConversationStore, "draft" | "saveDraft">): WindowDrafts {
  /** By key and window, in the order in which they were stored first. */
  const drafts = new Map<string, Map<string, QuestionDraft>>();
  const of = (key: string): Map<string, QuestionDraft> => {
    const known = drafts.get(key) ?? new Map<string, QuestionDraft>();
    drafts.set(key, known);
    return known;
  };

  return {
    read(key, window) {
      const own = of(key);
      const left = own.get(CLOSED);
      // From now on it is in the field of this window.
      if (left !== undefined && window !== CLOSED) {
        own.delete(CLOSED);
        own.set(window, joined(left, own.get(window)));
      }
      return store.draft(key);
    },
    save(key, window, draft) {
      const own = of(key);
      if (draft === null) own.delete(window);
      else own.set(window, draft);
      let all: QuestionDraft | null = null;
      for (const [from, each] of own) if (from !== window) all = all === null ? each : joined(all, each);
      const stored = all === null ? draft : draft === null ? all : joined(all, draft);
      if (own.size === 0) drafts.delete(key);
      store.saveDraft(key, stored);
    },
    closed(window) {
      for (const own of drafts.values()) {
        const left = own.get(window);
        if (left === undefined) continue;
        own.delete(window);
        const before = own.get(CLOSED);
        own.set(CLOSED, before === undefined ? left : joined(before, left));
      }
    },
    forget: (key) => void drafts.delete(key),
  };
}

/** Both texts and the chips of both; the recipients of the second one. */
const joined = (one: QuestionDraft, other: QuestionDraft | undefined): QuestionDraft =>
  other === undefined
    ? one
    : {
        ...one,
        ...other,
        text: joinedTexts(one.text, other.text),
        chips: joinedChips(one.chips, other.chips),
      };
