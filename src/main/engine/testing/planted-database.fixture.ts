import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { workSchema, workSchemaNumber } from "../books/work/work-schema";

const pageSize = 4096;
const levels = 17;
const cells = 600;

/**
 * Writes a book's database in which `table` is a tree of 17 pages above one leaf. Each page points 601 times at the next: 601^17 rows in about 150
 * KB. The schema is Galley's own.
 */
export function plantDeepTree(path: string, table: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA page_size = ${pageSize}; ${workSchema}; PRAGMA user_version = ${workSchemaNumber}`);
  database.exec("INSERT INTO facts VALUES ('ids', 'a stamp'), ('gone', '[]')");
  database.exec("INSERT INTO chapters VALUES ('a', 0, 'v', x'00')");
  database.exec("INSERT INTO tasks VALUES ('t', 'translation', 'open', '', 1, '', '', '')");
  const root = Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table)?.["rootpage"]);
  database.close();
  const before = readFileSync(path);
  const count = before.length / pageSize;
  const bytes = Buffer.concat([before, Buffer.alloc(levels * pageSize)]);
  const pageAt = (number: number) => bytes.subarray((number - 1) * pageSize, number * pageSize);
  // The leaf moves to the end. The root of the tree and all pages in between point at the next page.
  pageAt(count + levels).set(pageAt(root));
  for (let level = 0; level < levels; level++)
    writeInterior(pageAt(level === 0 ? root : count + level), count + level + 1);
  bytes.writeUInt32BE(count + levels, 28);
  writeFileSync(path, bytes);
}

/** A page of a table's tree in which all cells are the same. */
function writeInterior(page: Buffer, child: number): void {
  const cellAt = pageSize - 5;
  page.fill(0);
  page.writeUInt8(5, 0);
  page.writeUInt16BE(cells, 3);
  page.writeUInt16BE(cellAt, 5);
  page.writeUInt32BE(child, 8);
  for (let cell = 0; cell < cells; cell++) page.writeUInt16BE(cellAt, 12 + 2 * cell);
  page.writeUInt32BE(child, cellAt);
  page.writeUInt8(1, cellAt + 4);
}
