/** Every sentence of the assistant's panel. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const english = {
  label: "Assistant",
  close: "Close the panel",
  resize: "Width of the panel",
  conversation: "Conversation",
  newConversation: "New conversation",
  conversations: "Conversations",
  more: "More",
  setup: "Set up models…",
  back: "Back",
  turns: "Questions and answers",
  earlier: (left: number) => `Show earlier (${number(left)})`,
  toEnd: "To the newest",
  unknown: "–",

  empty: {
    heading: "Ask about what you write",
    lines: [
      "The assistant reads and edits the documents of this folder with the same tools as you.",
      "It asks before it writes, and everything it wrote can be taken back.",
      "Nothing is sent but what you ask and what you see above the field.",
    ],
    noFolder: "No folder is open: the assistant sees the open documents only.",
  },
  first: {
    heading: "An assistant beside your page",
    lines: [
      "Choose a model: one of your own machine with Ollama, or any service you have a key for.",
      "It reads and edits your documents with you looking on, and asks before it writes.",
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
    label: (place: number) => `Question ${number(place)}`,
    asking: "Waiting for the model…",
    thinking: "Thinking…",
    thought: "Thoughts",
    running: "Working…",
    stopping: "Stopping…",
    stopped: "You stopped this.",
    interrupted: "Galley was closed while this was being answered. Nothing is run again by itself.",
    cut: "The answer broke off here.",
    retrying: (seconds: number) =>
      seconds > 0 ? `Trying again in ${count(seconds, "second", "seconds")}…` : "Trying again…",
    retry: "Ask again",
    edit: "Edit the question",
    copy: "Copy",
    copyAnswer: "Copy the answer",
    copyCode: "Copy the code",
    copyQuestion: "Copy the question",
    settings: "Open the setup",
    goOn: "Go on",
    goOnQuestion: "Go on.",
    undone: (hunks: number) => `The model was told that you took back ${count(hunks, "edit", "edits")} of its own.`,
    leftOut: (texts: number) =>
      `${count(texts, "older result or text", "older results and texts")} no longer fitted into the model's context.`,
    rest: (size: string) => `Show more (${size} left)`,
    done: "Answer complete.",
    failed: (why: string) => `The answer failed: ${why}`,
    edits: {
      label: (documents: number) =>
        documents === 1
          ? "Its edits wait for your review."
          : `Its edits in ${number(documents)} documents wait for your review.`,
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
      asking: "asks you",
      running: "running",
      done: "done",
      refused: "refused",
      denied: "you said no",
      stopped: "stopped",
      "not run": "not run",
      unknown: "unclear",
    },
    unknownHint: "Galley ended while this ran. The history of the document says whether it wrote.",
    go: "Go to the place",
    goTo: (name: string) => `Go to ${name}`,
    details: "Arguments and result",
    arguments: "Arguments",
    result: "Result",
    noResult: "There is no result.",
    copyResult: "Copy the result",
    grants: "What may be done without asking",
  },

  approval: {
    heading: {
      documents: (tool: string, names: string) => `${tool} wants to write ${names}`,
      work: (tool: string, names: string) => `${tool} wants to change the work on ${names}`,
      secrets: (tool: string, names: string) => `${tool} wants to read ${names}`,
    },
    asks: (model: string) => `${model} asks`,
    newFile: "new file",
    added: (lines: number) => `+${number(lines)}`,
    removed: (lines: number) => `−${number(lines)}`,
    lines: (added: number, removed: number) =>
      `${count(added, "line", "lines")} added, ${count(removed, "line", "lines")} removed`,
    once: "Allow once",
    refuse: "Refuse",
    refuseNote: "Why not (optional, the model reads it)",
    longer: { documents: "Allow for longer", work: "Other answers", secrets: "Allow for longer" },
    /** The usual answer, by how far it goes. */
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
    whole: "Show all lines",
    announce: (question: string) => `${question}: your answer is needed.`,
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
    chips: "What goes along",
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
    remove: (label: string) => `Take out ${label}`,
    removed: (label: string) => `${label} does not go along`,
    added: (label: string) => `${label} goes along`,
    mentions: "Documents, sections and paragraphs",
    mentionHint: "# for a section, ^ for a paragraph",
    nothingFound: "Nothing is called like that",
    gone: "no longer open",
  },

  along: {
    open: "What goes along",
    short: (tokens: string, count: number) => `${tokens} ${count === 1 ? "token" : "tokens"}`,
    heading: "What goes along",
    lead: "Exactly this is sent with your question, besides the conversation above.",
    nothing: "Nothing but your words goes along.",
    prompt: "Instructions to the model",
    history: "This conversation so far",
    tools: "Descriptions of the tools",
    tokens: (tokens: number) => `about ${count(tokens, "token", "tokens")}`,
    cut: "only the beginning; the model can read on",
    problem: (why: string) => `does not go along: ${why}`,
    total: "Together",
  },

  meter: {
    label: "Tokens and cost",
    context: (share: string) => `${share} tokens of the context are used`,
    short: (used: string, limit: string) => `${used} / ${limit}`,
    heading: "This conversation",
    used: "Context in use",
    input: "Tokens sent",
    output: "Tokens received",
    cost: "Cost",
    unknown: "The provider does not say all of this; unknown is shown as –.",
    money: (dollars: number) =>
      dollars === 0 ? "$0" : dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`,
    tokens: (tokens: number) =>
      tokens < 1000
        ? number(tokens)
        : tokens < 999_500
          ? `${Number((tokens / 1000).toPrecision(3))}k`
          : `${Number((tokens / 1e6).toPrecision(3))}M`,
  },

  link: {
    outside: (path: string) => `${path} is not in this folder.`,
  },
};

/** The sentences of the panel, in one language. */
export type PanelWords = typeof english;

/** The sentences of the panel in the language in use. */
export let panelWords: PanelWords = english;

spoken<PanelWords>({ en: english, "zh-CN": chinese }, (now) => {
  panelWords = now;
});
