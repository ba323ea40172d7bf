/** Strings of the translation view. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */

import { type MatchBand, matchBands, type StatisticsColumn } from "../../../core/books/book-statistics";
import type { CheckLevel, FlagKind, ImportedUnit, RowState, TaskOverview, WorkKind } from "../../../shared/book";
import type { JobState } from "../../../shared/book-jobs";
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });
const paragraphs = (amount: number) => count(amount, "paragraph", "paragraphs");

const english = {
  number: (value: number) => number(value),
  percent: (share: number) => `${number(Math.floor(share * 100))} %`,
  cancel: "Cancel",
  close: "Close",
  loading: "Opening the book…",
  failed: "The book can't be opened.",

  start: {
    heading: "Translate a book",
    lead: "Open a folder of Markdown or text chapters (sub-folders are volumes), a single file, or an EPUB. Source and translation are shown side by side, paragraph by paragraph, and agents can write only the paragraphs assigned to them. The work is stored in the book's .galley folder and moves with it.",
    folder: "Open a folder…",
    file: "Open a file…",
    known: "Recent books",
    hasWork: "in progress",
  },

  language: {
    heading: "Which language are you translating into?",
    lead: "You can change this at any time. Each language keeps its own translations.",
    label: "Language",
    set: "Start",
    change: "Target language",
    other: "Another language…",
    code: (tag: string) => `${tag}, or the name of any language`,
  },

  wraps: {
    offer: "This source has hard-wrapped lines. Galley can treat each block between blank lines as one paragraph.",
    blocks: "Join lines",
    keep: "Keep lines",
  },

  warnings: (amount: number) => count(amount, "notice about this book", "notices about this book"),

  chapters: {
    label: "Chapters",
    choose: "Chapter",
    progress: (title: string, done: number, of: number) =>
      of === 0 ? `${title}, no text` : `${title}, ${number(done)} of ${paragraphs(of)} translated`,
    sentBack: (amount: number) => `${number(amount)} returned`,
    sourceChanged: (amount: number) => `${number(amount)} with changed source`,
    none: "This book has no chapters.",
    overall: (done: number, of: number) => `${number(done)} of ${paragraphs(of)} translated`,
  },

  filter: {
    label: "Show",
    all: "All",
    states: {
      untranslated: "Untranslated",
      "in work": "In progress",
      "in review": "In review",
      "sent back": "Returned",
      translated: "Translated",
      accepted: "Accepted",
      "source changed": "Source changed",
      flagged: "To check",
      inconsistent: "Glossary mismatch",
      "set aside": "Failed",
    },
    option: (name: string, amount: number | null) => (amount === null ? name : `${name} (${number(amount)})`),
    scope: "Scope",
    chapter: "This chapter",
    book: "Whole book",
    search: "Search",
    searchHint: "Search text, or use .* for a regular expression",
    regex: "Regular expression",
    in: "In",
    both: "Source and translation",
    source: "Source",
    translation: "Translation",
    clear: "Clear search",
    matches: paragraphs,
    finding: "Searching…",
    nothing: "No matching paragraphs.",
    showAll: "Show all",
    selectAll: "Select all",
    refresh: "Refresh",
    refreshHint: "Some results may be out of date",
  },

  table: {
    label: (title: string) => `Paragraphs of ${title}`,
    loading: "Loading the chapter…",
    allTranslated: "Every paragraph has a translation.",
    end: "This is the last paragraph.",
  },

  row: {
    label: (index: number) => `Translation of paragraph ${number(index)}`,
    choose: (index: number) => `Select paragraph ${number(index)}`,
    id: (id: string, index: number) => `ID ${id}, index ${number(index)}`,
    placeholder: "Translation…",
    states: {
      untranslated: "Untranslated",
      "in work": "In progress",
      "sent back": "Returned",
      translated: "Translated",
      accepted: "Accepted",
    } satisfies Record<RowState, string>,
    inReview: "In review",
    by: (holder: string) => `by ${holder}`,
    sourceChanged: "Source changed",
    sourceChangedHint:
      "The source has changed since this was translated. Confirm the translation if it is still correct.",
    unsaved: "Not saved yet",
    saving: "Saving…",
    emptyWhy: "An empty translation is not saved. Press Escape to restore the last one.",
    accept: "Accept",
    unaccept: "Undo accept",
    sendBack: "Return…",
    versions: (amount: number) => count(amount, "version", "versions"),
    comment: (text: string) => `Returned: ${text}`,
    conflict: "Someone else changed this paragraph in the meantime.",
    theirs: "Their version",
    keepMine: "Keep mine",
    takeTheirs: "Keep theirs",
    notSaved: (index: number, why: string) => `Paragraph ${number(index)} is not saved: ${why}`,
    goTo: "Go to paragraph",
    discarded: "Discarded",
    confirmed: "Confirmed",
  },

  flags: {
    heading: "Please check (Alt+F8 for the next)",
    count: (amount: number) => (amount === 1 ? "Check" : `Check ${number(amount)}`),
    ignoredAll: "Checked",
    ignore: "Ignore…",
    ignoreNow: "Ignore",
    reason: "Reason (optional)",
    ignoredBy: (writer: string, reason: string) =>
      reason === "" ? `Ignored by ${writer}.` : `Ignored by ${writer}: ${reason}`,
    showAgain: "Show again",
    none: "No other paragraph to check.",
    kinds: {
      thinking: "A model's thinking",
      address: "A paragraph's ID",
      data: "Data instead of text",
      commentary: "A comment on the translation",
      untranslated: "Not translated",
      language: "Another language",
      repeated: "Repeated text",
      cut: "Ends mid-sentence",
      short: "Very short",
      long: "Very long",
      sentences: "Number of sentences",
      lines: "Line breaks",
      numbers: "Numbers or dates",
      marks: "Formatting",
      links: "Links or images",
      notes: "Footnotes",
      tags: "Tags or placeholders",
      brackets: "Brackets",
      quotes: "Quotation marks",
      neighbour: "Text of a neighbouring paragraph",
      shifted: "Translation of a neighbouring paragraph",
      glossary: "Glossary",
      forbidden: "Forbidden word",
      names: "Another form of a name",
      inconsistent: "Translated differently elsewhere",
    } satisfies Record<FlagKind, string>,
  },

  more: {
    menu: "More",
    checks: "Checks…",
    statistics: "Statistics…",
  },

  checks: {
    heading: "Checks",
    lead: "What is examined in every translation of this book. What agents hand in can also be rejected.",
    levels: {
      off: "Off",
      flag: "Flag",
      reject: "Reject from agents",
    } satisfies Record<CheckLevel, string>,
    wasReset: "All checks are as in a new book",
    reset: "Reset all",
    set: (name: string, level: string) => `${name}: ${level}`,
    about: {
      thinking: "Contains <think> or other signs of a model's reasoning.",
      address: "Contains the ID or number that a paragraph has for agents.",
      data: "Is JSON or in a code fence.",
      commentary:
        "Contains a remark about the translation, a note that the source lacks, or that the model can't translate it.",
      untranslated: "Is the same as the source, or has a long part of it.",
      language: "Is written in a language or script other than the target language.",
      repeated: "Says the same twice, or repeats a phrase over and over.",
      cut: "Stops without the end of a sentence.",
      short: "Is far shorter than translations of such a source are.",
      long: "Is far longer than translations of such a source are.",
      sentences: "Has far fewer or more sentences than the source.",
      lines: "Has line breaks that the source lacks, or lacks many of them; in a stanza, one of them.",
      numbers: "Lacks a number or month of the source, or has another one.",
      marks: "Has more or less emphasis, code or strikethrough than the source.",
      links: "Lacks a link or image of the source, or has another address.",
      notes: "Lacks a footnote mark of the source, or has another one.",
      tags: "Lacks a tag or placeholder of the source, such as <b> or {name}, or has another one.",
      brackets: "Leaves a bracket open, or lacks the brackets of the source.",
      quotes: "Leaves quotation marks open, or lacks those of the source.",
      neighbour: "Contains the whole translation of the paragraph before or after.",
      shifted: "A run of translations fits the paragraphs beside it better than its own.",
      forbidden: "Has a word that the glossary forbids: “not: …” in the note of a term.",
      names:
        "Has a name of the source in another form than most translations, or than the glossary, if its note says “name”.",
      glossary: "Lacks the glossary's translation of a term of the source.",
      inconsistent: "Differs from most translations of the same source.",
    } satisfies Record<FlagKind, string>,
  },

  detached: {
    explain: (amount: number) =>
      amount === 1
        ? "An unsaved translation belongs to a paragraph that is no longer in the book:"
        : `${number(amount)} unsaved translations belong to paragraphs that are no longer in the book:`,
    copy: "Copy the translation",
    discard: "Discard",
  },

  recovered: (count: number) =>
    count === 1 ? "Recovered 1 unsaved translation." : `Recovered ${count} unsaved translations.`,

  term: (term: string, translation: string, note: string) =>
    note === "" ? `${term} → ${translation}` : `${term} → ${translation} (${note})`,
  spokenTerms: (terms: string) => `Glossary: ${terms}`,

  chosen: {
    count: (amount: number) => `${paragraphs(amount)} selected`,
    accept: "Accept all",
    acceptUnflagged: "Accept unflagged",
    acceptUnflaggedHint: "Accept the translations that have nothing to check",
    sendBack: "Return…",
    clear: "Clear",
    accepted: (amount: number) => `${paragraphs(amount)} accepted`,
  },

  versions: {
    heading: "Versions",
    none: "No translation yet.",
    selected: "Current",
    select: "Use this one",
    old: "of an earlier source",
    loading: "Loading…",
  },

  sendBack: {
    heading: (amount: number) => `Return ${paragraphs(amount)}`,
    taskHeading: "Return the whole task",
    lead: "They go back to whoever has the task, with your comment.",
    label: "What should be changed?",
    send: "Return",
    empty: "Say what should be changed.",
    sent: (amount: number) => `${paragraphs(amount)} returned`,
    taskSent: "Task returned",
  },

  comments: {
    label: "Comments on this chapter",
    count: (threads: number) => many(threads, { one: "comment", other: "comments" }),
    on: (index: number) => `Comment on paragraph ${number(index)}`,
    add: "Comment",
    reply: "Reply",
    resolve: "Resolve",
    reopen: "Open Again",
    remove: "Delete",
    deleted: "Deleted a comment",
    undo: "Undo",
    protect: "Protect or Unprotect Paragraph",
    protectedMark: "Protected",
    locked: "Agents can no longer change this",
    unlocked: "Agents can change this again",
    showResolved: "Show resolved comments",
    none: "No comments on this chapter",
    start: "Go to a paragraph to comment on it.",
    goTo: "Go to the paragraph",
    place: (index: number, words: string) => `${number(index)} · ${words}`,
    lost: (words: string) => `No longer in this chapter: ${words}`,
  },
  aside: {
    label: "Tasks, glossary and jobs",
    show: "Show tasks and glossary",
    hide: "Hide tasks and glossary",
    work: "Tasks",
    comments: "Comments",
    matches: "Matches",
    glossary: "Glossary",
    style: "Style",
  },

  matches: {
    label: "Earlier translations",
    start: "With the cursor in a translation, earlier translations of similar sources appear here.",
    none: "Nothing similar has been translated yet.",
    percent: (percent: number) => `${number(percent)} %`,
    accepted: "Accepted",
    sentence: "One sentence",
    numbers: (here: string, there: string) =>
      here === ""
        ? `Number not in this source: ${there}`
        : there === ""
          ? `Number missing: ${here}`
          : `Numbers: ${here}, not ${there}`,
    place: (title: string, index: number) => `${title}, ${number(index)}`,
    goTo: (title: string, index: number) => `Go to ${title}, paragraph ${number(index)}`,
    use: "Use",
    useNamed: (at: number, percent: number) => `Use match ${number(at)}, ${number(percent)} %`,
    taken: (at: number, percent: number) => `Match ${number(at)} inserted, ${number(percent)} %`,
    count: (amount: number) => count(amount, "match", "matches"),
    noSuch: (at: number) => `There is no match ${number(at)}.`,
    hasText: "This paragraph has text. Select all of it to replace it with the match.",
    origin: {
      file: (name: string) => `Imported from ${name}`,
      book: (name: string) => `From the book ${name}`,
    },
  },

  concordance: {
    heading: "Concordance",
    label: "Words to look up",
    in: { source: "Source", translation: "Translation", both: "Both" },
    pairs: "Sources and translations",
    start:
      "Looks for all of these words, in any order and form, in this book, its memories and the other books of the folder.",
    looking: "Searching…",
    none: "No source or translation has all of these words.",
    count: (shown: number, total: number) =>
      shown < total ? `The best ${number(shown)} of ${number(total)}` : count(total, "pair", "pairs"),
    loading: "Memories are still loading",
    insert: "Insert translation",
    goTo: "Go to paragraph",
    keys: (insert: string) => `Enter goes to the paragraph, ${insert} inserts`,
    elsewhere: "This is not a paragraph of this book.",
    noField: "Put the cursor in a translation first.",
    inserted: (index: number) => `Inserted into paragraph ${number(index)}`,
  },

  replace: {
    label: "Find and replace in translations",
    find: "Find in translations",
    template: "Replace with",
    options: {
      caseSensitive: "Match case",
      wholeWord: "Whole words",
      regex: "Regular expression",
      keepCase: "Preserve case",
    },
    previous: "Previous match (Shift+Enter)",
    next: "Next match (Enter)",
    close: "Close (Escape)",
    one: "Replace",
    oneHint: "Replace this match and go to the next (Enter)",
    all: "Replace all…",
    accepted: "Accepted too",
    acceptedHint: "Also replace in accepted translations, which then have to be accepted again",
    undo: "Undo",
    none: "No matches",
    count: (at: number, matches: number, places: number) =>
      matches === 0
        ? "No matches"
        : at > 0
          ? `${number(at)} of ${number(matches)} in ${paragraphs(places)}`
          : `${number(matches)} in ${paragraphs(places)}`,
    leftOut: {
      accepted: (amount: number) => `${number(amount)} accepted left out`,
      protected: (amount: number) => `${number(amount)} protected left out`,
      inWork: (amount: number) => `${number(amount)} in open tasks left out`,
      marks: (amount: number) => `${count(amount, "match", "matches")} in tags left out`,
      invalid: (amount: number) => `${number(amount)} that can't be changed so`,
    },
    heading: (matches: number, places: number) =>
      `Replace ${count(matches, "match", "matches")} in ${paragraphs(places)}`,
    left: (list: string) => `Not changed: ${list}.`,
    willUnaccept: "Accepted translations that change have to be accepted again.",
    changes: "Changes",
    more: (amount: number) => `and ${paragraphs(amount)} more`,
    go: (matches: number) => `Replace ${number(matches)}`,
    replacedOne: "Replaced",
    replaced: (amount: number, left: number) =>
      left === 0
        ? `Replaced in ${paragraphs(amount)}`
        : `Replaced in ${paragraphs(amount)}; ${number(left)} had changed in the meantime`,
    undone: (amount: number, left: number) =>
      left === 0
        ? `${paragraphs(amount)} as before`
        : `${paragraphs(amount)} as before; ${number(left)} had changed in the meantime`,
  },

  statistics: {
    heading: (title: string) => `Statistics of ${title}`,
    show: "Show",
    views: { words: "Words", states: "States", matches: "Matches" },
    chapter: "Chapter",
    all: "In all",
    counting: "Counting…",
    columns: {
      paragraphs: "Paragraphs",
      words: "Words",
      characters: "Characters",
      targetParagraphs: "Translated paragraphs",
      targetWords: "Translated words",
      targetCharacters: "Translated characters",
      untranslated: "Untranslated",
      "in work": "In progress",
      "sent back": "Returned",
      translated: "Translated",
      accepted: "Accepted",
      sourceChanged: "Source changed",
      repetitions: "Repetitions",
      repetitionWords: "Words in repetitions",
    } satisfies Record<StatisticsColumn, string>,
    bands: {
      "100": "100 %",
      "95-99": "95–99 %",
      "85-94": "85–94 %",
      "75-84": "75–84 %",
      "50-74": "50–74 %",
      none: "None",
    } satisfies Record<MatchBand, string>,
    matchColumns: () =>
      matchBands.flatMap((band) => {
        const name = band === "none" ? "No match" : `${band} %`;
        return [name, `${name} (words)`];
      }),
    about: {
      states: "Paragraphs. Those with a changed source are also counted by their state.",
      matches:
        "Words of the source by its best match: with other translated paragraphs, imported memories and other books. Repetitions of an earlier paragraph count as such.",
    },
    comparing: "Looking for matches",
    stop: "Stop",
    goOn: "Go on",
    copyTable: "Copy table",
    copyCsv: "Copy as CSV",
    withoutMatches: "Without matches until they are counted",
    copied: "Copied",
  },

  imports: {
    hint: "Import a translation memory (TMX), or an edited XLIFF of this book",
    heading: (name: string) => `Imported ${name}`,
    summary: (translated: number, unchanged: number) =>
      `${count(translated, "new translation", "new translations")}, ${number(unchanged)} unchanged.`,
    others: (amount: number) => `${paragraphs(amount)} kept what they had:`,
    more: (amount: number) => `and ${number(amount)} more`,
    outcomes: {
      "beside accepted": "Already accepted. The new text is among its versions.",
      "beside changed": "May have changed since the export. The new text is among its versions.",
      unknown: "Not in this book",
      "source changed": "The source has changed since the export",
      "too long": "Too long for one paragraph",
      rejected: "Can't be a translation",
    } satisfies Record<ImportedUnit["outcome"], string>,
  },

  memories: {
    heading: "Also searched",
    entries: (amount: number) => count(amount, "entry", "entries"),
    first: (amount: number) => `first ${count(amount, "entry", "entries")}`,
    tooMuch: "There is too much text to search all of it",
    import: "Import…",
    importing: "Importing…",
    imported: (name: string, amount: number, from: string, into: string) =>
      `${name}: ${count(amount, "entry", "entries")} imported (${from} → ${into})`,
    skipped: (amount: number) => `${number(amount)} left out: repeated, too long, or not in both languages`,
    replaced: "They replace those of the last import.",
    remove: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name} removed`,
    otherBooks: "Other books in this folder",
    otherBooksHint:
      "Accepted translations of other books in this folder, into the same language, are matches too, and examples for models.",
    none: "No other book here has accepted translations into this language.",
    loading: "Loading…",
  },

  repeats: {
    offer: (amount: number, index: number) =>
      `${count(amount, "other paragraph has", "other paragraphs have")} the same source text as paragraph ${number(index)}.`,
    use: "Use its translation",
    filled: (amount: number) => `${paragraphs(amount)} translated`,
    undo: "Undo",
    undone: (amount: number) => `${paragraphs(amount)} untranslated again`,
  },

  tasks: {
    heading: "Tasks",
    none: "No tasks yet. Start a job, or ask a connected agent to open a task.",
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
      released: "abandoned",
    } satisfies Record<TaskOverview["status"], string>,
    done: (done: number, of: number) => `${number(done)} of ${paragraphs(of)}`,
    accept: "Accept all",
    acceptHint: "Accept its paragraphs and end the task",
    sendBack: "Return…",
    release: "Abandon…",
    releaseQuestion: "Abandon this task?",
    releaseDetail: "Its paragraphs become available to others. Finished translations are kept.",
    releaseChoice: "Abandon",
    ended: (amount: number) => count(amount, "ended task", "ended tasks"),
    accepted: (amount: number) => `${paragraphs(amount)} accepted. The task has ended`,
    comments: "Comments",
    show: "Show",
    prompt: "Prompt for assistant",
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
    empty: "No terms yet. Add one below: its translation is shown wherever it occurs in the source.",
    marks:
      "In a note, “not: word” flags translations with that word (“not: word*” all that begin so), and “name” has a name checked throughout the book. The term * stands for any source.",
    filter: "Find a term",
    count: (amount: number) => count(amount, "term", "terms"),
    stale: "The glossary has changed in the meantime. Showing the latest version; make your change again.",
    incomplete: "Enter both a term and its translation.",
    check: "Glossary mismatches",
    checkAgain: "Check",
    consistent: "Every translated paragraph follows the glossary.",
    differing: paragraphs,
    expected: (term: string, translation: string) => `${term} → ${translation}`,
  },

  style: {
    label: "How the translation should read",
    hint: "Register, names, forms of address, quotation marks … Sent to every model that works on the book.",
    saved: "Saved",
    stale: "The style notes have changed in the meantime. Yours are still here: save again to replace them.",
  },

  prompts: {
    menu: "Prompt for assistant",
    hint: "Puts the instructions for this task in the assistant's question field",
    promptGiven: "The prompt is in the panel",
  },

  jobs: {
    start: "Start a job…",
    heading: "Start a job",
    lead: "A model gets the paragraphs in chunks and can't write anything else.",
    kind: "Work",
    from: "From",
    fromAny: "Detect automatically",
    into: "Into",
    model: "Model",
    panelModel: "Same as the assistant",
    noModel: "No model is set up yet.",
    setUp: "Set up a model…",
    what: "Scope",
    wholeBook: "Whole book",
    these: "Selected chapters",
    chunk: "Paragraphs per chunk",
    atOnce: "Chunks in parallel",
    begin: "Start",
    planning: "Counting…",
    plan: (todo: number, chunks: number) =>
      todo === 0 ? "Nothing left to do." : `${paragraphs(todo)} in ${count(chunks, "chunk", "chunks")}`,
    estimate: (input: string, output: string) => `about ${input} tokens in, ${output} out`,
    estimatedCost: (cost: string) => `about ${cost}`,
    dollarLimit: "Pause at (dollars)",
    tokenLimit: "Pause at (thousand tokens)",
    noLimit: "No limit",
    sample: (chunks: number) => `Pause after the first ${chunks} chunks, to read them`,
    planDone: (done: number) => `${number(done)} already done`,
    acceptedStale: (amount: number) => `${number(amount)} accepted, source changed`,
    inOtherTasks: (amount: number) => `${number(amount)} in other open tasks`,
    label: "Jobs",
    state: {
      running: "Running",
      pausing: "Pausing after the current chunks",
      paused: "Paused",
      interrupted: "Interrupted",
      done: "Done",
      stopped: "Stopped",
    } satisfies Record<JobState, string>,
    interrupted: "Galley closed during this job. The job will continue with the next paragraph.",
    progress: (kind: string, language: string) => (language === "" ? kind : `${kind} into ${language}`),
    done: (done: number, total: number) => `${number(done)} of ${number(total)}`,
    timeLeft: (text: string) => `about ${text} left`,
    minutes: (minutes: number) => (minutes < 1 ? "a minute" : count(minutes, "minute", "minutes")),
    hours: (hours: number, minutes: number) => `${number(hours)} h ${number(minutes)} min`,

    noCost: "–",
    costLabel: "Cost",
    tokens: (amount: string) => `${amount} tokens`,
    tokensHint: (input: string, output: string) => `${input} in, ${output} out`,
    pause: "Pause",
    pauseNow: "Stop current chunks",
    resume: "Resume",
    stop: "End…",
    stopQuestion: "End this job for good?",
    stopDetail: "Its unfinished tasks are released. Finished translations stay.",
    stopChoice: "End job",
    forget: "Remove from list",
    details: "Details",
    running: (title: string, done: number, of: number) => `${title}: ${number(done)} of ${number(of)}`,
    retryAt: (clock: string) => `retrying at ${clock}`,
    failures: (amount: number) => count(amount, "failure", "failures"),
    failure: (clock: string, message: string) => `${clock} ${message}`,
    setAside: (chunks: number) => `${count(chunks, "chunk", "chunks")} failed`,
    setAsideLead: "These kept failing and were skipped.",
    chunkName: (title: string, index: number, amount: number) =>
      `${title}, from ${number(index)}: ${paragraphs(amount)}`,
    retry: "Try again",
    retryAll: "Retry all",
    show: "Show",
    sentBack: (amount: number) => `${paragraphs(amount)} returned since. Resume to redo them`,
    model_: (provider: string, model: string) => (provider === "" ? model : `${model} (${provider})`),
  },

  export: {
    menu: "Export…",
    heading: "Export translation",
    format: "Format",
    formats: {
      markdown: "Markdown, next to the source",
      docx: "Word document",
      epub: "EPUB",
      html: "Web page (HTML)",
      "xliff-2": "XLIFF 2.1, to edit in another program",
      "xliff-1": "XLIFF 1.2, to edit in another program",
      tmx: "Translation memory (TMX)",
    },
    xliffHint: "Has all paragraphs with their states and notes. Import… takes what was changed in it.",
    layout: "Layout",
    layouts: {
      translation: "Translation only",
      "side-by-side": "Source and translation side by side",
      alternating: "Each paragraph, then its translation",
    },
    acceptedOnly: "Only accepted translations",
    allTranslated: (amount: number) => `All ${paragraphs(amount)} are translated.`,
    missing: (translated: number, total: number) =>
      `${number(translated)} of ${paragraphs(total)} are translated. The others are exported in the source language:`,
    missingChapter: (title: string, amount: number) => `${title}: ${number(amount)}`,
    more: (chapters: number) => `and ${count(chapters, "more chapter", "more chapters")}`,
    go: "Export",
    going: "Exporting…",
    done: (name: string) => `Exported as ${name}`,
    reveal: "Show in file manager",
  },
};

/** The shape that every language has to provide. */
export type BookMessages = typeof english;

/** The strings in the current language. */
export let bookMessages: BookMessages = english;

registerMessages<BookMessages>({ en: english, "zh-CN": chinese }, (now) => {
  bookMessages = now;
});
