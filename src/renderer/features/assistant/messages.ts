/** Strings of the assistant panel. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const english = {
  label: "Assistant",
  close: "Close panel",
  resize: "Panel width",
  newConversation: "New conversation",
  conversations: "Conversations",
  setup: "Set up models…",
  turns: "Questions and answers",
  earlier: (left: number) => `Show earlier (${number(left)})`,
  toEnd: "Scroll to newest",
  unknown: "–",

  empty: {
    heading: "Ask about what you write",
    lines: [
      "The assistant reads and edits documents in this folder.",
      "It asks before it writes, and you can undo everything it wrote.",
      "Only your question and the context shown above it are sent.",
    ],
    noFolder: "No folder open. The assistant can only see open documents.",
  },
  first: {
    heading: "An assistant beside your document",
    lines: [
      "Choose a model: on your own computer with Ollama, or from any service you have a key for.",
      "It reads and edits your documents as you watch, and asks before it writes.",
      "Nothing is sent anywhere until you send a question.",
    ],
    setup: "Set up a model",
    connect: "Connect an MCP client",
    tools: "Use tools without a model",
  },

  turn: {
    you: "You",
    yourTool: (tool: string) => `You ran ${tool}`,
    answered: (model: string) => `${model} answers`,
    label: (position: number) => `Question ${number(position)}`,
    asking: "Waiting for the model…",
    thinking: "Thinking…",
    thought: "Thoughts",
    running: "Working…",
    stopping: "Stopping…",
    stopped: "You stopped this.",
    interrupted: "Galley was closed during this answer. Nothing was run again.",
    retrying: (seconds: number) =>
      seconds > 0 ? `Trying again in ${count(seconds, "second", "seconds")}…` : "Trying again…",
    retry: "Ask again",
    edit: "Edit question",
    copyAnswer: "Copy answer",
    copyQuestion: "Copy question",
    settings: "Open setup",
    goOn: "Continue",
    goOnQuestion: "Continue.",
    undone: (hunks: number) => `The model was told that you undid ${count(hunks, "edit", "edits")} of its own.`,
    omitted: (texts: number) =>
      `${count(texts, "older result or text", "older results and texts")} no longer fit in the model's context.`,
    done: "Answer complete.",
    edits: {
      label: (documents: number) =>
        documents === 1
          ? "Its edits are ready for review."
          : `Its edits in ${number(documents)} documents are ready for review.`,
      review: "Review",
      keep: "Keep all",
      undo: "Undo all",
    },
    tokens: (input: string, output: string) => `${input} in, ${output} out`,
  },

  call: {
    state: {
      arriving: "arriving",
      waiting: "waiting",
      asking: "needs approval",
      running: "running",
      done: "done",
      refused: "refused",
      denied: "you refused",
      stopped: "stopped",
      "not run": "not run",
      unknown: "unclear",
    },
    unknownHint: "Galley closed while this was running. Check the document's history to see whether it wrote.",
    go: "Go to change",
    goTo: (name: string) => `Go to ${name}`,
    details: "Arguments and result",
    arguments: "Arguments",
    result: "Result",
    noResult: "No result.",
    grants: "Permissions",
  },

  approval: {
    heading: {
      documents: (tool: string, names: string) => `${tool} wants to edit ${names}`,
      work: (tool: string, names: string) => `${tool} wants to change the work on ${names}`,
      secrets: (tool: string, names: string) => `${tool} wants to read ${names}`,
    },
    asks: (model: string) => `${model} needs your approval`,
    newFile: "new file",
    added: (lines: number) => `+${number(lines)}`,
    removed: (lines: number) => `−${number(lines)}`,
    lines: (added: number, removed: number) =>
      `${count(added, "line", "lines")} added, ${count(removed, "line", "lines")} removed`,
    once: "Allow once",
    reject: "Refuse",
    rejectNote: "Reason (optional, sent to the model)",
    longer: { documents: "Allow for longer", work: "Other answers", secrets: "Allow for longer" },
    /** The default answer, by kind of request. */
    usual: { documents: "Allow once", work: "Allow for this book", secrets: "Allow once" },
    scope: {
      documents: {
        once: "Once",
        "document, conversation": "This document, in this conversation",
        "folder, conversation": "This folder, in this conversation",
        document: "This document, always",
        folder: "This folder, always",
      },
      work: { once: "Only this call", document: "This book, always" },
      secrets: { "document, conversation": "This file, in this conversation" },
    },
    diff: (name: string) => `Changes to ${name}`,
    cut: "Only the beginning of the changes is shown.",
    showAll: "Show all lines",
    announce: (question: string) => `${question}. Your approval is needed.`,
    names: (first: string, more: number) => (more === 0 ? first : `${first} and ${count(more, "other", "others")}`),
  },

  composer: {
    label: "Question to the assistant",
    placeholder: "Ask, or type / for tools and @ to add documents",
    placeholderNoModel: "Type / for tools",
    send: "Send",
    stop: "Stop",
    add: "Add context",
    model: "Model",
    noModel: "No model",
    chips: "Context",
    chip: {
      document: "Document",
      selection: "Selection",
      file: "File",
      section: "Section",
      paragraph: "Paragraph",
      entry: "Library entry",
    },
    selection: (name: string, from: number, to: number) =>
      from === to ? `${name}, line ${number(from)}` : `${name}, lines ${number(from)}–${number(to)}`,
    section: (name: string, address: string) => `${name} § ${address}`,
    paragraph: (name: string) => `${name} ¶`,
    remove: (label: string) => `Remove ${label}`,
    removed: (label: string) => `${label} removed from context`,
    added: (label: string) => `${label} added to context`,
    mentions: "Documents, sections and paragraphs",
    mentionHint: "# for a section, ^ for a paragraph",
    noMatches: "No matches",
    closed: "no longer open",
  },

  context: {
    open: "Show context",
    short: (tokens: string, count: number) => `${tokens} ${count === 1 ? "token" : "tokens"}`,
    heading: "Context",
    lead: "This is sent with your question, in addition to the conversation above.",
    nothing: "Only your question is sent.",
    prompt: "Instructions to the model",
    history: "Conversation so far",
    tokens: (tokens: number) => `about ${count(tokens, "token", "tokens")}`,
    cut: "only the beginning; the model can read the rest",
    excluded: (why: string) => `not included: ${why}`,
    total: "Total",
  },

  meter: {
    label: "Tokens and cost",
    context: (share: string) => `${share} tokens of context used`,
    short: (used: string, limit: string) => `${used} / ${limit}`,
    heading: "This conversation",
    used: "Context used",
    input: "Tokens sent",
    output: "Tokens received",
    cost: "Cost",
    unknown: "The provider doesn't report everything. Unknown values are shown as –.",
    money: (dollars: number) =>
      dollars === 0 ? "$0" : dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`,
    tokens: (tokens: number) =>
      tokens < 1000
        ? number(tokens)
        : tokens < 999_500
          ? `${Number((tokens / 1000).toPrecision(3))}k`
          : `${Number((tokens / 1e6).toPrecision(3))}M`,
  },
};

/** The shape that every language has to provide. */
export type PanelMessages = typeof english;

/** The strings in the current language. */
export let panelMessages: PanelMessages = english;

registerMessages<PanelMessages>({ en: english, "zh-CN": chinese }, (now) => {
  panelMessages = now;
});
