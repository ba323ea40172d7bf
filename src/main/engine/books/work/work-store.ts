import type { DatabaseSync } from "node:sqlite";
import type { Chunk } from "../book/chunks";
import type { TaskType } from "../book/task-states";
import { type CheckLevel, type Checks, checkKinds, checksWith, standardChecks } from "../quality/checks";
import type { FlagKind } from "../quality/flags";
import { accept, unaccept } from "./accepted";
import { type IgnoredFlag, ignoredFlags, ignoreFlag, restoreFlag } from "./ignored-flags";
import { type ReplacedVersion, type Reselection, replaceSelected, reselect } from "./replaced";
import { languagesOf, type RowFacts, rowFacts } from "./row-facts";
import {
  type AssignedParagraph,
  addComment,
  addTask,
  assignedTo,
  assignedToAll,
  commentsOn,
  findTask,
  finishedParagraphs,
  heldParagraphs,
  listTasks,
  markDone,
  type StoredTask,
  setTaskStatus,
  type TaskComment,
} from "./tasks";
import {
  addTranslation,
  type NewTranslation,
  selectedTranslations,
  selectTranslation,
  type Translation,
  translatedSince,
  translationsOf,
  versionStamp,
  withdrawTranslation,
} from "./translations";
import { dropFact, fact, keepFact, shortFacts } from "./work-facts";

/** A book's work during one read or one transaction. See the functions of the same names. */
export type WorkStore = {
  /** The language worked in last; null before the first task. */
  language(): string | null;
  keepLanguage(language: string): void;
  selected(language: string, paragraphs?: readonly string[]): Map<string, string>;
  versions(paragraph: string): Translation[];
  translatedSince(language: string, of: { after: number; limit: number }): { paragraphs: string[]; last: number };
  versionStamp(number: number): string | null;
  add(translation: NewTranslation): "added" | "unchanged";
  select(paragraph: string, id: string): boolean;
  withdraw(id: string): boolean;
  replace(language: string, of: { replaced: readonly ReplacedVersion[]; writer: string; at: string }): Reselection[];
  reselect(language: string, changes: readonly Reselection[]): string[];
  task(id: string): StoredTask | null;
  tasks(which: "all" | "open"): StoredTask[];
  assigned(task: string): AssignedParagraph[];
  allAssigned(): Map<string, AssignedParagraph[]>;
  held(type: TaskType, language: string, only?: readonly string[] | null): Map<string, string>;
  finished(type: TaskType, language: string, only?: readonly string[] | null): Set<string>;
  addTask(task: StoredTask, chunks: readonly Chunk[], isDone: (id: string) => boolean): void;
  setStatus(task: string, status: StoredTask["status"], at: string): void;
  mark(task: string, paragraphs: readonly string[], done: "done" | "open"): void;
  comments(task: string): TaskComment[];
  comment(task: string, comment: TaskComment): void;
  /** What a table of paragraphs shows, for the given paragraphs or for all. */
  rowFacts(language: string, options?: Parameters<typeof rowFacts>[2]): RowFacts;
  languages(): string[];
  accept(paragraphs: readonly string[], by: Parameters<typeof accept>[2]): number;
  unaccept(paragraphs: readonly string[], language: string): void;
  ignored(paragraphs?: readonly string[] | null): IgnoredFlag[];
  ignore(flag: IgnoredFlag): void;
  restore(flag: Pick<IgnoredFlag, "paragraph" | "version" | "kind">): void;
  checks(): Checks;
  setCheck(kind: FlagKind, level: CheckLevel): void;
};

/** The work in an open database. */
export const workStore = (database: DatabaseSync): WorkStore => ({
  language: () => fact(database, "language"),
  keepLanguage: (language) => keepFact(database, "language", language),
  selected: (language, paragraphs) => selectedTranslations(database, language, paragraphs ?? null),
  versions: (paragraph) => translationsOf(database, paragraph),
  translatedSince: (language, of) => translatedSince(database, language, of),
  versionStamp: (number) => versionStamp(database, number),
  add: (translation) => addTranslation(database, translation),
  select: (paragraph, id) => selectTranslation(database, paragraph, id),
  withdraw: (id) => withdrawTranslation(database, id),
  replace: (language, of) => replaceSelected(database, language, of),
  reselect: (language, changes) => reselect(database, language, changes),
  task: (id) => findTask(database, id),
  tasks: (which) => listTasks(database, which),
  assigned: (task) => assignedTo(database, task),
  allAssigned: () => assignedToAll(database),
  held: (type, language, only = null) => heldParagraphs(database, type, language, only),
  finished: (type, language, only = null) => finishedParagraphs(database, type, language, only),
  addTask: (task, chunks, isDone) => addTask(database, task, chunks, isDone),
  setStatus: (task, status, at) => setTaskStatus(database, task, status, at),
  mark: (task, paragraphs, done) => markDone(database, task, paragraphs, done),
  comments: (task) => commentsOn(database, task),
  comment: (task, comment) => addComment(database, task, comment),
  rowFacts: (language, options = {}) => rowFacts(database, language, options),
  languages: () => languagesOf(database),
  accept: (paragraphs, by) => accept(database, paragraphs, by),
  unaccept: (paragraphs, language) => unaccept(database, paragraphs, language),
  ignored: (paragraphs = null) => ignoredFlags(database, paragraphs),
  ignore: (flag) => ignoreFlag(database, flag),
  restore: (flag) => restoreFlag(database, flag),
  checks: () => storedChecks(database),
  setCheck: (kind, level) => storeCheck(database, kind, level),
});

/** Changed checks are facts of this name, as ignored flags are: a new table would be damage for an older Galley. */
const prefix = "check ";

/** The checks of the book. Only facts that can be checks are read: a database that came with a folder may have any number of others. */
const storedChecks = (database: DatabaseSync): Checks =>
  checksWith(
    shortFacts(
      database,
      checkKinds.map((kind) => `${prefix}${kind}`),
    ).map(({ name, value }) => [name.slice(prefix.length), value] as const),
  );

/** Sets one check. The standard level is not stored, so that it follows a later Galley. */
function storeCheck(database: DatabaseSync, kind: FlagKind, level: CheckLevel): void {
  if (level === standardChecks[kind]) dropFact(database, `${prefix}${kind}`);
  else keepFact(database, `${prefix}${kind}`, level);
}
