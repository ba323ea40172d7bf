import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openHistory } from "../../src/main/engine/history/sqlite-history";
import { filesBelow } from "./files-below";

/**
 * Every text that the user can get back: files of the folder, including conflict copies; versions in the history; unsaved edits and
 * interrupted saves in the data folder; pending edits.
 */
export async function* evidenceIn(root: string, dataDir: string): AsyncGenerator<string> {
  for (const folder of [root, join(dataDir, "journal"), join(dataDir, "saves")]) yield* filesBelow(folder);
  yield* valuesIn(join(dataDir, "review.db"));
  const versions = rowsOf(join(dataDir, "history.db"), "SELECT version FROM objects");
  const history = openHistory({ dataDir });
  try {
    for (const { version } of versions) {
      const bytes = await history.content(String(version));
      if (bytes !== null) yield Buffer.from(bytes).toString();
    }
  } finally {
    await history.close();
  }
}

/** Every value in every table. */
function* valuesIn(path: string): Generator<string> {
  for (const { name } of rowsOf(path, "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    for (const row of rowsOf(path, `SELECT * FROM "${name}"`))
      for (const value of Object.values(row))
        yield value instanceof Uint8Array ? Buffer.from(value).toString() : `${value}`;
}

function rowsOf(path: string, query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}
