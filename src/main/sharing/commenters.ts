import type { beforeSyncPayload, Connection, Document } from "@hocuspocus/server";
import * as Y from "yjs";
import { isCommentersUpdate } from "../../core/sharing/comment-list";
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

/** Returns why a commenter may not make a change of the shared comments; null if they may. */
export function createCommenterCheck({ comments, commentsBytes }: CommenterLimits) {
  const changes = createRateLimit(comments);
  return ({ document, payload, connection }: Change): "too many messages" | "not for commenters" | null => {
    if (!changes.take(connection.socketId)) return "too many messages";
    const whole = Y.encodeStateAsUpdate(document).length + payload.length;
    return whole <= commentsBytes && isCommentersUpdate(document, payload, isSound) ? null : "not for commenters";
  };
}

/** Whether members would show an entry of the comments. */
const isSound = (entry: string, content: string): boolean => readEntry(entry, content) !== null;
