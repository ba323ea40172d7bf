/** Strings of the conversation list; the Chinese is in assistant/conversations/conversation-list-messages.zh.ts. */
import { counting } from "../../../../shared/language";
import { registerMessages } from "../../../ui/language";
import { chinese } from "./conversation-list-messages.zh";

const { many } = counting("en");

const english = {
  label: "Conversations",
  search: "Search conversations",
  begin: "New conversation",
  none: "No conversations in this folder yet.",
  noneHint: "Your conversations are stored on this computer, and you can search them here.",
  noMatches: (sought: string) => `No conversations contain “${sought}”.`,
  failed: "The conversations could not be listed.",
  compared: "side by side",
  turns: (count: number) => many(count, { one: "question", other: "questions" }),
  running: "answering",
  asking: "needs approval",
  current: "open",
  rename: "Rename",
  renameOf: (title: string) => `Rename ${title}`,
  title: "Title",
  export: "Export as Markdown",
  exportOf: (title: string) => `Export ${title} as Markdown`,
  exported: (name: string) => `Exported as ${name}.`,
  delete: "Delete",
  deleteOf: (title: string) => `Delete ${title}`,
  deleted: (title: string) => `“${title}” deleted.`,
  undo: "Undo",
  back: (title: string) => `“${title}” restored.`,
};

/** The shape that every language has to provide. */
export type ConversationListMessages = typeof english;

/** The strings in the current language. */
export let conversationListMessages: ConversationListMessages = english;

registerMessages<ConversationListMessages>({ en: english, "zh-CN": chinese }, (now) => {
  conversationListMessages = now;
});
