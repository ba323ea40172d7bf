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
  selectFirst: "Select the words that the comment is about first",
  write: "Comment",
  reply: "Reply",
  send: "Comment",
  sendReply: "Reply",
  cancel: "Cancel",
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
