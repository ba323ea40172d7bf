import type { CommentDraft } from "../../../shared/comments";
import type { Bridge, DocumentId, Outcome } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { CommentStore } from "../../workbench/api/feature-stores";
import { commentMessages } from "./messages";
import { draftKey, hasWords, type UnsentComments } from "./unsent-comments";

type Deps = {
  bridge: Pick<Bridge, "request">;
  notices: Pick<Notices, "info" | "error">;
  unsent: UnsentComments;
  /** The document in front. */
  front(): DocumentId | null;
  /** Shows the threads as they are now. */
  load(): Promise<void>;
  /** The user wrote this in a thread. */
  onSent(thread: string, text: string): void;
};

/** How long a notice offers to take a deletion back, in milliseconds. Ctrl+Z in the list does it later, too. */
const UNDO_MS = 30_000;

/** Sends what the user wrote, and changes threads so that it can be undone. */
export function createThreadChanges({ bridge, notices, unsent, front, load, onSent }: Deps) {
  /** The user's changes of threads that can be undone, by document, oldest first. */
  const undos = new Map<DocumentId, string[]>();

  /** Reports a rejection; null if there was one. */
  async function accepted<Result extends object>(answer: Promise<Outcome<Result>>): Promise<Result | null> {
    const outcome = await answer;
    if (!outcome.ok) {
      notices.error(outcome.error.message);
      return null;
    }
    await load();
    return outcome;
  }

  /** A change that `undo` takes back; its id, or null if it was rejected. */
  async function undoable(doc: DocumentId, answer: Promise<Outcome<{ undo: string }>>): Promise<string | null> {
    const done = await accepted(answer);
    if (done === null) return null;
    undos.set(doc, [...(undos.get(doc) ?? []), done.undo]);
    return done.undo;
  }

  async function takeBack(doc: DocumentId, undo: string): Promise<void> {
    const others = (undos.get(doc) ?? []).filter((each) => each !== undo);
    undos.set(doc, others);
    await accepted(bridge.request("comments:undo", { doc, undo }));
  }

  /** The thread that the draft is in now; null if it was rejected. */
  async function sent(doc: DocumentId, draft: CommentDraft): Promise<{ thread: string } | null> {
    const text = draft.text.trim();
    if (draft.kind === "reply") {
      const { thread } = draft;
      return (await accepted(bridge.request("comments:reply", { doc, thread, text }))) === null ? null : { thread };
    }
    if (draft.kind === "edit") {
      const { thread, at, before } = draft;
      const undo = await undoable(doc, bridge.request("comments:edit", { doc, thread, at, before, text }));
      return undo === null ? null : { thread };
    }
    const { from, words, address, needsMe } = draft;
    return accepted(bridge.request("comments:add", { doc, from, words, address, text, needsMe }));
  }

  const changes: Pick<CommentStore, "send" | "discard" | "set" | "remove" | "undo"> = {
    async send(draft) {
      const doc = front();
      const done = doc === null ? null : await sent(doc, draft);
      if (doc === null || done === null) return false;
      onSent(done.thread, draft.text);
      const now = unsent.of(doc, draftKey(draft));
      if (now !== undefined && now.text !== draft.text) {
        if (now.kind === "edit") unsent.type(doc, { ...now, before: draft.text.trim() });
        return false;
      }
      unsent.drop(doc, draftKey(draft));
      return true;
    },
    discard(draft) {
      const doc = front();
      if (doc === null) return;
      unsent.drop(doc, draftKey(draft));
      if (!hasWords(draft)) return;
      const run = () => unsent.type(doc, draft);
      notices.info(commentMessages.discarded, { action: { label: commentMessages.undo, run }, stay: UNDO_MS });
    },
    async set(thread, change) {
      const doc = front();
      return doc !== null && (await undoable(doc, bridge.request("comments:set", { doc, thread, ...change }))) !== null;
    },
    async remove(thread, message) {
      const doc = front();
      if (doc === null) return false;
      const undo = await undoable(
        doc,
        message === undefined
          ? bridge.request("comments:delete", { doc, thread })
          : bridge.request("comments:edit", { doc, thread, at: message.at, before: message.text, text: null }),
      );
      if (undo === null) return false;
      const run = () => void takeBack(doc, undo);
      notices.info(message === undefined ? commentMessages.deleted : commentMessages.messageDeleted, {
        action: { label: commentMessages.undo, run },
        stay: UNDO_MS,
      });
      return true;
    },
    async undo() {
      const doc = front();
      const last = doc === null ? undefined : undos.get(doc)?.at(-1);
      if (doc === null || last === undefined) return void notices.info(commentMessages.nothingToUndo);
      await takeBack(doc, last);
    },
  };
  return { ...changes, accepted };
}
