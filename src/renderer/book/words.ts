/** Every sentence of the book desk. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import type { JobState, RowState, ShownTask, WorkKind } from "../../shared/book";
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });
const paragraphs = (amount: number) => count(amount, "paragraph", "paragraphs");

const english = {
  desk: "Book desk",
  number: (value: number) => number(value),
  percent: (share: number) => `${number(Math.floor(share * 100))} %`,
  cancel: "Cancel",
  close: "Close",
  again: "Try again",
  loading: "Opening the book…",
  failed: "The book cannot be shown.",

  start: {
    heading: "Translate a book",
    lead: "A folder of Markdown or text chapters (sub-folders are volumes), a single text, or an EPUB. Source and translation stand side by side, paragraph by paragraph; agents write only the paragraphs that they are given. The work is kept in the book’s own .galley folder and travels with it.",
    folder: "Open a folder…",
    file: "Open a file…",
    known: "Books",
    hasWork: "has work",
    none: "This cannot be opened as a book.",
  },

  language: {
    heading: "What is it translated into?",
    lead: "Nobody has said so far. It can be changed at any time; each language keeps its own translations.",
    label: "Language",
    set: "Begin",
    change: "Translated into",
    other: "Another language…",
    code: (tag: string) => `${tag}, or any other name of a language`,
  },

  wraps: {
    offer:
      "The lines of this source look broken at a fixed width. Its blocks between blank lines can be the paragraphs instead.",
    blocks: "Use blocks",
    keep: "Keep lines",
    lines: "Back to lines",
  },

  warnings: (amount: number) => count(amount, "notice about this book", "notices about this book"),

  chapters: {
    label: "Chapters",
    hide: "Hide the chapters",
    show: "Show the chapters",
    choose: "Chapter",
    whole: "Whole book",
    progress: (title: string, done: number, of: number) =>
      of === 0 ? `${title}, no text` : `${title}, ${number(done)} of ${paragraphs(of)} translated`,
    sentBack: (amount: number) => `${number(amount)} sent back`,
    sourceChanged: (amount: number) => `${number(amount)} with a changed source`,
    none: "This book has no chapters.",
    overall: (done: number, of: number) => `${number(done)} of ${paragraphs(of)} translated`,
    accepted: (amount: number) => `${number(amount)} accepted`,
  },

  filter: {
    label: "Show",
    all: "All",
    states: {
      untranslated: "Untranslated",
      "in work": "In work",
      "in review": "In review",
      "sent back": "Sent back",
      translated: "Translated",
      accepted: "Accepted",
      "source changed": "Source changed",
      inconsistent: "Not as the glossary",
      "set aside": "Set aside",
    },
    option: (name: string, amount: number | null) => (amount === null ? name : `${name} (${number(amount)})`),
    scope: "Where",
    chapter: "This chapter",
    book: "Whole book",
    search: "Search",
    searchHint: "Words as they stand, or with .* a regular expression",
    regex: "Regular expression",
    in: "In",
    both: "Source and translation",
    source: "Source",
    translation: "Translation",
    clear: "Clear the search",
    found: (amount: number, total: number) =>
      amount < total ? `${number(amount)} of ${paragraphs(total)}` : paragraphs(amount),
    finding: "Looking…",
    nothing: "No paragraph is like that.",
    showAll: "Show all",
    refresh: "Look again",
    refreshHint: "Some of these are other by now",
  },

  table: {
    label: (title: string) => `Paragraphs of ${title}`,
    source: "Source",
    target: "Translation",
    state: "State",
    index: "Paragraph",
    loading: "Loading the chapter…",
    empty: "This chapter has no text.",
    allTranslated: "Every paragraph has a translation.",
    end: "This is the last one.",
  },

  row: {
    label: (index: number) => `Translation of paragraph ${number(index)}`,
    name: (index: number, state: string) => `Paragraph ${number(index)}, ${state}`,
    choose: (index: number) => `Choose paragraph ${number(index)}`,
    id: (id: string, index: number) => `ID ${id}, index ${number(index)}`,
    placeholder: "Translation…",
    states: {
      untranslated: "Untranslated",
      "in work": "In work",
      "sent back": "Sent back",
      translated: "Translated",
      accepted: "Accepted",
    } satisfies Record<RowState, string>,
    inReview: "In review",
    by: (holder: string) => `by ${holder}`,
    sourceChanged: "Source changed",
    sourceChangedHint: "The source was another when this was translated. Confirm it where it still holds.",
    unsaved: "Not saved yet",
    saving: "Saving…",
    emptyWhy: "An empty translation is not kept. Escape brings the last one back.",
    confirm: "Confirm",
    confirmHint: "Accept, and on to the next (Ctrl+Enter)",
    accept: "Accept",
    unaccept: "Take the acceptance back",
    sendBack: "Send back…",
    versions: (amount: number) => count(amount, "version", "versions"),
    copySource: "Copy the source over",
    comment: (text: string) => `Sent back: ${text}`,
    conflict: "Somebody else wrote this paragraph meanwhile.",
    theirs: "What stands there now",
    mine: "Yours",
    keepMine: "Keep yours",
    takeTheirs: "Take theirs",
    givenUp: "Given up",
    saved: "Saved",
    confirmed: "Confirmed",
  },

  recovered: (count: number) =>
    count === 1 ? "Recovered 1 unsaved translation." : `Recovered ${count} unsaved translations.`,

  term: (term: string, translation: string, note: string) =>
    note === "" ? `${term} → ${translation}` : `${term} → ${translation} (${note})`,
  termsHeard: (terms: string) => `Glossary: ${terms}`,

  chosen: {
    count: (amount: number) => `${paragraphs(amount)} chosen`,
    accept: "Accept",
    sendBack: "Send back…",
    clear: "Clear",
    accepted: (amount: number) => `${paragraphs(amount)} accepted`,
  },

  versions: {
    heading: "Versions",
    none: "There is no translation yet.",
    selected: "Shown",
    select: "Use this one",
    difference: "What differs from the one shown",
    person: "you",
    old: "of an earlier source",
    loading: "Loading…",
  },

  sendBack: {
    heading: (amount: number) => `Send ${paragraphs(amount)} back`,
    taskHeading: "Send all of it back",
    lead: "Whoever has the task does them again, and reads what you write here.",
    label: "What is to be done otherwise?",
    send: "Send back",
    empty: "Say what is to be done otherwise: whoever does it again reads it.",
    sent: (amount: number) => `${paragraphs(amount)} sent back`,
    taskSent: "Sent back",
    noTask: "None of these is in an open task. Start a job on them, or edit them here.",
  },

  aside: {
    label: "Work, glossary and jobs",
    show: "Show work and glossary",
    hide: "Hide work and glossary",
    work: "Work",
    glossary: "Glossary",
    style: "Style",
  },

  tasks: {
    heading: "Tasks",
    none: "Nobody works on this book. Start a job, or let an agent that is connected open a task.",
    kinds: {
      translation: "Translation",
      polishing: "Polishing",
      proofreading: "Proofreading",
    } satisfies Record<WorkKind, string>,
    status: {
      planning: "planning",
      preparing: "preparing",
      working: "working",
      review: "in review",
      end: "ended",
      released: "given up",
    } satisfies Record<ShownTask["status"], string>,
    done: (done: number, of: number) => `${number(done)} of ${paragraphs(of)}`,
    accept: "Accept all",
    acceptHint: "Its paragraphs are accepted, and it ends",
    sendBack: "Send back…",
    release: "Give up…",
    releaseQuestion: "Give this task up?",
    releaseDetail: "Its paragraphs are free for others. What was handed in stays.",
    releaseChoice: "Give it up",
    ended: (amount: number) => count(amount, "ended task", "ended tasks"),
    accepted: (amount: number) => `${paragraphs(amount)} accepted, the task has ended`,
    comments: "What was said",
    show: "Show",
    prompt: "Prompt in the panel",
  },

  glossary: {
    label: "Terms",
    term: "Term",
    translation: "Translation",
    note: "Note",
    add: "Add a term",
    remove: (term: string) => `Delete ${term}`,
    removed: (term: string) => `${term} deleted`,
    undo: "Undo",
    empty: "No terms yet. Write the first one below: wherever it stands in the source, its translation is shown.",
    filter: "Find a term",
    count: (amount: number) => count(amount, "term", "terms"),
    stale: "The glossary was changed meanwhile. It is shown as it is now; write it again.",
    incomplete: "A term needs both a term and a translation.",
    check: "Not as the glossary has it",
    checkAgain: "Check",
    consistent: "Every translated paragraph holds to the glossary.",
    differing: paragraphs,
    expected: (term: string, translation: string) => `${term} → ${translation}`,
  },

  style: {
    label: "How the translation should read",
    hint: "Register, names, forms of address, quotation marks … Every model that works on the book is told.",
    saved: "Saved",
    stale: "The style notes were changed meanwhile. Yours are still here: save them again to put them in place.",
  },

  prompts: {
    menu: "Prompt in the panel",
    hint: "What a model is told for this work, put where questions are written",
    given: "The prompt is in the panel",
  },

  jobs: {
    start: "Start a job…",
    heading: "Start a job",
    lead: "A model gets the paragraphs chunk by chunk and may write nothing else.",
    kind: "Work",
    from: "From",
    fromAny: "The model sees for itself",
    into: "Into",
    model: "Model",
    panelModel: "As in the panel",
    noModel: "No model is set up yet.",
    setUp: "Set up a model…",
    what: "What",
    whole: "The whole book",
    these: "These chapters",
    chunk: "Paragraphs in a chunk",
    atOnce: "Chunks at once",
    begin: "Begin",
    planning: "Counting…",
    plan: (todo: number, chunks: number) =>
      todo === 0 ? "Nothing is left to be done." : `${paragraphs(todo)} in ${count(chunks, "chunk", "chunks")}`,
    planDone: (done: number) => `${number(done)} done already`,
    planHeld: (held: number) => `${number(held)} in other open tasks`,
    label: "Jobs",
    state: {
      running: "Running",
      pausing: "Pausing: what runs is finished",
      paused: "Paused",
      interrupted: "Interrupted",
      done: "Done",
      stopped: "Stopped",
    } satisfies Record<JobState, string>,
    interrupted: "Galley ended while this job ran. It goes on with the very next paragraph.",
    progress: (kind: string, language: string) => (language === "" ? kind : `${kind} into ${language}`),
    done: (done: number, total: number) => `${number(done)} of ${number(total)}`,
    left: (text: string) => `about ${text} left`,
    minutes: (minutes: number) => (minutes < 1 ? "a minute" : count(minutes, "minute", "minutes")),
    hours: (hours: number, minutes: number) => `${number(hours)} h ${number(minutes)} min`,

    noCost: "–",
    costLabel: "Cost",
    tokens: (amount: string) => `${amount} tokens`,
    tokensHint: (input: string, output: string) => `${input} read, ${output} written`,
    pause: "Pause",
    pauseNow: "Stop what runs",
    resume: "Resume",
    stop: "End…",
    stopQuestion: "End this job for good?",
    stopDetail: "Its unfinished tasks are released. What was handed in stays.",
    stopChoice: "End it",
    forget: "Take off the list",
    details: "Details",
    running: (title: string, done: number, of: number) => `${title}: ${number(done)} of ${number(of)}`,
    retryAt: (clock: string) => `asked again at ${clock}`,
    failures: (amount: number) => count(amount, "failure", "failures"),
    failure: (clock: string, message: string) => `${clock} ${message}`,
    setAside: (chunks: number) => `${count(chunks, "chunk", "chunks")} set aside`,
    setAsideLead: "These kept failing; the others went on.",
    chunkName: (title: string, index: number, amount: number) =>
      `${title}, from ${number(index)}: ${paragraphs(amount)}`,
    retry: "Try again",
    retryAll: "Try all again",
    show: "Show",
    sentBack: (amount: number) => `${paragraphs(amount)} sent back since: resume to do them again`,
    model_: (provider: string, model: string) => (provider === "" ? model : `${model} (${provider})`),
  },

  export: {
    menu: "Export…",
    heading: "Export the translation",
    format: "As",
    formats: {
      markdown: "Markdown, beside the source",
      docx: "Word document",
      epub: "EPUB",
    },
    whole: (amount: number) => `All ${paragraphs(amount)} are translated.`,
    missing: (translated: number, total: number) =>
      `${number(translated)} of ${paragraphs(total)} are translated. The others stand as in the source:`,
    missingChapter: (title: string, amount: number) => `${title}: ${number(amount)}`,
    more: (chapters: number) => `and ${count(chapters, "more chapter", "more chapters")}`,
    go: "Export",
    going: "Exporting…",
    done: (name: string) => `Exported as ${name}`,
    reveal: "Show in the file manager",
  },
};

/** What the book desk says, in one language. */
export type BookWords = typeof english;

/** What the book desk says, in the language in use. */
export let bookWords: BookWords = english;

spoken<BookWords>({ en: english, "zh-CN": chinese }, (now) => {
  bookWords = now;
});
