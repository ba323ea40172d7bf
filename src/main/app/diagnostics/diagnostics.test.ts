import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDiagnosticsService } from "./diagnostics-service";
import { diagnosticsText, withoutHome } from "./diagnostics-text";
import { checkStores } from "./store-worker";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-diagnostics-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const service = (lastFaultRun: unknown = undefined, lastAttackRun: unknown = undefined) =>
  createDiagnosticsService({
    version: "1.2.3",
    dataDir,
    http: () => "off",
    pauses: () => ({ count: 1, worst: { ms: 60, during: ["grep"] } }),
    lastFaultRun: async () => lastFaultRun,
    lastAttackRun: async () => lastAttackRun,
    inspectSelf: async () => ({
      parts: ["Electron 45"],
      program: "/opt/galley/galley",
      security: [{ name: "sandbox", state: "on" }],
    }),
    checkStores: async (check) => checkStores(check),
  });

function makeHistory(entries: number): string {
  const path = join(dataDir, "history.db");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT) STRICT");
  for (let entry = 0; entry < entries; entry++)
    database.exec(`INSERT INTO entries (path) VALUES ('${"x".repeat(500)}')`);
  database.close();
  return path;
}

const historyOf = (depth: "counts" | "every page") =>
  checkStores({ folder: dataDir, depth }).find(({ name }) => name === "history");

describe("the databases", () => {
  test("are counted, and checked completely if asked; one that was never created is absent", () => {
    makeHistory(200);
    expect(historyOf("counts")).toMatchObject({ state: "sound", rows: 200 });
    expect(historyOf("every page")).toMatchObject({ state: "sound", rows: 200 });
    expect(checkStores({ folder: dataDir, depth: "counts" }).find(({ name }) => name === "review")?.state).toBe(
      "absent",
    );
  });

  test("that are damaged are reported and left as they are", () => {
    const path = makeHistory(200);
    const bytes = readFileSync(path);
    bytes.fill(0xff, 8192, 40_000);
    writeFileSync(path, bytes);
    expect(historyOf("every page")).toMatchObject({ state: "damaged", rows: null });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    writeFileSync(path, "no database at all, but some text that is long enough to be looked at".repeat(20));
    expect(historyOf("counts")).toMatchObject({ state: "damaged" });
    truncateSync(path, 0);
    expect(historyOf("counts")).toMatchObject({ state: "absent" });
  });
});

describe("diagnostics", () => {
  test("count what is unsaved, what was set aside and the logs, and remember the last check", async () => {
    mkdirSync(join(dataDir, "journal"));
    writeFileSync(join(dataDir, "journal", "abcdefgh.json"), "{}");
    writeFileSync(join(dataDir, "journal", "bad.json.damaged-2026"), "?");
    writeFileSync(join(dataDir, "history.damaged-2026.db"), "??");
    mkdirSync(join(dataDir, "logs"));
    writeFileSync(join(dataDir, "logs", "galley.log"), "one line\n");
    const found = await service().read("counts");
    expect(found.journal).toEqual({ documents: 1, bytes: 2 });
    expect(found.setAside.map(({ name }) => name).sort()).toEqual([
      "history.damaged-2026.db",
      "journal/bad.json.damaged-2026",
    ]);
    expect(found.logs).toEqual({ files: 1, bytes: 9 });
    expect(found.checkedAt).toBeNull();
    await service().read("every page");
    expect(Date.parse((await service().read("counts")).checkedAt ?? "")).toBeGreaterThan(0);
  });

  test("change nothing in an empty data folder, and know only figures of this version", async () => {
    const run = {
      version: "1.2.3",
      date: "2026-11-21",
      runs: 9,
      torn: 0,
      lost: 0,
      falseAnswers: 0,
      worstMs: 7,
      faults: [{}, {}],
    };
    expect((await service(run).read("counts")).faults).toEqual({
      date: "2026-11-21",
      faults: 2,
      runs: 9,
      torn: 0,
      lost: 0,
      falseAnswers: 0,
      worstMs: 7,
    });
    expect((await service({ ...run, version: "1.2.2" }).read("counts")).faults).toBeNull();
    expect((await service({ runs: "many" }).read("counts")).faults).toBeNull();
    const tried = { version: "1.2.3", date: "2026-11-21", attempts: 7, through: 0, attacks: [{}, {}], checklist: [{}] };
    expect((await service(run, tried).read("counts")).attacks).toEqual({
      date: "2026-11-21",
      attacks: 3,
      attempts: 7,
      through: 0,
    });
    expect((await service(run, { ...tried, version: "1.2.4" }).read("counts")).attacks).toBeNull();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("as text contain no home folder", async () => {
    expect(withoutHome("/home/ann/notes", "/home/ann")).toBe("~/notes");
    expect(withoutHome("/home/annabel/notes", "/home/ann")).toBe("/home/annabel/notes");
    expect(withoutHome("C:\\Users\\Ann\\AppData", "C:\\Users\\Ann")).toBe("~\\AppData");
    expect(withoutHome("/root", "/")).toBe("/root");
    const text = diagnosticsText(await service().read("counts"), { home: dataDir, agents: 2 });
    expect(text).toContain("pauses: 1, the worst 60 ms during grep");
    expect(text).toContain("Galley 1.2.3\n- Electron 45\n");
    expect(text).toContain("- connected: 2\n");
    expect(text).toContain("- data: ~\n");
    expect(text).toContain("- not run\n");
    expect(text).not.toContain(dataDir);
  });
});
