/** IPC types for books and the jobs on them. */
import type { ChapterMatches, ChapterStatistics } from "../core/books/book-statistics";
import type { MemoryInfo } from "../core/books/memory-info";
import type { ShownThread } from "./comments";
import type { Notice, Outcome } from "./contract";
import type { Usage } from "./conversation";

/** Identifies a book: the real path of its folder or file, as `book:open` returns it. */
export type BookPath = string;

/** A folder of chapters, a single text file, or an EPUB. */
export type BookKind = "folder" | "file" | "package";

export type WorkKind = "translation" | "polishing" | "proofreading";

/** What counts as a paragraph: a line or, in a hard-wrapped source, a block between blank lines. */
export type BookUnit = "lines" | "blocks";

/** A book with work in the open folder, or a recently opened one. */
export type KnownBook = { book: BookPath; name: string; displayPath: string; kind: BookKind; hasWork: boolean };

/** A chapter with its progress. Blank paragraphs are not counted. */
export type ChapterOverview = { id: string; title: string } & ChapterCounts;

/** Paragraphs of a chapter or book by state; those in `sourceChanged` are also counted in the others. */
export type ChapterCounts = {
  paragraphs: number;
  translated: number;
  accepted: number;
  sentBack: number;
  inWork: number;
  sourceChanged: number;
};

/** A set of paragraphs assigned to someone. `released` means that it was given up. */
export type TaskOverview = {
  id: string;
  kind: WorkKind;
  status: "planning" | "preparing" | "working" | "review" | "end" | "released";
  language: string;
  holder: string;
  /** ISO 8601. */
  opened: string;
  changed: string;
  assigned: number;
  done: number;
  /** The chapters of its paragraphs, in book order. */
  chapters: string[];
  comments: TaskComment[];
};

/** A user's comment on one paragraph, or on a whole task. */
export type TaskComment = { paragraph: string | null; text: string; at: string; writer: string };

export type GlossaryEntry = { term: string; translation: string; note: string };

/** The glossary; `version` is that of its file, empty if there is none yet. */
export type BookGlossary = { version: string; entries: GlossaryEntry[] };

/** A book without its paragraphs. */
export type BookOverview = {
  book: BookPath;
  kind: BookKind;
  title: string;
  /** The target language in use; empty if none was chosen. */
  language: string;
  /** Languages with translations, including `language`. */
  languages: string[];
  unit: BookUnit;
  /** The lines look hard-wrapped: offer `book:set-unit` with blocks. Never true if they are blocks already. */
  looksHardWrapped: boolean;
  /** Omitted files, damaged work, invalid notes. */
  warnings: string[];
  volumes: { id: string; title: string; chapters: ChapterOverview[] }[];
  counts: ChapterCounts;
  /** Oldest first, including ended ones. */
  tasks: TaskOverview[];
  glossary: BookGlossary;
  /** The style guide, as Markdown. */
  style: { version: string; text: string };
  /** All checks, in the order in which they are listed. */
  checks: BookCheck[];
};

/**
 * State of a paragraph. `in work`: in an open task and not submitted. `sent back`: the same, after a comment of the
 * user. `accepted` applies to the selected version, until another one is selected.
 */
export type RowState = "untranslated" | "in work" | "sent back" | "translated" | "accepted";

/** A row of the table of source and target. */
export type BookRow = {
  id: string;
  /** The chapter's id. */
  chapter: string;
  /** 0-based index in the chapter, counting blank paragraphs. */
  index: number;
  text: string;
  /** Blank paragraphs have no meaningful state and are never translated. */
  isBlank: boolean;
  translation: string | null;
  /** The id of the selected version; null if there is none. */
  version: string | null;
  /** Number of versions in this language. */
  versions: number;
  state: RowState;
  /** The source has changed since the selected version was made. */
  sourceChanged: boolean;
  /** The open task that contains it, and whether it was submitted there. */
  task: { id: string; kind: WorkKind; status: TaskOverview["status"]; holder: string; isDone: boolean } | null;
  /** The user's last comment, while the translation is sent back for changes. */
  comment: string | null;
};

