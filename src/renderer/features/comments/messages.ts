/** Strings of comments. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { many } = counting("en");

const english = {
  heading: "Comments",
  count: (threads: number) => many(threads, { one: "comment", other: "comments" }),
  filter: "Show",
  filters: {
    open: "Open",
    unread: "Unread",
    mine: "Mine",
    needsMe: "Only I can resolve",
    by: (agent: string) => `By ${agent}`,
    resolved: "Resolved",
  },
  scope: "Where",
  scopes: { document: "Document", folder: "Folder" },
  markRead: "Mark All as Read",
  noneShown: "No comments of this kind",
  othersHidden: "Choose another filter above to see them.",
  folderLead: "No documents in this folder have comments.",
  loading: "Reading the comments of the folder…",
  unreadDocuments: (documents: number) =>
    `The comments of ${many(documents, { one: "document", other: "documents" })} cannot be read`,
  more: "There are more. Use a filter above to narrow the list.",
  replies: (count: number) => many(count, { one: "reply", other: "replies" }),
  edits: "Edits for this comment",
  waitingEdits: (edits: number) => `${many(edits, { one: "edit", other: "edits" })} to review`,
  outcomes: {
    pending: (agent: string) => `Changed by ${agent}`,
    kept: (agent: string) => `Changed by ${agent}, and you kept it`,
    undone: (agent: string) => `Changed by ${agent}, and you undid it`,
  },
  beside: "Comment beside the text",
  mention: "Agents to mention",
  choose: "Choose",
  ask: (threads: number) => `Send ${many(threads, { one: "Comment", other: "Comments" })} to the Assistant`,
  handedOver: (agent: string) => `Handed the comment to ${agent}`,
  /** A question of the user to a model. */
  question: {
    intro: (threads: number, path: string) =>
      threads === 1
        ? `Please address this comment on \`${path}\`:`
        : `Please address these ${many(threads, { one: "comment", other: "comments" })} on \`${path}\`:`,
    lines: (from: number, to: number) => (from === to ? `line ${from}` : `lines ${from}–${to}`),
    how: "Read them first with the tool `comments` (action `list`). Answer each in its own thread (action `reply`). If one asks for a change, edit the document and name the thread in that edit (argument `thread`), so that I see both together. Do not resolve threads; I do that when I keep the edits.",
  },
  none: "No comments",
  lead: "Select words, a cell or a slide, and press Ctrl+Alt+M. Agents answer in place.",
  slide: (number: number) => `Slide ${number}`,
  saveFirst: "Save the document first: comments belong to a file",
  notHere: "Comments can be made in texts and Office documents",
  selectFirst: "Select the words that the comment is about first",
  write: "Comment",
  reply: "Reply",
  send: "Comment",
  sendReply: "Reply",
  cancel: "Cancel",
  discard: "Discard",
  tooLong: (characters: number) => `${many(characters, { one: "character", other: "characters" })} too many`,
  unsentAnswer: "You began an answer to a comment that no longer exists:",
  kept: (drafts: number) => `Kept ${many(drafts, { one: "comment", other: "comments" })} that you did not send`,
  showKept: "Show",
  undo: "Undo",
  deleted: "Deleted a comment",
  messageDeleted: "Deleted an answer",
  discarded: "Discarded what you wrote",
  nothingToUndo: "No comment change to undo",
  unreadable: "The comments cannot be shown",
  save: "Save",
  needsMe: "Only I can resolve it",
  needed: "Only you can resolve this",
  resolve: "Resolve",
  reopen: "Open Again",
  edit: "Edit",
  remove: "Delete",
  removeThread: "Delete Comment",
  goTo: "Show in document",
  moved: "The words have changed",
  orphaned: "The words are gone",
  on: (words: string, isUnread: boolean) => `${isUnread ? "Unread comment" : "Comment"} on ${words}`,
  protectedNow: "Agents can no longer change this",
  unprotected: "Agents can change this again",
  lock: "Protected from agents",
  showComment: "Show comment",
  locks: (passages: number) => `Protected from agents: ${many(passages, { one: "passage", other: "passages" })}`,
  wholeDocument: "The whole document",
  agentsCan: "What agents can do",
  cannotChange: "Agents cannot change it",
  onlySuggest: "Agents can suggest edits, which wait for your review",
  limitedNow: (share: number) => `Agents can change at most ${share} % of the words before you review them`,
  unlimited: "Agents' edits are no longer limited",
  limited: "Limited for agents",
  share: "Agents can change, before you review it, at most",
  ofTheWords: (share: number) => `${share} % of the words`,
  endLimit: "End Limit",
  lostLocks: (passages: number) => `No longer protected: ${many(passages, { one: "passage", other: "passages" })}`,
  goingLock: "It is suggested to remove it",
  lostLock: "The words are gone: this protects nothing",
  unprotect: "End Protection",
};

/** The shape that every language has to provide. */
export type CommentMessages = typeof english;

/** The strings in the current language. */
export let commentMessages: CommentMessages = english;

registerMessages<CommentMessages>({ en: english, "zh-CN": chinese }, (now) => {
  commentMessages = now;
});
