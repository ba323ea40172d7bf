import type { beforeSyncPayload, Connection, Document } from "@hocuspocus/server";
import * as Y from "yjs";
import { isCommentersUpdate, newClientsOf } from "../../core/sharing/comment-list";
import { readEntry } from "../engine/comments";
import type { Client } from "./follow-store";
import { createRateLimit, type Rate } from "./rate";

export type CommenterLimits = {
  /** The maximum number of bytes of one message. */
  commenterBytes: number;
  /** The changes of one connection. */
  comments: Rate;
  /** How long the shared comments may be for commenters to add some, in bytes. */
  commentsBytes: number;
};

type Change = Pick<beforeSyncPayload<Client>, "payload"> & { document: Document; connection: Connection<Client> };

/** Client ids of Yjs that are remembered for one holder of a secret. A member has another one each time it starts. */
const MAX_CLIENTS = 10_000;

/** Why a commenter may not make a change. */
export type CommenterRejection = "too many messages" | "not for commenters" | "too much";

/** Returns why a commenter may not make a change of the shared comments; null if they may. */
export function createCommenterCheck({ comments, commentsBytes }: CommenterLimits) {
  const changes = createRateLimit(comments);
  /** The client ids of Yjs under which commenters have written here, by the holder of the secret. */
  const clients = new Map<string, Set<number>>();

  return ({ document, payload, connection }: Change): CommenterRejection | null => {
    if (!changes.take(connection.socketId)) return "too many messages";
    const { holder } = connection.context;
    const own = clients.get(holder) ?? new Set();
    const rules = { isSound, isOwn: (client: number) => own.has(client) };
    const whole = Y.encodeStateAsUpdate(document).length + payload.length;
    if (whole > commentsBytes) return "too much";
    if (!isCommentersUpdate(document, payload, rules)) return "not for commenters";
    for (const client of newClientsOf(document, payload)) own.add(client);
    for (const oldest of own) {
      if (own.size <= MAX_CLIENTS) break;
      own.delete(oldest);
    }
    clients.set(holder, own);
    return null;
  };
}

/** Whether members would show an entry of the comments. */
const isSound = (entry: string, content: string): boolean => readEntry(entry, content) !== null;