/** The position of a paragraph, without its text. */
export type RowPosition = { id: string; chapter: string; index: number };

/** Filters for rows. `flagged`: with doubts that nobody has ignored. */
export type RowFilter = RowState | "source changed" | "in review" | "inconsistent" | "flagged";

/** What may be wrong with a translation. */
export type FlagKind =
  | "thinking"
  | "address"
  | "data"
  | "commentary"
  | "untranslated"
  | "language"
  | "repeated"
  | "cut"
  | "short"
  | "long"
  | "sentences"
  | "lines"
  | "numbers"
  | "marks"
  | "links"
  | "notes"
  | "tags"
  | "brackets"
  | "quotes"
  | "neighbour"
  | "shifted"
  | "glossary"
  | "forbidden"
  | "names"
  | "inconsistent";

/** What a book does with a flag of a kind: nothing, show it, or also reject what agents and jobs hand in with it. */
export type CheckLevel = "off" | "flag" | "reject";

/** A check of a book, with its level in a book that has changed none and the levels that it can have. */
export type BookCheck = { kind: FlagKind; level: CheckLevel; standard: CheckLevel; choices: CheckLevel[] };

/** A doubt about a translation: what was found, and who has ignored it and why; `ignored` counts for this version only. */
export type RowFlag = {
  kind: FlagKind;
  detail: string;
  ignored: { reason: string; writer: string; at: string } | null;
};

/** A paragraph whose translation, of the given version, has flags. */
export type FlaggedRow = RowPosition & { version: string; flags: RowFlag[] };

/** An earlier translation of a source like that of a paragraph. */
export type MemoryMatch = {
  /** 100: the same text, whatever its blanks; 99: the same words with other marks; otherwise the share of equal words. */
  percent: number;
  source: string;
  target: string;
  isAccepted: boolean;
  /** The sentence of the paragraph that this is for; null if it is for the whole paragraph. */
  sentence: string | null;
  /** Numbers that only one of the two sources has. */
  numbers: { onlyHere: string[]; onlyThere: string[] };
  /** The paragraph whose translation it is, or is part of; null if it is not from this book. */
  place: RowPosition | null;
  /** The imported file or the other book that it is from; null if it is from this book. */
  origin: { kind: "file" | "book"; name: string } | null;
};

/** A source with its translation that has the words of a concordance, and where it has them, from `from` to before `to`. */
export type ConcordancePair = {
  source: string;
  target: string;
  sourceSpans: { from: number; to: number }[];
  targetSpans: { from: number; to: number }[];
  /** The paragraph of this book and the state of its translation; null if the pair is from elsewhere. */
  row: (RowPosition & { state: RowState; sourceChanged: boolean }) | null;
  /** The imported file or the other book that it is from; null if it is from this book. */
  origin: MemoryMatch["origin"];
};

/** What matches come from beside the book itself. */
export type BookMemories = { memories: MemoryInfo[]; usesOtherBooks: boolean };

/** The result of an import. */
export type BookImport = ({ kind: "memory" } & MemoryImport) | ({ kind: "xliff" } & XliffImport);

/**
 * What came of a unit of an XLIFF that is not simply the translation now. `beside`: it is a version of its paragraph that was not selected. All others
 * are not stored; `place` is null if the paragraph is not in the book. `id` and `target` are shortened.
 */
export type ImportedUnit = {
  id: string;
  outcome: "beside accepted" | "beside changed" | "unknown" | "source changed" | "too long" | "rejected";
  reasons: Pick<RowFlag, "kind" | "detail">[];
  target: string;
  place: RowPosition | null;
};

