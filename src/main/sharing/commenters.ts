import type { beforeSyncPayload, Connection, Document } from "@hocuspocus/server";
import { type CommenterCheck, createUpdateCheck } from "../../core/sharing/commenter-check";
import { readEntry } from "../engine/comments";
import { MAX_MESSAGES, MAX_THREADS } from "../engine/ports/limits";
import type { Client } from "./follow-store";
import { createRateLimit, type Rate } from "./rate";

export type CommenterLimits = {
  /** The maximum number of bytes of one message. */
  commenterBytes: number;
  /** The changes of all connections with one secret. */
  comments: Rate;
  /** How many of them may be rejected, each of which costs the server a copy of the comments. */
  rejectedComments: Rate;
  /** How long the shared comments may be for commenters to add some, in bytes. */
  commentsBytes: number;
};

type Change = Pick<beforeSyncPayload<Client>, "payload"> & { document: Document; connection: Connection<Client> };

/** Client ids of Yjs that are remembered for one holder of a secret. A member has another one each time it starts. */
const MAX_CLIENTS = 10_000;

/** Why a commenter may not make a change. */
export type CommenterRejection = "too many messages" | "not for commenters" | "too much";

/** Checks what commenters change in the shared comments. */
export function createCommenterCheck({ comments, rejectedComments, commentsBytes }: CommenterLimits) {
  const changes = createRateLimit(comments);
  const rejections = createRateLimit(rejectedComments);
  /** The client ids of Yjs under which commenters have written here, by the holder of the secret. */
  const clients = new Map<string, Set<number>>();
  const checks = new WeakMap<Document, CommenterCheck>();

  function checkOf(document: Document): CommenterCheck {
    const found = checks.get(document) ?? createUpdateCheck(document, rules);
    checks.set(document, found);
    return found;
  }

  return {
    /** Returns why a commenter may not make a change; null if they may. */
    whyNot({ document, payload, connection }: Change): CommenterRejection | null {
      const { holder } = connection.context;
      // Connecting again does not start the count again.
      if (!changes.take(holder) || rejections.isExhausted(holder)) return "too many messages";
      const check = checkOf(document);
      if (!check.fits(payload.length, commentsBytes)) return "too much";
      const own = clients.get(holder) ?? new Set();
      const verdict = check.check(payload, (client) => own.has(client));
      if (verdict.is !== "allowed") {
        rejections.take(holder);
        return verdict.is === "too much" ? "too much" : "not for commenters";
      }
      for (const client of verdict.clients) own.add(client);
      for (const oldest of own) {
        if (own.size <= MAX_CLIENTS) break;
        own.delete(oldest);
      }
      clients.set(holder, own);
      return null;
    },
    /** A change that was allowed could not be stored. */
    forget: (document: Document): void => checks.get(document)?.forget(),
  };
}

const rules = {
  /** Whether members would show an entry of the comments. */
  isSound: (entry: string, content: string): boolean => readEntry(entry, content) !== null,
  maxThreads: MAX_THREADS,
  maxMessages: MAX_MESSAGES,
};
