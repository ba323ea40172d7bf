import type { ChapterMatches, ChapterStatistics } from "../core/books/book-statistics";
import type {
  BookExport,
  BookExportOrder,
  BookGlossary,
  BookImport,
  BookInconsistency,
  BookKind,
  BookMemories,
  BookOverview,
  BookPath,
  BookRow,
  BookThread,
  BookThreadChange,
  BookUnit,
  BookVersion,
  CheckLevel,
  ConcordancePair,
  FilledRepeat,
  FlaggedRow,
  FlagKind,
  GlossaryEdit,
  KnownBook,
  MemoryMatch,
  ReplacedVersion,
  RowFilter,
  RowPosition,
  TargetDraft,
  TargetReplacements,
  WorkKind,
} from "./book";
import type { Job, JobId, JobOrder, JobPlan } from "./book-jobs";
import type { Outcome } from "./contract";

/** Requests on books, and on the jobs in them. */
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