/** What an import of an XLIFF has changed: the number of new translations, and of units that were not edited. `others` are at most 1000. */
export type XliffImport = {
  name: string;
  units: number;
  translated: number;
  unchanged: number;
  others: ImportedUnit[];
  othersTotal: number;
};

/** What an import of a memory has added; `skipped` are units without both languages, doubles and too long ones. */
export type MemoryImport = {
  name: string;
  entries: number;
  skipped: number;
  from: string;
  into: string;
  status: "added" | "replaced";
};

/** What replacing leaves out: matches in marks of elements, and paragraphs by the reason. `invalid` would have no text or too much of it. */
export type ReplacementsLeftOut = {
  marks: number;
  accepted: number;
  protected: number;
  inWork: number;
  invalid: number;
};

/** A translation, and what is replaced in it. */
export type ReplacedRow = RowPosition & {
  before: string;
  changes: { from: number; to: number; insert: string }[];
  isAccepted: boolean;
};

/** What replacing would change, in book order. `spans` has the beginning and the end of each match; `rows` are at most the first 300, `accepted` the number of all that are accepted. */
export type TargetReplacements = {
  /** Identifies it for `book:replace`. */
  plan: string;
  matches: number;
  leftOut: ReplacementsLeftOut;
  accepted: number;
  places: (RowPosition & { version: string; spans: number[] })[];
  rows: ReplacedRow[];
};

/** A paragraph in which something was replaced: its version from before, and the new one. */
export type ReplacedVersion = { paragraph: string; before: string; version: string };

/** A paragraph that was given the translation of another one with the same source, and the version that it has now. */
export type FilledRepeat = { paragraph: string; version: string };

export type BookVersion = {
  id: string;
  text: string;
  isSelected: boolean;
  /** ISO 8601. */
  at: string;
  /** The task it was submitted for; null if a user wrote it. */
  task: string | null;
  writer: string;
  /** It translates a source that has changed since. */
  sourceChanged: boolean;
};

/** An unsaved edit of a target: its text, the version that it is based on, and its language. */
export type TargetDraft = { text: string; base: string | null; baseText: string; language: string };

/** A paragraph whose translation does not use the glossary's term. */
export type BookInconsistency = RowPosition & { term: string; expected: string; text: string; translation: string };

export type GlossaryEdit =
  | { edit: "add"; entry: GlossaryEntry }
  /** `at` is an index into `entries` of the named version. */
  | { edit: "set"; at: number; entry: GlossaryEntry }
  | { edit: "remove"; at: number };

/** The endings of exports for other programs for translators. */
export type BookExportKind = "xlf" | "tmx";

/** What is exported; XLIFF and TMX have no layout, and XLIFF has all paragraphs with their states. With `accepted`, what the user has not accepted counts as not translated. */
export type BookExportOrder = {
  format: "markdown" | "docx" | "epub" | "html" | "xliff-2" | "xliff-1" | "tmx";
  layout: "translation" | "side-by-side" | "alternating";
  which: "all" | "accepted";
};

/** The result of an export; `missing` lists what is not translated. */
export type BookExport = { path: string; total: number; translated: number; missing: string[] };

/** A comment on the source of a paragraph; null if its words are no longer in a paragraph of the chapter. */
export type BookThread = ShownThread & { paragraph: string | null };

/** A change of a thread of a book. */
export type BookThreadChange =
  | { kind: "reply"; text: string }
  | { kind: "status"; status: "open" | "resolved" }
  | { kind: "delete" }
  /** Takes a deletion back, as long as the app runs. */
  | { kind: "restore" };

