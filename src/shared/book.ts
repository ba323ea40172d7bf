/** IPC types for books. `book-jobs.ts` has those of jobs, `book-requests.ts` the requests. */
import type { MemoryInfo } from "../core/books/memory-info";
import type { ShownThread } from "./comments";

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
