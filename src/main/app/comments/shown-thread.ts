import type { ShownThread } from "../../../shared/comments";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import { hasAddressedComments, userName } from "../../engine/comments";
import type { CommentAuthor, CommentMessage, PlacedThread } from "../../engine/ports/comments";
import type { WindowContext } from "../documents";
import { isUnread } from "./read-threads";

/** The user of these windows, as the author of a comment. */
export const authorOf = ({ by }: Pick<WindowContext, "by">): CommentAuthor => ({
  name: by.kind === "you" ? userName() : by.name,
  kind: "user",
});

/** `text` is that of the document; null if the anchor has the words that are there now. */
export function shownThread(
  placed: PlacedThread,
  text: string | null,
  { seen, isMine }: { seen: Record<string, string>; isMine(message: CommentMessage): boolean },
): ShownThread {
  const { thread, status, needs_me, place, anchor, messages } = placed;
  const range = place.state === "orphaned" ? null : { from: place.from, to: place.to };
  return {
    thread,
    status,
    needsMe: needs_me === true,
    state: place.state,
    range,
    words: range === null || text === null ? anchor.quote : text.slice(range.from, range.to),
    ...(range !== null && text === null && { context: { before: anchor.before, after: anchor.after } }),
    address: hasAddressedComments(placed.realPath) ? anchor.section : null,
    messages: messages.map((message) => ({
      name: escapeInvisibles(message.author.name),
      kind: message.author.kind,
      text: message.text,
      at: message.at,
      isMine: isMine(message),
    })),
    isUnread: isUnread(placed, seen, isMine),
    writes: placed.writes ?? [],
    edits: (placed.edits ?? []).map(({ write, by, outcome, removed, inserted, at }) => ({
      write,
      by: escapeInvisibles(by),
      outcome,
      removed,
      inserted,
      at,
    })),
  };
}