export type BookRequests = {
  /** The comments on the paragraphs of a chapter, which are those of its file, and the paragraphs that agents may not change. Empty for an EPUB. */
  "book:comments": (asked: { book: BookPath; chapter: string }) => Outcome<{ threads: BookThread[]; locked: string[] }>;
  /** Protects a paragraph and its translation from agents, or ends its protection. */
  "book:protect": (asked: { book: BookPath; paragraph: string }) => Outcome<object>;
  /** Comments on a paragraph. */
  "book:comment": (comment: { book: BookPath; paragraph: string; text: string }) => Outcome<{ thread: string }>;
  "book:change-comment": (asked: {
    book: BookPath;
    chapter: string;
    thread: string;
    change: BookThreadChange;
  }) => Outcome<object>;
  /** Books in the open folder that have work, and recently opened ones. */
  "book:list": () => Outcome<{ books: KnownBook[] }>;
  /** Whether a path can be opened as a book; `why` explains why not. Reads no chapter. */
  "book:look": (path: string) => Outcome<{ kind: BookKind | null; why: string | null }>;
  /** Asks with a dialog for a folder or a file. Null: cancelled. */
  "book:pick": (what: "folder" | "file") => Outcome<{ path: string | null }>;
  /** Opens a book for this window, which gets `book:changed` until `book:close`. */
  "book:open": (path: string) => Outcome<{ shown: BookOverview }>;
  "book:close": (book: BookPath) => void;
  /** Recovered target edits of this window, by paragraph. Requested once, before the first edit. */
  "book:recover-targets": (book: BookPath) => Outcome<{ drafts: Record<string, TargetDraft> }>;
  /** All unsaved target edits of this window, by paragraph, for the journal. */
  "book:keep-targets": (kept: { book: BookPath; drafts: Record<string, TargetDraft> }) => void;
  /** The current state, like the result of `book:open`. */
  "book:overview": (book: BookPath) => Outcome<{ shown: BookOverview }>;
  /** Sets the target language to show and work in. */
  "book:set-language": (change: { book: BookPath; language: string }) => Outcome<{ shown: BookOverview }>;
  /** Sets whether lines or blocks are paragraphs. Rejected with `wrong_state` while a task is open. */
  "book:set-unit": (change: { book: BookPath; unit: BookUnit }) => Outcome<{ shown: BookOverview }>;

  /** Sets checks of the book, for all its languages. */
  "book:set-checks": (change: { book: BookPath; changes: { kind: FlagKind; level: CheckLevel }[] }) => Outcome<{
    shown: BookOverview;
  }>;

  /** All paragraphs of a chapter in order, including blank ones. */
  "book:rows": (asked: { book: BookPath; chapter: string }) => Outcome<{ rows: BookRow[] }>;
  /** These paragraphs in book order; missing ones are omitted. At most 2000. */
  "book:rows-of": (asked: { book: BookPath; ids: string[] }) => Outcome<{ rows: BookRow[] }>;
  /** Positions of the paragraphs that match any of the filters, in book order. */
  "book:filter": (asked: { book: BookPath; filters: RowFilter[] }) => Outcome<{ places: RowPosition[] }>;
  /** All paragraphs that contain the text or match the pattern, in book order. */
  "book:find": (asked: {
    book: BookPath;
    sought: string;
    isRegex: boolean;
    in: "source" | "translation" | "both";
    chapter: string | null;
  }) => Outcome<{ places: RowPosition[] }>;
  /** Finds what to replace in translations; `only` has paragraphs. A new request of the window ends the one before. */
  "book:find-replacements": (asked: {
    book: BookPath;
    find: string;
    regex: boolean;
    caseSensitive: boolean;
    wholeWord: boolean;
    template: string;
    keepCase: boolean;
    only: string[] | null;
    accepted: "no" | "too";
  }) => Outcome<TargetReplacements>;
  /**
   * Replaces in one transaction everything that was found last, or the match with this number in one paragraph; an accepted translation is then
   * translated. `left` paragraphs were changed meanwhile and stay as they are. Rejected with `stale` if something else was found since.
   */
  "book:replace": (asked: {
    book: BookPath;
    plan: string;
    one: { paragraph: string; match: number } | null;
  }) => Outcome<{ replaced: ReplacedVersion[]; left: number }>;
  /** Takes replacements back where nothing was changed since; what was accepted is accepted again. */
  "book:undo-replacements": (asked: { book: BookPath; replaced: ReplacedVersion[] }) => Outcome<{ undone: number }>;
  /** Checks the translations of a chapter, or of some paragraphs and those beside them. `checked` has the ids of all that were checked. */
  "book:flags": (asked: { book: BookPath; of: { chapter: string } | { paragraphs: string[] } }) => Outcome<{
    rows: FlaggedRow[];
    checked: string[];
  }>;
  /** Ignores a flag of a version, with a reason or an empty one; `reason` null shows it again. */
  "book:ignore-flag": (asked: {
    book: BookPath;
    paragraph: string;
    version: string;
    kind: FlagKind;
    reason: string | null;
  }) => Outcome<object>;
  /**
   * At most five earlier translations of sources that are at least 70 % like that of a paragraph, best first. `isLoading`: there may be more once
   * imported memories and other books are loaded.
   */
  "book:matches": (asked: { book: BookPath; paragraph: string }) => Outcome<{
    matches: MemoryMatch[];
    isLoading: boolean;
  }>;
  /**
   * The pairs of the book, its memories and other books that have all these words in their source or translation, in any order and form; the best 200.
   * `total` counts all. `isLoading`: there may be more once imported memories and other books are loaded. A new request of the window ends the one before.
   */
  "book:concordance": (asked: { book: BookPath; words: string; in: "source" | "translation" | "both" }) => Outcome<{
    pairs: ConcordancePair[];
    total: number;
    isLoading: boolean;
  }>;
  /** What matches come from beside the book itself, once it is loaded. */
  "book:memories": (book: BookPath) => Outcome<BookMemories>;
  /** Asks for a file and imports it: a translation memory (TMX), or an edited XLIFF of the book. Null: cancelled. */
  "book:import": (book: BookPath) => Outcome<{ imported: BookImport | null }>;
  /** Removes an imported memory by its file. */
  "book:remove-memory": (asked: { book: BookPath; file: string }) => Outcome<BookMemories>;
  /** Sets whether accepted translations of other books in the folder are matches. */
  "book:use-other-books": (change: { book: BookPath; use: boolean }) => Outcome<object>;
  /** How many other paragraphs with the same source are untranslated and in no open task. */
  "book:repeats": (asked: { book: BookPath; paragraph: string }) => Outcome<{ count: number }>;
  /**
   * Gives these paragraphs the translation of this one, as translated; in one transaction. Rejected with `stale` if its selected version is not
   * `version`.
   */
  "book:fill-repeats": (asked: { book: BookPath; paragraph: string; version: string }) => Outcome<{
    filled: FilledRepeat[];
  }>;
  /** Undoes it where nothing was changed since. Returns the number of paragraphs. */
  "book:empty-repeats": (asked: { book: BookPath; filled: FilledRepeat[] }) => Outcome<{ emptied: number }>;
  /** Versions in the current language, newest first. */
  "book:versions": (asked: { book: BookPath; paragraph: string }) => Outcome<{ versions: BookVersion[] }>;

  /**
   * Saves the user's text as a new selected version. `base` is the `version` of the row as the user saw it: rejected
   * with `stale` if another one is selected now, which `book:rows-of` then returns. Rejected with `wrong_state` if the
   * book shows a language other than `language` by now. `as: "accepted"` also accepts it.
   */
  "book:translate": (edit: {
    book: BookPath;
    paragraph: string;
    text: string;
    base: string | null;
    language?: string;
    as?: "translated" | "accepted";
  }) => Outcome<{ row: BookRow }>;
  "book:select": (choice: { book: BookPath; paragraph: string; version: string }) => Outcome<{ row: BookRow }>;
  /** Accepts the selected versions of these paragraphs, except untranslated ones. Returns their number. */
  "book:accept": (asked: { book: BookPath; paragraphs: string[] }) => Outcome<{ accepted: number }>;
  /** Revokes the acceptance. */
  "book:unaccept": (asked: { book: BookPath; paragraphs: string[] }) => Outcome<object>;
  /** Accepts all paragraphs of a task and ends it. Rejected with `wrong_state` if it cannot end yet. */
  "book:accept-task": (asked: { book: BookPath; task: string }) => Outcome<{ accepted: number }>;
  /**
   * Sends paragraphs back to their task; its next prompt contains the comment. Rejected with `wrong_state` if one of
   * them is in no open task: start a job instead.
   */
  "book:send-back": (asked: { book: BookPath; paragraphs: string[]; comment: string }) => Outcome<object>;
  /** Sends all paragraphs of a task back. */
  "book:send-back-task": (asked: { book: BookPath; task: string; comment: string }) => Outcome<object>;
  /** Releases a task: its paragraphs are free, and submitted work stays. */
  "book:release-task": (asked: { book: BookPath; task: string }) => Outcome<object>;

  /**
   * Edits the book's glossary in place; the rest of its file is preserved. Rejected with `stale` if the version is not
   * current.
   */
  "book:edit-glossary": (change: {
    book: BookPath;
    version: string;
    edits: GlossaryEdit[];
  }) => Outcome<{ glossary: BookGlossary }>;
  /** Rejected with `stale` if the version is not current. */
  "book:edit-style": (change: { book: BookPath; version: string; text: string }) => Outcome<{
    style: BookOverview["style"];
  }>;
  /** The figures of all chapters but their matches. */
  "book:statistics": (book: BookPath) => Outcome<{ chapters: ChapterStatistics[] }>;
  /**
   * The matches of paragraphs from the one with this number on, for some of them: `next` is where to go on, null at the end, and `total` the number of
   * all. The first answer may take some seconds, until memories are loaded.
   */
  "book:count-matches": (asked: { book: BookPath; from: number }) => Outcome<{
    chapters: { id: string; matches: ChapterMatches }[];
    next: number | null;
    total: number;
  }>;
  "book:inconsistencies": (book: BookPath) => Outcome<{ found: BookInconsistency[] }>;
  /** The exact prompt for a kind of work on this book; `task` null: without a task. */
  "book:prompt": (asked: { book: BookPath; kind: WorkKind; task: string | null }) => Outcome<{ text: string }>;
  /** Markdown is written beside the source; for other formats the user picks the target. Null: cancelled. */
  "book:export": (asked: { book: BookPath } & BookExportOrder) => Outcome<{ exported: BookExport | null }>;
  /** Shows an exported file in the file manager. */
  "book:reveal": (path: string) => void;

  /** All stored jobs, or those on one book; newest first. */
  "jobs:list": (book: BookPath | null) => Outcome<{ jobs: Job[] }>;
  /** What a job would do, without starting it. */
  "jobs:plan": (order: JobOrder) => Outcome<{ plan: JobPlan }>;
  "jobs:begin": (order: JobOrder) => Outcome<{ job: Job }>;
  /**
   * `finish`: running chunks are completed first (`pausing`). `cancel`: their requests are cancelled; submitted work
   * stays.
   */
  "jobs:pause": (asked: { job: JobId; running: "finish" | "cancel" }) => Outcome<{ job: Job }>;
  /** Continues a job, including paragraphs sent back since it was done. Rejected while it runs. */
  "jobs:resume": (job: JobId) => Outcome<{ job: Job }>;
  /** Ends a job for good: releases its unfinished tasks; submitted work stays. */
  "jobs:stop": (job: JobId) => Outcome<{ job: Job }>;
  /** Retries chunks that were set aside (null: all of them) and continues. */
  "jobs:retry": (asked: { job: JobId; chunks: number[] | null }) => Outcome<{ job: Job }>;
  /** Removes a job that is not running from the list. The work is not affected. */
  "jobs:forget": (job: JobId) => Outcome<object>;
};

