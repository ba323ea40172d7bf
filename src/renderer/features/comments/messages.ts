/** Strings of comments. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { many } = counting("en");

const english = {
  heading: "Comments",
  count: (threads: number) => many(threads, { one: "comment", other: "comments" }),
  filter: "Show",
  filters: { open: "Open", mine: "Mine", agents: "Agents", resolved: "Resolved" },
  none: "No comments",
  lead: "Select words and press Ctrl+Alt+M. Agents answer in place.",
  saveFirst: "Save the document first: comments belong to a file",
  selectFirst: "Select the words that the comment is about first",
  write: "Comment",
  reply: "Reply",
  send: "Comment",
  sendReply: "Reply",
  cancel: "Cancel",
  discard: "Discard",
  tooLong: (characters: number) => `${many(characters, { one: "character", other: "characters" })} too many`,
  unsentAnswer: "You began an answer to a comment that is no longer there:",
  kept: (drafts: number) => `Kept ${many(drafts, { one: "comment", other: "comments" })} that you did not send`,
  showKept: "Show",
  undo: "Undo",
  deleted: "Deleted a comment",
  messageDeleted: "Deleted an answer",
  discarded: "Discarded what you wrote",
  nothingToUndo: "No change of a comment to undo",
  unread: "The comments cannot be shown",
  save: "Save",
  needsMe: "Only I resolve it",
  needed: "Only you resolve this",
  resolve: "Resolve",
  reopen: "Open Again",
  edit: "Edit",
  remove: "Delete",
  removeThread: "Delete Comment",
  goTo: "Show in document",
  moved: "The words have changed",
  orphaned: "The words are gone",
  on: (words: string) => `Comment on ${words}`,
  protectedNow: "Agents can no longer change this",
  unprotected: "Agents can change this again",
  lock: "Protected from agents",
};

/** The shape that every language has to provide. */
export type CommentMessages = typeof english;

/** The strings in the current language. */
export let commentMessages: CommentMessages = english;

registerMessages<CommentMessages>({ en: english, "zh-CN": chinese }, (now) => {
  commentMessages = now;
});
