/** What crosses the border about books and the jobs on them: types only. */
import type { Notice, Outcome } from "./contract";
import type { Usage } from "./conversation";

/** Names a book: the absolute path of its folder or file, links resolved, as `book:open` answers it. */
export type BookPath = string;

/** A folder of chapters, one text, or an electronic book. */
export type BookKind = "folder" | "file" | "package";

/** The three kinds of work. */
export type WorkKind = "translation" | "polishing" | "proofreading";

/** What the paragraphs of a book are: its lines, or in a hard-wrapped source the blocks between blank lines. */
export type BookUnit = "lines" | "blocks";

/** A book that is known: there is work on it, or it was opened before. `shown` is its path in the open folder, or all of it. */
export type KnownBook = { book: BookPath; name: string; shown: string; kind: BookKind; hasWork: boolean };

/** A chapter with how far it is. Blank paragraphs are not counted. */
export type ShownChapter = { id: string; title: string } & ChapterCounts;

/** How many paragraphs of a chapter, or of a book, are in which state; those of `sourceChanged` are among the others, too. */
export type ChapterCounts = {
  paragraphs: number;
  translated: number;
  accepted: number;
  sentBack: number;
  inWork: number;
  sourceChanged: number;
};

/** Paragraphs that somebody works on, or has worked on. `status` is `released` where it was given up. */
export type ShownTask = {
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
  /** The chapters that its paragraphs stand in, in the order of the book. */
  chapters: string[];
  comments: ShownComment[];
};

/** What a person said about work: of one paragraph, or of all of a task. */
export type ShownComment = { paragraph: string | null; text: string; at: string; writer: string };

export type GlossaryEntry = { term: string; translation: string; note: string };

/** The book's terms; `version` names the text that they were read from, and is empty where there is none yet. */
export type BookGlossary = { version: string; entries: GlossaryEntry[] };

/** A book as it is shown, without its paragraphs. */
export type ShownBook = {
  book: BookPath;
  kind: BookKind;
  title: string;
  /** What is shown and written; empty where nobody has said. */
  language: string;
  /** Languages that there are translations into, the one of `language` among them. */
  languages: string[];
  unit: BookUnit;
  /** Its lines look broken at a fixed width: offer `book:set-unit` with blocks. Never while they are blocks already. */
  looksHardWrapped: boolean;
  /** In sentences: files that were left out, damaged work, odd notes. */
  warnings: string[];
  volumes: { id: string; title: string; chapters: ShownChapter[] }[];
  counts: ChapterCounts;
  /** Oldest first, those that have ended too. */
  tasks: ShownTask[];
  glossary: BookGlossary;
  /** How the translation should read, as Markdown. */
  style: { version: string; text: string };
};

/**
 * Where a paragraph's work stands. `in work`: an open task has it and nothing was handed in yet. `sent back`: the same, after a
 * person said something about it. `accepted` holds for the selected version that the person accepted, until there is another.
 */
export type RowState = "untranslated" | "in work" | "sent back" | "translated" | "accepted";

/** A paragraph in the table of source and target. */
export type BookRow = {
  id: string;
  /** Its chapter's id. */
  chapter: string;
  /** Its 0-based place in the chapter, blank ones counted. */
  index: number;
  text: string;
  /** A blank one has no state worth showing, and is never translated. */
  isBlank: boolean;
  translation: string | null;
  /** The id of the selected version; null where there is none. */
  version: string | null;
  /** How many versions there are in this language. */
  versions: number;
  state: RowState;
  /** The source was another when the selected version was made. */
  sourceChanged: boolean;
  /** The open task that holds it, and whether it was handed in there. */
  task: { id: string; kind: WorkKind; status: ShownTask["status"]; holder: string; isDone: boolean } | null;
  /** What the person said of it last, while it is sent back. */
  comment: string | null;
};

/** Where a paragraph stands, without what it says. */
export type RowPlace = { id: string; chapter: string; index: number };

/** What rows can be filtered by. */
export type RowFilter = RowState | "source changed" | "in review" | "inconsistent";

export type BookVersion = {
  id: string;
  text: string;
  isSelected: boolean;
  /** ISO 8601. */
  at: string;
  /** The task it was handed in for; null where a person wrote it. */
  task: string | null;
  writer: string;
  /** It translates a source that has changed since. */
  sourceChanged: boolean;
};

/** An unsaved edit of a paragraph's target: its text, the version that it was typed over, and what language it is in. */
export type TargetDraft = { text: string; base: string | null; baseText: string; language: string };

/** A paragraph in which a term of the glossary was translated by other words. */
export type BookInconsistency = RowPlace & { term: string; expected: string; text: string; translation: string };

export type GlossaryEdit =
  | { edit: "add"; entry: GlossaryEntry }
  /** `at` counts `entries` of the version that the edit names. */
  | { edit: "set"; at: number; entry: GlossaryEntry }
  | { edit: "remove"; at: number };

/** What became of an export; `missing` in sentences, empty where all is translated. */
export type BookExport = { path: string; total: number; translated: number; missing: string[] };