export type JobId = string;

/** The parameters of a job. */
export type JobOrder = {
  book: BookPath;
  kind: WorkKind;
  /** Used in the prompt; if empty, the model detects it. */
  sourceLanguage: string;
  language: string;
  /** A provider and one of its models; null for both uses the assistant's. */
  provider: string | null;
  model: string | null;
  /** Chapter ids in any order; null: the whole book. */
  chapters: string[] | null;
  /** Maximum paragraphs and source characters of a chunk. */
  chunk: { paragraphs: number; characters: number };
  /** How many chunks run in parallel: 1 to 16. */
  atOnce: number;
  /** Pauses once when this many chunks are done, so that they can be read first. */
  sample?: number;
  /** Pauses each run when it has used so much: in dollars, or in tokens of input and output. */
  ceiling?: { unit: "dollars" | "tokens"; amount: number };
};

/**
 * The size of a job: due paragraphs and their chunks; `held` paragraphs are in other open tasks. `acceptedStale` paragraphs are accepted but
 * their source has changed since; a translation leaves them as they are.
 */
export type JobPlan = {
  paragraphs: number;
  chunks: number;
  held: number;
  done: number;
  acceptedStale: number;
  /** What it would use, roughly: tokens, and dollars if the model's price is known. */
  estimate: { input: number; output: number; cost: number | null };
};

