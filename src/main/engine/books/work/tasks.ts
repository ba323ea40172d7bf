import type { DatabaseSync } from "node:sqlite";
import type { Chunk } from "../book/chunks";
import type { TaskStatus, TaskType } from "../book/task-states";

/** A task as it is stored. */
export type StoredTask = {
  id: string;
  type: TaskType;
  /** `released`: the task was given up and no longer holds paragraphs. */
  status: TaskStatus | "released";
  language: string;
  chunkSize: number;
  opened: string;
  /** When its status or its work last changed. */
  changed: string;
  /** The name of the caller that opened it. */
  holder: string;
};

/** A paragraph of a task. */
export type AssignedParagraph = { id: string; chunk: number; done: boolean };

/** The user's comment on one paragraph of a task; `paragraph` is null for a comment on the whole task. */
export type TaskComment = { paragraph: string | null; text: string; at: string; writer: string };

const closed = "('end', 'released')";

/** The task with an id; null if there is none. */
export function findTask(database: DatabaseSync, id: string): StoredTask | null {
  const row = database.prepare("SELECT * FROM tasks WHERE id = ?").get(id);
  return row === undefined ? null : taskOf(row);
}

/** All tasks, or only those that are neither ended nor released; oldest first. */
export function listTasks(database: DatabaseSync, which: "all" | "open"): StoredTask[] {
  const where = which === "all" ? "" : `WHERE status NOT IN ${closed}`;
  return database.prepare(`SELECT * FROM tasks ${where} ORDER BY opened, rowid`).all().map(taskOf);
}

/** A task's paragraphs in order. */
export function assignedTo(database: DatabaseSync, task: string): AssignedParagraph[] {
  const rows = database
    .prepare("SELECT paragraph, chunk, done FROM assigned WHERE task = ? ORDER BY position")
    .all(task);
  return rows.map((row) => ({
    id: String(row["paragraph"]),
    chunk: Number(row["chunk"]),
    done: row["done"] === 1,
  }));
}

/** The paragraphs of every task, also of closed ones, in the order of each task. */
export function assignedToAll(database: DatabaseSync): Map<string, AssignedParagraph[]> {
  const found = new Map<string, AssignedParagraph[]>();
  const rows = database.prepare("SELECT task, paragraph, chunk, done FROM assigned ORDER BY task, position");
  for (const row of rows.iterate()) {
    const task = String(row["task"]);
    const own = found.get(task) ?? [];
    own.push({ id: String(row["paragraph"]), chunk: Number(row["chunk"]), done: row["done"] === 1 });
    found.set(task, own);
  }
  return found;
}

/**
 * For each paragraph the open task of this kind and language that holds it; for the given paragraphs, or for all. A task without a language
 * may be in any: it holds its paragraphs against all.
 */
export function heldParagraphs(
  database: DatabaseSync,
  type: TaskType,
  language: string,
  only: readonly string[] | null = null,
): Map<string, string> {
  const rows = database
    .prepare(
      `SELECT paragraph, task FROM assigned JOIN tasks ON tasks.id = task
       WHERE type = ? AND (language = ? OR language = '' OR ? = '') AND status NOT IN ${closed} ${amongThese(only)}`,
    )
    .all(type, language, language, ...jsonOf(only));
  return new Map(rows.map((row) => [String(row["paragraph"]), String(row["task"])]));
}

/**
 * Paragraphs that need no further work of a kind in a language: those submitted, those that an ended polishing or proofreading task left
 * unchanged, and for a translation all that are translated.
 */
export function finishedParagraphs(
  database: DatabaseSync,
  type: TaskType,
  language: string,
  only: readonly string[] | null = null,
): Set<string> {
  const worked = database
    .prepare(
      `SELECT DISTINCT paragraph FROM assigned JOIN tasks ON tasks.id = task
       WHERE type = ? AND language = ? AND (done = 1 OR status = 'end') ${amongThese(only)}`,
    )
    .all(type, language, ...jsonOf(only));
  const found = new Set(worked.map((row) => String(row["paragraph"])));
  if (type !== "translation") return found;
  const translated = database.prepare(
    `SELECT paragraph FROM translations WHERE selected = 1 AND language = ? ${amongThese(only)}`,
  );
  for (const row of translated.iterate(language, ...jsonOf(only))) found.add(String(row["paragraph"]));
  return found;
}

const amongThese = (only: readonly string[] | null): string =>
  only === null ? "" : "AND paragraph IN (SELECT value FROM json_each(?))";

const jsonOf = (only: readonly string[] | null): string[] => (only === null ? [] : [JSON.stringify(only)]);

/** Stores a task with the paragraphs of its chunks. `isDone` says which need no further work work. */
export function addTask(
  database: DatabaseSync,
  task: StoredTask,
  chunks: readonly Chunk[],
  isDone: (id: string) => boolean,
): void {
  const { id, type, status, language, chunkSize, opened, changed, holder } = task;
  database
    .prepare(
      "INSERT INTO tasks (id, type, status, language, chunk_size, opened, changed, holder) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .run(id, type, status, language, chunkSize, opened, changed, holder);
  const add = database.prepare("INSERT INTO assigned (task, position, paragraph, chunk, done) VALUES (?, ?, ?, ?, ?)");
  let position = 0;
  for (const [chunk, { ids }] of chunks.entries())
    for (const paragraph of ids) add.run(id, position++, paragraph, chunk, isDone(paragraph) ? 1 : 0);
}

/** Sets a task's status. */
export function setTaskStatus(database: DatabaseSync, task: string, status: StoredTask["status"], at: string): void {
  database.prepare("UPDATE tasks SET status = ?, changed = ? WHERE id = ?").run(status, at, task);
}

/** Records whether paragraphs of a task were submitted. */
export function markDone(
  database: DatabaseSync,
  task: string,
  paragraphs: readonly string[],
  done: "done" | "open",
): void {
  const mark = database.prepare("UPDATE assigned SET done = ? WHERE task = ? AND paragraph = ?");
  for (const paragraph of paragraphs) mark.run(done === "done" ? 1 : 0, task, paragraph);
}

/** The user's comments on a task's work, oldest first. */
export function commentsOn(database: DatabaseSync, task: string): TaskComment[] {
  const rows = database.prepare("SELECT * FROM comments WHERE task = ? ORDER BY number").all(task);
  return rows.map((row) => ({
    paragraph: row["paragraph"] === null ? null : String(row["paragraph"]),
    text: String(row["text"]),
    at: String(row["at"]),
    writer: String(row["writer"]),
  }));
}

/** Stores a comment on a task's work. */
export function addComment(database: DatabaseSync, task: string, { paragraph, text, at, writer }: TaskComment): void {
  database
    .prepare("INSERT INTO comments (task, paragraph, text, at, writer) VALUES (?, ?, ?, ?, ?)")
    .run(task, paragraph, text, at, writer);
}

const taskOf = (row: Record<string, unknown>): StoredTask => ({
  id: String(row["id"]),
  type: String(row["type"]) as TaskType,
  status: String(row["status"]) as StoredTask["status"],
  language: String(row["language"]),
  chunkSize: Number(row["chunk_size"]),
  opened: String(row["opened"]),
  changed: String(row["changed"]),
  holder: String(row["holder"]),
});