export type BookRequests = {
  /** Books of the open folder that have work, and those opened lately. */
  "book:list": () => Outcome<{ books: KnownBook[] }>;
  /** Whether a path can be opened as a book; `why` says in a sentence why not. Reads no chapter. */
  "book:look": (path: string) => Outcome<{ kind: BookKind | null; why: string | null }>;
  /** Asks with a dialog for a folder or a file. Null: cancelled. */
  "book:pick": (what: "folder" | "file") => Outcome<{ path: string | null }>;
  /** Opens a book for this window: from now on `book:changed` tells of it, until `book:close`. */
  "book:open": (path: string) => Outcome<{ shown: ShownBook }>;
  "book:close": (book: BookPath) => void;
  /** The unsaved edits of targets that this window recovers, by paragraph: asked for once, before anything is typed. */
  "book:recover-targets": (book: BookPath) => Outcome<{ drafts: Record<string, TargetDraft> }>;
  /** All unsaved edits of targets in this window, by paragraph, for the journal. */
  "book:keep-targets": (kept: { book: BookPath; drafts: Record<string, TargetDraft> }) => void;
  /** As `book:open` answers, as it is now. */
  "book:overview": (book: BookPath) => Outcome<{ shown: ShownBook }>;
  /** What is shown and worked into from now on. */
  "book:set-language": (change: { book: BookPath; language: string }) => Outcome<{ shown: ShownBook }>;
  /** Takes its lines or its blocks for paragraphs. Refused (`wrong_state`) while a task is open. */
  "book:set-unit": (change: { book: BookPath; unit: BookUnit }) => Outcome<{ shown: ShownBook }>;

  /** All paragraphs of a chapter in order, blank ones too. */
  "book:rows": (asked: { book: BookPath; chapter: string }) => Outcome<{ rows: BookRow[] }>;
  /** These paragraphs, in the order of the book; those that are not there any more are left out. At most 2000. */
  "book:rows-of": (asked: { book: BookPath; ids: string[] }) => Outcome<{ rows: BookRow[] }>;
  /** Where the paragraphs of the book stand that are in one of these states, in the order of the book. */
  "book:filter": (asked: { book: BookPath; filters: RowFilter[] }) => Outcome<{ places: RowPlace[] }>;
  /** Paragraphs that hold one of the words, or match; in the order of the book, `total` of them in all. */
  "book:find": (asked: {
    book: BookPath;
    sought: string;
    isRegex: boolean;
    in: "source" | "translation" | "both";
    chapter: string | null;
    limit: number;
  }) => Outcome<{ places: RowPlace[]; total: number }>;
  /** In the shown language, newest first. */
  "book:versions": (asked: { book: BookPath; paragraph: string }) => Outcome<{ versions: BookVersion[] }>;

  /**
   * The person's own words, as a new selected version. `base` is the `version` of the row as they saw it: refused (`stale`) where
   * another is selected by now, so that nothing is written over unseen; the answer to `book:rows-of` then shows it. With the
   * `language` that it was written in: refused (`wrong_state`) where the book is shown in another by now.
   */
  "book:translate": (edit: {
    book: BookPath;
    paragraph: string;
    text: string;
    base: string | null;
    language?: string;
  }) => Outcome<{ row: BookRow }>;
  "book:select": (choice: { book: BookPath; paragraph: string; version: string }) => Outcome<{ row: BookRow }>;
  /** The selected versions of these paragraphs are good; those without a translation are left out. Answers how many. */
  "book:accept": (asked: { book: BookPath; paragraphs: string[] }) => Outcome<{ accepted: number }>;
  /** Takes that back. */
  "book:unaccept": (asked: { book: BookPath; paragraphs: string[] }) => Outcome<object>;
  /** All of a task is good: its paragraphs are accepted, and it ends. Refused (`wrong_state`) where it cannot end yet. */
  "book:accept-task": (asked: { book: BookPath; task: string }) => Outcome<{ accepted: number }>;
  /**
   * These paragraphs are to be done again, by whoever has the task; its next prompt has the comment. Refused where one of them
   * is in no open task (`wrong_state`): start a job on those.
   */
  "book:send-back": (asked: { book: BookPath; paragraphs: string[]; comment: string }) => Outcome<object>;
  /** All of a task is to be done again. */
  "book:send-back-task": (asked: { book: BookPath; task: string; comment: string }) => Outcome<object>;
  /** Gives a task up: its paragraphs are free, what was handed in stays. */
  "book:release-task": (asked: { book: BookPath; task: string }) => Outcome<object>;

  /** Edits the book's glossary where it stands; everything else in its file stays. Refused (`stale`) on an older version. */
  "book:edit-glossary": (change: {
    book: BookPath;
    version: string;
    edits: GlossaryEdit[];
  }) => Outcome<{ glossary: BookGlossary }>;
  /** Refused (`stale`) on an older version. */
  "book:edit-style": (change: { book: BookPath; version: string; text: string }) => Outcome<{
    style: ShownBook["style"];
  }>;
  "book:inconsistencies": (book: BookPath) => Outcome<{ found: BookInconsistency[] }>;
  /** What a model is told for a kind of work on this book, word for word; `task` null: before one is open. */
  "book:prompt": (asked: { book: BookPath; kind: WorkKind; task: string | null }) => Outcome<{ text: string }>;
  /** Markdown goes beside the source; the others where the person says in a dialog. Null: cancelled. */
  "book:export": (asked: { book: BookPath; format: "markdown" | "docx" | "epub" }) => Outcome<{
    exported: BookExport | null;
  }>;
  /** Shows what was exported in the system's file manager. */
  "book:reveal": (path: string) => void;

  /** All jobs that are kept, or those on one book; the newest first. */
  "jobs:list": (book: BookPath | null) => Outcome<{ jobs: Job[] }>;
  /** What a job would do, without beginning it. */
  "jobs:plan": (order: JobOrder) => Outcome<{ plan: JobPlan }>;
  "jobs:begin": (order: JobOrder) => Outcome<{ job: Job }>;
  /** `finish`: chunks that run are finished first (`pausing`). `cancel`: their requests are given up; what was handed in stays. */
  "jobs:pause": (asked: { job: JobId; running: "finish" | "cancel" }) => Outcome<{ job: Job }>;
  /** Goes on where it stands, also with what was sent back since it was done. Refused while it runs. */
  "jobs:resume": (job: JobId) => Outcome<{ job: Job }>;
  /** Ends it for good: its unfinished tasks are released, what was handed in stays. */
  "jobs:stop": (job: JobId) => Outcome<{ job: Job }>;
  /** Takes chunks that were set aside back to the others (null: all of them), and goes on. */
  "jobs:retry": (asked: { job: JobId; chunks: number[] | null }) => Outcome<{ job: Job }>;
  /** Takes one that does not run off the list. Nothing of the work goes. */
  "jobs:forget": (job: JobId) => Outcome<object>;
};