/**
 * `pausing`: no new chunk starts. `interrupted`: the app ended while it ran. `done`: everything is submitted except
 * chunks that were set aside. `stopped` cannot be continued.
 */
export type JobState = "running" | "pausing" | "paused" | "interrupted" | "done" | "stopped";

/** Paragraphs of one chapter that are processed in one conversation with the model. `number` counts from 1. */
export type JobChunk = {
  number: number;
  chapter: string;
  /** The chapter's title. */
  title: string;
  /** The index of its first paragraph in the chapter. */
  index: number;
  paragraphs: number;
  done: number;
};

/** A running chunk. `retryAt`: when the request is repeated, ISO 8601. */
export type RunningChunk = JobChunk & { since: string; retryAt: string | null };

/** A chunk that failed repeatedly. */
export type SetAsideChunk = JobChunk & { reasons: string[] };

/** A failure during a job. `chunk` is 0 if it concerns no chunk. */
export type JobFailure = { at: string; chunk: number; message: string };

/** The current state of a job. */
export type Job = {
  id: JobId;
  order: JobOrder;
  /** The book's title, and the provider's name. */
  title: string;
  providerName: string;
  model: string;
  state: JobState;
  /** Why it paused by itself, for instance because the key was rejected; null otherwise. */
  why: Notice | null;
  paragraphs: { total: number; done: number };
  chunks: { total: number; done: number; setAside: number };
  running: RunningChunk[];
  setAside: SetAsideChunk[];
  /** Newest first, at most 50. */
  failures: JobFailure[];
  /** Estimated from the last minutes; null if unknown. */
  secondsLeft: number | null;
  /** Tokens as counted by the provider, and dollars; null if unknown. */
  usage: Usage;
  /** ISO 8601; `endedAt` is null until it is done or stopped. */
  startedAt: string;
  endedAt: string | null;
  /** Paragraphs that were sent back since, or whose source has changed: `jobs:resume` processes them. */
  sentBack: number;
};

export type BookEvents = {
  /**
   * Rows of these chapters may have changed, and with them counts, tasks and versions, whoever changed them. Null:
   * anything in the book, including its chapters, glossary and notes. `rows` are the changed rows as they are now; null if they are too many.
   */
  "book:changed": { book: BookPath; chapters: string[] | null; rows: BookRow[] | null };
  /** Comments have changed somewhere: those of shown chapters may be others. */
  "book:comments-changed": null;
  /** Replaces the previous state of this job. Sent at most a few times per second. */
  "jobs:changed": Job;
  /** A job was removed from the list. */
  "jobs:gone": JobId;
};
