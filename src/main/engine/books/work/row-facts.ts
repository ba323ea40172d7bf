import type { DatabaseSync } from "node:sqlite";
import type { TaskStatus, TaskType } from "../book/task-states";
import { acceptedVersions } from "./accepted";

/** The selected version of a paragraph: its id and text, the hash of the source it translates, and the number of versions. */
export type SelectedVersion = { id: string; text: string; source: string; versions: number };

/** The open task that holds a paragraph. `comment` is the user's last comment on what has to be done again there. */
export type Holding = {
  task: string;
  type: TaskType;
  status: TaskStatus;
  holder: string;
  isDone: boolean;
  comment: string | null;
};

type OpenTask = { id: string; type: TaskType; status: TaskStatus; holder: string };

/** What is stored about paragraphs in one language, by paragraph id. */
export type RowFacts = {
  selected: Map<string, SelectedVersion>;
  held: Map<string, Holding>;
  /** Paragraphs whose selected version is the one the user accepted. */
  accepted: Set<string>;
};

/**
 * Everything a table of paragraphs shows, with one pass over each table; for the given paragraphs, or for all. `states only` leaves out the
 * texts.
 */
export function rowFacts(
  database: DatabaseSync,
  language: string,
  {
    paragraphs = null,
    texts = "with texts",
  }: { paragraphs?: readonly string[] | null; texts?: "with texts" | "states only" },
): RowFacts {
  const only = paragraphs === null ? "" : "AND t.paragraph IN (SELECT value FROM json_each(?))";
  const ids = paragraphs === null ? [] : [JSON.stringify(paragraphs)];
  const selected = new Map<string, SelectedVersion>();
  const rows = database.prepare(
    `SELECT t.paragraph, t.number, ${texts === "with texts" ? "t.text" : "''"} AS text, t.source
     FROM translations AS t WHERE t.selected = 1 AND t.language = ? ${only}`,
  );
  const many = severalVersions(database, language, only, ids);
  rows.setReturnArrays(true);
  type Version = [paragraph: string, number: number, text: string, source: string];
  for (const [paragraph, number, text, source] of rows.all(language, ...ids) as unknown as Version[])
    selected.set(paragraph, { id: String(number), text, source, versions: many.get(paragraph) ?? 1 });
  const versions = acceptedVersions(database, language, paragraphs);
  const accepted = new Set<string>();
  for (const [paragraph, { id }] of selected) if (versions.get(paragraph) === id) accepted.add(paragraph);
  return { selected, held: holdings(database, language, only, ids), accepted };
}

function holdings(
  database: DatabaseSync,
  language: string,
  only: string,
  ids: readonly string[],
): Map<string, Holding> {
  const tasks = new Map<string, OpenTask>();
  const open = database.prepare(
    "SELECT id, type, status, holder FROM tasks WHERE status NOT IN ('end', 'released') AND language = ?",
  );
  for (const task of open.all(language) as OpenTask[]) tasks.set(task.id, task);
  const held = new Map<string, Holding>();
  if (tasks.size === 0) return held;
  const lastComments = lastCommentsInOpenTasks(database);
  const rows = database.prepare(
    `SELECT t.paragraph, t.task, t.done FROM assigned AS t
     WHERE t.task IN (SELECT id FROM tasks WHERE status NOT IN ('end', 'released') AND language = ?) ${only}`,
  );
  rows.setReturnArrays(true);
  for (const [paragraph, id, done] of rows.all(language, ...ids) as unknown as [string, string, number][]) {
    const task = tasks.get(id);
    const isDone = done === 1;
    // If several tasks hold the paragraph, the one that is not done counts.
    if (task === undefined || (isDone && held.has(paragraph))) continue;
    const comments = isDone ? undefined : lastComments.get(id);
    const comment = comments?.get(paragraph) ?? comments?.get("") ?? null;
    held.set(paragraph, { task: id, type: task.type, status: task.status, holder: task.holder, isDone, comment });
  }
  return held;
}

/** The paragraphs with more than one version in a language. There are few. */
function severalVersions(
  database: DatabaseSync,
  language: string,
  only: string,
  ids: readonly string[],
): Map<string, number> {
  const rows = database.prepare(
    `SELECT t.paragraph, count(*) AS count FROM translations AS t WHERE t.language = ? ${only} GROUP BY t.paragraph HAVING count(*) > 1`,
  );
  const counts = rows.all(language, ...ids) as { paragraph: string; count: number }[];
  return new Map(counts.map(({ paragraph, count }) => [paragraph, count]));
}

/** The last comment by task and paragraph; a comment on the whole task has an empty paragraph id. */
function lastCommentsInOpenTasks(database: DatabaseSync): Map<string, Map<string, string>> {
  const rows = database.prepare(
    `SELECT c.task, c.paragraph, c.text FROM comments AS c JOIN tasks AS k ON k.id = c.task
     WHERE k.status NOT IN ('end', 'released') ORDER BY c.number`,
  );
  const lastComments = new Map<string, Map<string, string>>();
  for (const row of rows.iterate()) {
    const task = String(row["task"]);
    const ofTask = lastComments.get(task) ?? new Map<string, string>();
    lastComments.set(task, ofTask.set(row["paragraph"] === null ? "" : String(row["paragraph"]), String(row["text"])));
  }
  return lastComments;
}

/** The languages that have translations. */
export function languagesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT DISTINCT language FROM translations ORDER BY language").all();
  return rows.map((row) => String(row["language"]));
}