export type JobId = string;

/** What is to be done, and how. */
export type JobOrder = {
  book: BookPath;
  kind: WorkKind;
  /** For the prompt; empty: the model sees for itself. */
  sourceLanguage: string;
  language: string;
  /** A way to a model, and one of its models; null for both: the one that the panel asks. */
  provider: string | null;
  model: string | null;
  /** Ids, in any order; null: the whole book. */
  chapters: string[] | null;
  /** A chunk ends with so many paragraphs, or before its source would have more characters. */
  chunk: { paragraphs: number; characters: number };
  /** How many chunks are asked for side by side: 1 to 16. */
  atOnce: number;
};

/** What a job would take: paragraphs that need the work, in so many chunks; `held` more are in other open tasks. */
export type JobPlan = { paragraphs: number; chunks: number; held: number; done: number };

/**
 * `pausing`: no chunk is begun any more. `interrupted`: the app ended while it ran. `done`: all is handed in but for what was
 * set aside; `stopped` goes on no more.
 */
export type JobState = "running" | "pausing" | "paused" | "interrupted" | "done" | "stopped";

/** Part of a job: paragraphs of one chapter that one conversation with the model is about. `number` counts from 1. */
export type JobChunk = {
  number: number;
  chapter: string;
  /** The chapter's title. */
  title: string;
  /** The place of its first paragraph in the chapter. */
  index: number;
  paragraphs: number;
  done: number;
};

/** A chunk that is worked on. `retryAt`: the provider is asked again at that time, ISO 8601. */
export type RunningChunk = JobChunk & { since: string; retryAt: string | null };

/** A chunk that kept failing. */
export type SetAsideChunk = JobChunk & { reasons: string[] };

/** Something that went wrong, in a sentence. `chunk` 0: not about one. */
export type JobFailure = { at: string; chunk: number; message: string };

/** A job as it is now. */
export type Job = {
  id: JobId;
  order: JobOrder;
  /** The book's title, and the name of the way to the model. */
  title: string;
  providerName: string;
  model: string;
  state: JobState;
  /** Why it paused by itself: the key was refused, the book is gone; null otherwise. */
  why: Notice | null;
  paragraphs: { total: number; done: number };
  chunks: { total: number; done: number; setAside: number };
  running: RunningChunk[];
  setAside: SetAsideChunk[];
  /** The newest first, at most 50. */
  failures: JobFailure[];
  /** From the pace of the last minutes; null while there is none. */
  secondsLeft: number | null;
  /** Tokens as the provider counted them, and dollars; null where nobody said. */
  usage: Usage;
  /** ISO 8601; `endedAt` null until it is done or stopped. */
  startedAt: string;
  endedAt: string | null;
  /** Paragraphs of it that a person has sent back since, or whose source is another by now: `jobs:resume` does them. */
  sentBack: number;
};

export type BookEvents = {
  /**
   * Rows of these chapters may be others, and counts, tasks and versions with them: by a tool, a job, a person or another
   * process. Null: all of the book, its list of chapters, its glossary and notes too.
   */
  "book:changed": { book: BookPath; chapters: string[] | null };
  /** Replaces what was told of this job before. At most a few times a second. */
  "jobs:changed": Job;
  /** One was taken off the list. */
  "jobs:gone": JobId;
};
