import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { FolderQuery } from "../../../shared/contract";
import type { ReplaceQuery, ReplaceReport } from "../../../shared/folder-search";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

const at = (name: string) => testApp.path(name);
const onDisk = (name: string) => readFileSync(at(name), "utf8");
const put = (name: string, text: string | Uint8Array) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const ask = () => testApp.window.handlers;

async function begin(files: Record<string, string | Uint8Array>): Promise<void> {
  testApp = createTestApp({});
  for (const [name, text] of Object.entries(files)) put(name, text);
  await testApp.start([""]);
}

const query = (text: string, more: Partial<FolderQuery> = {}): FolderQuery => ({
  text,
  regex: false,
  caseSensitive: false,
  wholeWord: false,
  include: "",
  exclude: "",
  ...more,
});

/** The request of the renderer after it has shown search results. */
async function shownQuery(template: string, of: FolderQuery): Promise<ReplaceQuery> {
  const files: ReplaceQuery["files"] = [];
  let answer = await ask()["search:begin"]({ ...of, search: 1, unsaved: "included" });
  for (;;) {
    if (!answer.ok || !answer.page) throw new Error("the search was rejected");
    for (const { path, paragraphs, count } of answer.page.files) {
      const all = paragraphs.map(({ key, line, above }) => ({ key, line: line - above }));
      files.push({ path, paragraphs: all.length < count ? null : all });
    }
    if (answer.page.status !== "more") return { query: of, template, keepCase: false, files };
    answer = await ask()["search:more"](1);
  }
}

async function planned(asked: ReplaceQuery) {
  const answer = await ask()["replace:plan"](asked);
  if (!answer.ok) throw new Error(answer.error.message);
  if (!answer.plan) throw new Error("the plan was stopped");
  return answer.plan;
}

async function run(asked: ReplaceQuery): Promise<ReplaceReport> {
  const answer = await ask()["replace:run"]((await planned(asked)).id);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.report;
}

async function undo(undoId: number | null): Promise<ReplaceReport> {
  const answer = await ask()["replace:undo"](undoId ?? 0);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.report;
}

