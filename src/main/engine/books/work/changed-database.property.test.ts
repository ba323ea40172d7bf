import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { ToolError } from "../../ports/tool-error";
import { asText, fuzzRuns, oddValues, type Step, steps } from "../../testing/mutations.fixture";
import { readStoredIds } from "./stored-ids";
import { openWorkDatabase } from "./work-database";
import { workSchema } from "./work-schema";
import { workStore } from "./work-store";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-changed-")));
let count = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forever = "WITH RECURSIVE forever(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM forever)";

/** Statements that change a database's structure or content. Those that SQLite rejects are skipped. */
function statementOf(
  { at, how, value }: Step,
  tables: readonly string[],
  columns: (table: string) => string[],
): string {
  const table = tables[at % tables.length] ?? "tasks";
  const own = columns(table);
  const column = own[value % own.length] ?? "id";
  const odd = oddValues[value % oddValues.length];
  const literal = typeof odd === "number" ? String(odd) : `'${asText(odd).replace(/['\0]/g, "")}'`;
  const all = [
    `UPDATE "${table}" SET "${column}" = ${literal}`,
    `UPDATE "${table}" SET "${column}" = hex(zeroblob(${value}))`,
    `INSERT INTO "${table}" SELECT * FROM "${table}"`,
    `DELETE FROM "${table}"`,
    `DROP TABLE "${table}"`,
    `ALTER TABLE "${table}" ADD COLUMN more AS (hex(zeroblob(1000000)))`,
    `ALTER TABLE "${table}" RENAME TO old_${at}`,
    `CREATE VIEW v${at} AS ${forever} SELECT value FROM forever`,
    `CREATE TRIGGER t${at} AFTER INSERT ON "${table}" BEGIN DELETE FROM "${table}"; END`,
    `CREATE INDEX i${at} ON "${table}" (hex("${column}"))`,
    `PRAGMA user_version = ${value % 5}`,
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'TEXT', 'BLOB') WHERE name = '${table}'`,
  ];
  return all[how % all.length] ?? "";
}

test("a book database with a changed structure or changed rows is read, rejected or set aside, and nothing else happens [A19]", () => {
  fc.assert(
    fc.property(steps, (changes) => {
      const path = join(folder, String(++count), ".galley", "book.db");
      mkdirSync(join(path, ".."), { recursive: true });
      const planted = new DatabaseSync(path);
      planted.exec(workSchema);
      planted.exec("PRAGMA user_version = 1");
      const names = planted.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const tables = names.map(({ name }) => String(name));
      const columns = (table: string) =>
        planted
          .prepare(`PRAGMA table_info("${table}")`)
          .all()
          .map(({ name }) => String(name));
      for (const change of changes) {
        try {
          planted.exec(statementOf(change, tables, columns));
        } catch {
          // SQLite itself rejects the statement.
        }
      }
      planted.close();
      const work = openWorkDatabase(path, () => {});
      const isAnswered = (act: () => unknown) => {
        try {
          act();
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
        }
      };
      const at = performance.now();
      isAnswered(() => work.read((stored) => readStoredIds(stored)));
      isAnswered(() => work.read((stored) => workStore(stored).selected("")));
      isAnswered(() =>
        work.write((stored) =>
          workStore(stored).add({
            paragraph: "p",
            text: "t",
            language: "",
            source: "",
            task: null,
            writer: "w",
            at: "2026-01-01T00:00:00Z",
          }),
        ),
      );
      work.close();
      expect(performance.now() - at).toBeLessThan(20_000);
    }),
    fuzzRuns(2000, 15),
  );
});
