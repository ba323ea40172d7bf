/** Strings of the conversation list; the Chinese is in assistant/conversations/conversation-list-messages.zh.ts. */
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./conversation-list-messages.zh";

const { many, number } = counting("en");

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
  deleted: (title: string, answers: number) =>
    answers === 1 ? `“${title}” deleted.` : `“${title}” deleted, with ${number(answers)} answers.`,
  undo: "Undo",
  back: (title: string, answers: number) =>
    answers === 1 ? `“${title}” restored.` : `“${title}” restored, with ${number(answers)} answers.`,
  besides: (answers: number) => `${number(answers)} side by side`,
  member: (title: string, name: string) => `${title}: ${name}`,
  deleteAll: "Delete all answers",
  deleteAllOf: (title: string, answers: number) => `Delete ${title} with ${number(answers)} answers`,
  deleteQuestion: (answers: number) => `Delete all ${number(answers)} answers?`,
  deleteDetail: (title: string, names: readonly string[]) => `“${title}” was answered by ${names.join(", ")}.`,
  deleteRunning: "Those that are still answering are stopped.",
};

/** The shape that every language has to provide. */
export type ConversationListMessages = typeof english;

/** The strings in the current language. */
export let conversationListMessages: ConversationListMessages = english;

registerMessages<ConversationListMessages>({ en: english, "zh-CN": chinese }, (now) => {
  conversationListMessages = now;
});
