/** Strings of the assistant panel. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import type { Money } from "../../../shared/conversation";
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many, money } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const one = (files: number, single: string, several: string): string => (files === 1 ? single : several);

const english = {
  label: "Assistant",
  close: "Close panel",
  resize: "Panel width",
  newConversation: "New conversation",
  conversations: "Conversations",
  setup: "Set up models…",
  turns: "Questions and answers",
  turnsWith: (name: string) => `Questions and answers with ${name}`,
  earlier: (left: number) => `Show earlier (${number(left)})`,
  toEnd: "Scroll to newest",
  unknown: "–",
  /** Where a request for writers in the menu comes from. */
  writersRequest: "Galley",

  empty: {
    heading: "Ask about what you write",
    lines: [
      "The assistant reads and edits documents in this folder.",
      "It asks before it writes, and you can undo everything it wrote.",
      "What is sent, and how much, is shown above your question.",
    ],
    noFolder: "No folder open. The assistant can only see open documents.",
  },
  /** Sessions that an agent knows from elsewhere. */
  past: {
    show: (agent: string) => `Continue a session with ${agent}…`,
    loading: (agent: string) => `Asking ${agent}…`,
    list: (agent: string) => `Sessions of ${agent} in this folder`,
    none: (agent: string) => `${agent} has no other sessions in this folder.`,
    unlisted: (agent: string) => `${agent} does not list its sessions.`,
    untitled: "Untitled",
    chosen: "Your next question continues this session.",
  },
  first: {
    heading: "An assistant beside your document",
    lines: [
      "Choose a model: on your own computer with Ollama, or from any service you have a key for.",
      "It reads and edits your documents as you watch, and asks before it writes.",
      "Nothing is sent anywhere until you send a question.",
    ],
    setup: "Set up a model",
    agent: (name: string) => `Ask ${name}`,
    connect: "Connect an MCP client",
    tools: "Use tools without a model",
  },

  turn: {
    you: "You",
    yourTool: (tool: string) => `You ran ${tool}`,
    answered: (model: string) => `${model} answers`,
    label: (position: number) => `Question ${number(position)}`,
    asking: "Waiting for the model…",
    compacting: "Summarising the earlier conversation…",
    summary: {
      full: (turns: number) =>
        `The conversation was filling the model's context. From here on, the model gets a summary of the ${count(turns, "question", "questions")} above.`,
      refused: (turns: number) =>
        `The provider said that the conversation is too long. The ${count(turns, "question", "questions")} above were summarised for the model, and this one was sent again.`,
      show: "Show summary",
    },
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
    undone: (hunks: number) => `The model was informed that you undid ${number(hunks)} of its edits.`,
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

  plan: {
    label: "Plan",
    done: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
    status: { pending: "to do", "in progress": "in progress", done: "done" },
  },

  call: {
    state: {
      arriving: "arriving",
      waiting: "waiting",
      asking: "needs approval",
      running: "running",
      done: "done",
      refused: "rejected",
      denied: "you declined",
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
      edit: (agent: string, names: string) => `${agent} wants to edit ${names}`,
      create: (agent: string, names: string) => `${agent} wants to create ${names}`,
      delete: (agent: string, names: string) => `${agent} wants to delete ${names}`,
      several: (agent: string, names: string) => `${agent} wants to change ${names}`,
      work: (agent: string, names: string) => `${agent} wants to change the work on ${names}`,
      secrets: (agent: string, names: string) => `${agent} wants to read ${names}`,
      tool: (agent: string) => `${agent} wants to use one of your tools`,
      permission: (agent: string) => `${agent} asks for permission`,
      instructions: (agent: string) => `${agent} takes instructions from files of this folder`,
    },
    with: (tool: string) => `With ${tool}`,
    written: { create: "new file", delete: "deleted" },
    added: (lines: number) => `+${number(lines)}`,
    removed: (lines: number) => `−${number(lines)}`,
    lines: (added: number, removed: number) =>
      `${count(added, "line", "lines")} added, ${count(removed, "line", "lines")} removed`,
    reject: "Decline",
    rejectNote: "Reason (optional, sent to the model)",
    once: "Allow once",
    /** An answer that holds for longer; `folder` is the name of a folder. */
    longer: {
      edit: {
        document: (files: number) => one(files, "Allow edits of this document", "Allow edits of these documents"),
        folder: (folder: string) => `Allow edits in ${folder}`,
      },
      create: {
        document: (files: number) => one(files, "Allow creating this file", "Allow creating these files"),
        folder: (folder: string) => `Allow new files in ${folder}`,
      },
      delete: {
        document: (files: number) => one(files, "Allow deleting this file", "Allow deleting these files"),
        folder: (folder: string) => `Allow deleting in ${folder}`,
      },
    },
    book: "Allow for this book",
    bookAlways: "Allow for this book, always",
    secret: "Allow in this conversation",
    tool: "Allow this tool in this conversation",
    toolAlways: "Always allow this tool",
    escape: "Esc",
    keys: (all: string) => `${all} answer while this card has the focus.`,
    goTo: (key: string) => `${key} moves it here.`,
    diff: (name: string) => `Changes to ${name}`,
    cut: "Only the beginning of the changes is shown.",
    showAll: "Show all lines",
    announce: (question: string) => `${question}. Your approval is needed.`,
    names: (first: string, more: number) => (more === 0 ? first : `${first} and ${count(more, "other", "others")}`),
  },

  effort: {
    label: "Thinking effort",
    about: "How much the model thinks before it answers. A model that does not think may reject the question.",
    own: "Effort: default",
    names: { none: "No thinking", low: "Effort: low", medium: "Effort: medium", high: "Effort: high" },
  },
  /** Several readers of one document. */
  readers: {
    heading: (name: string) => `Review “${name}” with several readers`,
    about: "Each reads the whole document on its own, changes nothing, and comments on what it finds.",
    noDocument: "Open a document first.",
    noModel: "Set up a model or an agent first.",
    reader: (at: number) => `Reader ${number(at)}`,
    task: "Looks for",
    who: "Reader",
    words: "What it should look for",
    tasks: { facts: "Facts", continuity: "Continuity", style: "Style", law: "Law", own: "Something else" },
    abouts: {
      facts: "Names, numbers, dates, quotations and claims.",
      continuity: "Passages that contradict themselves or another passage.",
      style: "Sentences that are hard to read, repetitions, changes of voice.",
      law: "What a lawyer should look at. This is not legal advice.",
    },
    column: (task: string, name: string) => `${task}: ${name}`,
    add: "Add Reader",
    remove: (at: number) => `Remove reader ${number(at)}`,
    ask: (count: number) => `Ask ${many(count, { one: "Reader", other: "Readers" })}`,
    back: "Back",
  },

  readOnly: {
    label: "Read only",
    about:
      "Read-only: models and agents can read and comment but not edit. What an agent's own tools write without asking still waits for your review.",
    on: "This conversation is read-only now.",
    off: "This conversation is no longer read-only.",
  },

  composer: {
    label: "Question to the assistant",
    placeholder: "Ask, or type / for tools and @ to add documents",
    placeholderNoModel: "Type / for tools",
    send: "Send",
    stop: "Stop",
    queue: "Send after this answer",
    queueHint: "Send after this answer (Enter). Ctrl+Enter stops it and sends now.",
    queued: "Your question is sent after this answer.",
    add: "Add context",
    model: "Model",
    noModel: "No model",
    agents: "Agents",
    agent: (name: string) => `Agent: ${name}`,
    mode: "Mode",
    commands: (agent: string) => `Commands of ${agent}`,
    chips: "Context",
    chip: {
      front: "Document in front",
      document: "Document",
      selection: "Selection",
      file: "File",
      section: "Section",
      paragraph: "Paragraph",
      entry: "Library entry",
      skill: "Skill",
      image: "Image",
    },
    image: (at: number) => `Image ${number(at)}`,
    otherFiles: "Only images, PDFs and files of the open folder can be added to a question.",
    badImage: (name: string) => `${name} can't be read as an image.`,
    selection: (name: string, from: number, to: number) =>
      from === to ? `${name}, line ${number(from)}` : `${name}, lines ${number(from)}–${number(to)}`,
    section: (name: string, address: string) => `${name} § ${address}`,
    paragraph: (name: string) => `${name} ¶`,
    whole: (label: string, tokens: string) => `Send all of ${label} (${tokens} tokens)`,
    remove: (label: string) => `Remove ${label}`,
    removed: (label: string) => `${label} removed from context`,
    added: (label: string) => `${label} added to context`,
    mentions: "Documents, sections, paragraphs and recipients",
    mentionHint: "# for a section, ^ for a paragraph",
    noMatches: "No matches",
    closed: "no longer open",
  },

  /** Pages of a PDF, which go along with a question as images. */
  pdf: {
    page: (name: string, page: number) => `${name}, page ${page}`,
    choose: (name: string) => `Pages of ${name}`,
    pages: (name: string, count: number) => `Pages of ${name} (1–${count})`,
    hint: (most: number) => `For example 1-3, 7. At most ${number(most)} pages; the model gets them as images.`,
    add: "Add pages",
    cancel: "Cancel",
    adding: (name: string) => `Adding pages of ${name}…`,
    password: (name: string) => `${name} is password-protected. To add its pages, save a copy without a password.`,
    damaged: (name: string) => `${name} can't be read as a PDF. It may be damaged.`,
    tooLarge: (name: string) => `${name} is larger than 100 MB.`,
  },

  /** Whom a question goes to. */
  recipients: {
    label: "Recipients",
    to: "To",
    agent: "Agent",
    added: (name: string, all: number) => `${name} added. ${count(all, "recipient", "recipients")} so far.`,
    remove: (name: string) => `Remove recipient ${name}`,
    removed: (name: string) => `${name} removed`,
    send: (all: number) => `Ask ${count(all, "recipient", "recipients")} at once`,
    full: (most: number) => `A question can have at most ${count(most, "recipient", "recipients")}.`,
    inNew: (name: string) =>
      `${name} answers in a new conversation, because the previous one belongs to another recipient.`,
  },

  /** The same question to several recipients. */
  comparison: {
    label: "Answers side by side",
    state: { running: "answering", asking: "needs approval", done: "done", failed: "failed", stopped: "stopped" },
    named: (name: string, state: string) => `${name}: ${state}`,
    goOn: "Continue with this one",
    goOnWith: (name: string) => `Continue with this one: ${name}`,
    notSent: "The question was not sent to this one.",
    who: "Who is asked",
    isAsked: (name: string) => `${name} is asked`,
    onlyOne: (name: string) => `${name} is the only recipient`,
    askOnly: "Ask only this one",
    askAll: (all: number) => (all === 2 ? "Ask both" : `Ask all ${number(all)}`),
    askSome: (asked: number, all: number) => `Ask ${number(asked)} of ${number(all)}`,
    askOne: (name: string) => `Ask only ${name}`,
    sent: (asked: number, waiting: number) =>
      waiting === 0
        ? `The question was sent to ${number(asked)}.`
        : waiting === asked
          ? `The question will be sent after ${waiting === 1 ? "the running answer" : `the ${number(waiting)} running answers`}.`
          : `The question was sent to ${number(asked - waiting)}. It will be sent to ${number(waiting)} after the running answer.`,
    stopAll: "Stop all",
    stop: (name: string) => `Stop ${name}`,
    close: (name: string) => `Close ${name}`,
    closeHint: "Close. The conversation stays in the list.",
    closed: (name: string) => `${name} closed. Its conversation is in the list.`,
    undo: "Undo",
    /** Tokens and cost of all answers. */
    meter: {
      label: "Tokens and cost of the comparison",
      heading: "This comparison",
      who: "Answer",
      total: "Total",
      atLeast: (amount: string) => `at least ${amount}`,
    },
    alone: "This question was also sent to others.",
    showAll: "Show side by side",
  },

  /** An earlier question that is asked in another way. */
  branch: {
    about: "You edit the question in a new conversation, which starts with the messages before it. This one stays.",
    documents: (documents: number) =>
      documents === 1
        ? "Restore the document to its state before this question"
        : `Restore ${number(documents)} documents to their state before this question`,
    begin: "Edit in a branch",
    cancel: "Cancel",
    done: (names: readonly string[]) => `Restored: ${names.join(", ")}.`,
    left: (names: readonly string[]) => `Not changed: ${names.join(", ")}.`,
    undo: "Undo",
    of: "This is a branch of another conversation.",
    showOther: "Show it",
  },

  /** Questions that wait for the end of an answer. */
  queue: {
    label: "Waiting questions",
    next: "Sent after this answer",
    held: "Not sent yet",
    now: "Stop the answer and send now",
    send: "Send now",
    edit: "Edit question",
    remove: "Remove question",
    removed: "Question removed.",
  },

  /** Rules and skills of the folder and the user. */
  rules: {
    heading: {
      folder: "This folder has instructions for assistants",
      user: "You have skills for assistants",
      changed: "Instructions for assistants have changed",
      unusable: "Instructions for assistants can't be used",
    },
    lead: "They are sent to the model only if you agree. Read them first: the model will follow them.",
    list: "Rules and skills",
    rules: (bytes: string) => `Rules, ${bytes}`,
    skill: (bytes: string) => `Skill, ${bytes}`,
    cut: (bytes: string) => `only the first ${bytes} are sent`,
    changed: "changed since you agreed",
    bytes: (bytes: number) =>
      bytes < 1024 ? count(bytes, "byte", "bytes") : `${number(Number((bytes / 1024).toPrecision(2)))} KB`,
    use: "Use",
    later: "Not now",
    show: "Show",
    hide: "Hide",
    used: (names: string) => `In use from now on: ${names}`,
    from: { folder: "this folder", user: "yours" },
    addSkill: "Skill",
  },

  /** Files that an agent takes instructions from by itself. */
  instructions: {
    lead: (agent: string) =>
      `${agent} reads them by itself when it starts, and will follow them. Galley can't prevent that, so it asks you first. Each file can be opened here.`,
    programs: (files: number) =>
      one(
        files,
        "Because of one of these files, programs may run on this computer without asking you.",
        `Because of ${files} of these files, programs may run on this computer without asking you.`,
      ),
    isCut: (files: number) => `There are more files than the ${number(files)} that are shown. You are asked each time.`,
    list: "Files with instructions",
    canRun: "can run programs",
    show: "Show or hide the text",
    link: (to: string) => `A link to ${to}`,
    linkOutside: (to: string) => `A link that leads outside this folder, to ${to}`,
  },

  context: {
    open: "Show context",
    short: (tokens: string, count: number) => `${tokens} ${count === 1 ? "token" : "tokens"}`,
    heading: "Context",
    lead: "All of this is sent, and nothing else. Tokens are estimated.",
    nothing: "No documents",
    prompt: "Instructions to the model",
    history: "Conversation so far",
    question: "Your question",
    instructions: "Instructions",
    rules: "Rules and names of skills",
    tools: (tools: number) => `Descriptions of ${count(tools, "tool", "tools")}`,
    part: (name: string) => `${name}, in parts`,
    limit: "The model's limit",
    tokens: (tokens: number) => `about ${count(tokens, "token", "tokens")}`,
    cut: "only the beginning; the model can read the rest",
    excluded: (why: string) => `not included: ${why}`,
    total: "Total",
  },

  /** How the next request fits into the model's context. */
  size: {
    tooLong: (model: string, tokens: number, limit: number) =>
      `This needs about ${count(tokens, "token", "tokens")}, but ${model} takes at most ${number(limit)}, including its answer.`,
    removeAll: "Remove documents",
    changeLimit: "Open setup",
    compacts: "This fills the model's context: the earlier conversation will be summarised first.",
    noLimit: (model: string, tokens: number, usual: number) =>
      `No context limit is set for ${model}. This needs about ${count(tokens, "token", "tokens")}, and Ollama usually gives a model ${number(usual)}: Galley asks for more, but a model with a smaller context silently drops the beginning.`,
    core: (model: string, limit: number) =>
      `${model} takes only ${count(limit, "token", "tokens")}: it gets just the tools for reading and editing text.`,
  },

  meter: {
    label: "Tokens and cost",
    context: (share: string) => `${share} tokens of context used`,
    short: (used: string, limit: string) => `${used} / ${limit}`,
    heading: "This conversation",
    used: "Context used",
    input: "Tokens sent",
    output: "Tokens received",
    costs: "Cost",
    unknown: "The provider doesn't report everything. Unknown values are shown as –.",
    /** Amounts in different currencies. */
    cost: (amounts: readonly Money[]) => amounts.map(money).join(" + "),
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