describe("replacing in the folder", () => {
  it("is planned without a change, then done in every file, and undone byte by byte", async () => {
    const files = { "a.md": "# Ferry\r\n\r\nA ferry, a ferry.\r\n", "n/b.txt": "no\nferry ", "c.md": "none\n" };
    await begin(files);
    const asked = await shownQuery("boat", query("ferry"));
    expect(await planned(asked)).toMatchObject({ matches: 4, fileCount: 2, changed: 0, failed: [] });
    expect(onDisk("a.md")).toBe(files["a.md"]);
    const report = await run(asked);
    expect(report).toMatchObject({ matches: 4, fileCount: 2, changed: 0, failed: [], left: 0 });
    expect(onDisk("a.md")).toBe("# boat\r\n\r\nA boat, a boat.\r\n");
    expect(onDisk("n/b.txt")).toBe("no\nboat ");
    expect(await undo(report.undo)).toMatchObject({ matches: 4, fileCount: 2, failed: [] });
    for (const [name, text] of Object.entries(files)) expect(onDisk(name)).toBe(text);
    expect(await ask()["replace:undo"](report.undo ?? 0)).toMatchObject({ ok: false });
  });

  it("replaces by groups, line breaks and case, several times in a line after multi-byte characters", async () => {
    await begin({ "a.md": "é🛶 foo-bar, 渡 foo-bar\n\nFoo-Bar\n" });
    const asked = await shownQuery("$2-$1\\n", query("(foo)-(\\w+)", { regex: true }));
    await run({ ...asked, keepCase: true });
    expect(onDisk("a.md")).toBe("é🛶 bar-foo\n, 渡 bar-foo\n\n\nBar-Foo\n\n");
  });

  it("skips a paragraph that has changed since it was found, and reports it", async () => {
    await begin({ "a.md": "ferry one\n\nferry two\n\nferry three\n" });
    const asked = await shownQuery("boat", query("ferry"));
    put("a.md", "new first line\n\nferry one\n\nferry 2\n\nferry three\n");
    expect(await run(asked)).toMatchObject({ matches: 2, fileCount: 1, changed: 1 });
    expect(onDisk("a.md")).toBe("new first line\n\nboat one\n\nferry 2\n\nboat three\n");
  });

  it("skips a paragraph that changes between the plan and the replacement", async () => {
    await begin({ "a.md": "ferry one\n\nferry two\n" });
    const plan = await planned(await shownQuery("boat", query("ferry")));
    put("a.md", "ferry one\n\nferry 2\n");
    const answer = await ask()["replace:run"](plan.id);
    expect(answer).toMatchObject({ ok: true, report: { matches: 1, changed: 1 } });
    expect(onDisk("a.md")).toBe("boat one\n\nferry 2\n");
    expect(await ask()["replace:run"](plan.id)).toMatchObject({ ok: false });
  });

  it("replaces only the chosen one of several identical paragraphs", async () => {
    await begin({ "a.md": "ferry\n\nferry\n\nferry\n" });
    const asked = await shownQuery("boat", query("ferry"));
    const [file] = asked.files;
    await run({ ...asked, files: [{ path: at("a.md"), paragraphs: (file?.paragraphs ?? []).slice(1, 2) }] });
    expect(onDisk("a.md")).toBe("ferry\n\nboat\n\nferry\n");
  });

  it("includes unsaved edits, and reaches the open document as one change", async () => {
    await begin({ "a.md": "ferry\n" });
    const opened = await ask()["document:open"](at("a.md"));
    if (!opened.ok || !opened.document) throw new Error("it was not opened");
    const { doc, version } = opened.document;
    await ask()["document:typed"]({
      doc,
      base: version,
      seq: 1,
      changes: [{ from: 6, to: 6, insert: "\nferry too\n" }],
    });
    const asked = await shownQuery("boat", query("ferry"));
    expect(await run(asked)).toMatchObject({ matches: 2, changed: 0 });
    expect(onDisk("a.md")).toBe("boat\n\nboat too\n");
    const text = await ask()["document:text"](doc);
    expect(text).toMatchObject({ ok: true, text: "boat\n\nboat too\n" });
  });

  it("undoes beside later edits, and reports replacements that were overwritten", async () => {
    await begin({ "a.md": "ferry one\n\nmiddle\n\nferry two\n", "b.md": "ferry\n" });
    const report = await run(await shownQuery("boat", query("ferry")));
    put("a.md", "boat one\n\nmiddle, longer\n\nboat two\n");
    put("b.md", "boats\n");
    const undone = await undo(report.undo);
    expect(undone).toMatchObject({ matches: 2, fileCount: 1, failed: [{ path: "b.md" }] });
    expect(onDisk("a.md")).toBe("ferry one\n\nmiddle, longer\n\nferry two\n");
    expect(onDisk("b.md")).toBe("boats\n");
  });

  it("skips Office documents and files outside the folder, and reports deleted files", async () => {
    await begin({ "a.md": "ferry\n", "b.md": "ferry\n", "c.docx": "no package" });
    const asked = await shownQuery("boat", query("ferry"));
    writeFileSync(`${testApp.dataDir}/secret.md`, "ferry\n");
    const files = [
      ...asked.files,
      { path: at("c.docx"), paragraphs: null },
      { path: at("gone.md"), paragraphs: null },
      { path: `${testApp.dataDir}/secret.md`, paragraphs: null },
    ];
    const report = await planned({ ...asked, files });
    expect(report).toMatchObject({ matches: 2, fileCount: 2 });
    expect(report.failed.map(({ path }) => path.replace(/^.*\//, ""))).toEqual(["gone.md", "secret.md"]);
    expect(readFileSync(`${testApp.dataDir}/secret.md`, "utf8")).toBe("ferry\n");
  });

  it("reports a file whose encoding lacks a character, and replaces in the others", async () => {
    await begin({
      "a.md": Uint8Array.from([...Buffer.from("caf"), 0xe9, ...Buffer.from(" ferry\n")]),
      "b.md": "ferry\n",
    });
    const report = await run(await shownQuery("渡", query("ferry")));
    expect(report).toMatchObject({ matches: 1, fileCount: 1, failed: [{ path: "a.md" }] });
    expect(onDisk("b.md")).toBe("渡\n");
  });

  it("rejects a group that does not exist, and a bad pattern", async () => {
    await begin({ "a.md": "ferry\n" });
    const files = [{ path: at("a.md"), paragraphs: null }];
    const asked = { query: query("(f)erry", { regex: true }), template: "$2", keepCase: false, files };
    expect(await ask()["replace:plan"](asked)).toMatchObject({ ok: false, error: { code: "bad_arguments" } });
    const bad = { ...asked, query: query("(", { regex: true }), template: "x" };
    expect(await ask()["replace:plan"](bad)).toMatchObject({ ok: false, error: { code: "bad_arguments" } });
  });

  it("stops between two files: finished ones are written and can be undone, the rest is counted", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${String(index).padStart(2, "0")}.md`);
    await begin(Object.fromEntries(names.map((name) => [name, "ferry\n"])));
    const plan = await planned(await shownQuery("boat", query("ferry")));
    const running = ask()["replace:run"](plan.id);
    expect(await ask()["replace:plan"]({ ...(await shownNothing()) })).toMatchObject({ ok: false });
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (names.some((name) => onDisk(name) === "boat\n")) break;
    }
    await ask()["replace:stop"](undefined);
    const answer = await running;
    if (!answer.ok) throw new Error(answer.error.message);
    const { report } = answer;
    expect(report.fileCount + report.left).toBe(names.length);
    expect(names.filter((name) => onDisk(name) === "boat\n")).toHaveLength(report.fileCount);
    await undo(report.undo);
    expect(names.every((name) => onDisk(name) === "ferry\n")).toBe(true);
  });

  it("changes no character outside the matches", async () => {
    await begin({});
    let round = 0;
    const piece = fc.constantFrom("ferry", "Ferry", " ", "\n", "\n\n", "é", "🛶", "渡", "# ", "- ", "fer", "ry", "x\t");
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom("", "boat", "$&$&", "\\n"),
        async (pieces, to) => {
          const name = `p${round++}.md`;
          const text = pieces.join("");
          put(name, text);
          const asked = { query: query("ferry", { regex: true, caseSensitive: true }), template: to, keepCase: false };
          const with_ = to === "$&$&" ? "ferryferry" : to === "\\n" ? "\n" : to;
          const report = await run({ ...asked, files: [{ path: at(name), paragraphs: null }] });
          expect(onDisk(name)).toBe(text.replaceAll("ferry", with_));
          if (report.undo !== null) await undo(report.undo);
          expect(onDisk(name)).toBe(text);
        },
      ),
      { numRuns: process.env["GALLEY_LONG"] ? 250 : 8 },
    );
  });
});

const shownNothing = async (): Promise<ReplaceQuery> => ({
  query: query("x"),
  template: "",
  keepCase: false,
  files: [],
});
