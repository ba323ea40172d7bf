import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { DocumentSnapshot, Piece } from "../../../shared/contract";
import type { AppWindow } from "../app-window";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

const KB = 1024;
const lines = (bytes: number, line = "The harbour was empty, and nobody saw the boats.\n") =>
  line.repeat(Math.ceil(bytes / line.length));

async function pieceOf(
  open: DocumentSnapshot,
  version: string,
  from: number,
  window: AppWindow = testApp.window,
): Promise<Piece> {
  const answer = await window.handlers["document:piece"]({ doc: open.doc, version, from });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.piece;
}

/** Loads a document like the renderer. `between` runs after each piece. */
async function assembled(
  open: DocumentSnapshot,
  between: (count: number) => unknown = () => undefined,
): Promise<DocumentSnapshot> {
  let { text, version, rest } = open;
  let all = open;
  for (let count = 1; rest; count++) {
    const { document, from } = await pieceOf(open, version, text.length);
    text = from === text.length ? text + document.text : document.text;
    expect(from === 0 || text.length === from + document.text.length).toBe(true);
    ({ version, rest } = document);
    all = document;
    await between(count);
  }
  return { ...all, text };
}

const EDGES: Record<string, (filler: string) => Buffer> = {
  plain: (text) => Buffer.from(text),
  "one line": (text) => Buffer.from(text.replaceAll("\n", " ")),
  CRLF: (text) => Buffer.from(text.replaceAll("\n", "\r\n")),
  "CR alone": (text) => Buffer.from(text.replaceAll("\n", "\r")),
  "a byte order mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "another encoding at the end": (text) =>
    Buffer.concat([Buffer.from(text), Buffer.from("caf\u00e9 na\u00efve\n", "latin1")]),
  "damaged bytes": (text) =>
    Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x80, 10]), Buffer.from("é 海 é 海 é\n")]),
};

describe("a large document", () => {
  test.each(Object.keys(EDGES))(
    "arrives in pieces that are exactly its text: %s",
    async (kind) => {
      const runs = process.env["GALLEY_LONG"] ? 40 : 2;
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 500 * KB, max: 1400 * KB }),
          fc.array(fc.constantFrom("a", "é", "海", "😀", "👩‍👩‍👧", "\n", " word "), { minLength: 20, maxLength: 200 }),
          async (size, marks) => {
            const text = lines(size, marks.join("")).slice(0, size).toWellFormed();
            testApp = createTestApp();
            writeFileSync(testApp.path("long.md"), EDGES[kind]?.(text) ?? "");
            await testApp.start();
            const open = await testApp.open("long.md");
            const whole = await assembled(open);
            const { text: onDisk, version } = await (await testApp.engine()).documents.read(testApp.path("long.md"), [
              testApp.folder,
            ]);
            expect(whole.text === onDisk).toBe(true);
            expect(whole.version).toBe(version);
            await testApp.end();
          },
        ),
        { numRuns: runs },
      );
      testApp = createTestApp();
    },
    60_000,
  );

  test("shows its beginning before it is read, and is a document like any other afterwards", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    expect(open).toMatchObject({ version: "", name: "long.md", format: "markdown" });
    expect(open.text.length).toBeLessThanOrEqual(64 * KB);
    expect(open.text.endsWith("\n")).toBe(true);
    expect(testApp.window.own()).toEqual([]);
    await assembled(open);
    expect(testApp.window.own().map(({ doc }) => doc)).toEqual([open.doc]);
  });

  test("is not sent in pieces if it is small", async () => {
    testApp = createTestApp({ "small.md": lines(500 * KB) });
    await testApp.start();
    expect((await testApp.open("small.md")).rest).toBeUndefined();
  });

  test("that is written between two pieces is sent completely at its old version, followed by the change", async () => {
    testApp = createTestApp({ "long.md": lines(2000 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    const { documents } = await testApp.engine();
    const by = { kind: "agent" as const, name: "Claude" };
    const whole = await assembled(open, async (count) => {
      if (count !== 1) return;
      await documents.change(testApp.path("long.md"), [testApp.folder], {
        by,
        reason: "a test",
        edit: () => ({ changes: [{ from: 0, to: 3, insert: "A" }] }),
      });
    });
    expect(whole.text === lines(2000 * KB)).toBe(true);
    await expect
      .poll(() => testApp.desktop.events("document:changed"))
      .toMatchObject([{ doc: open.doc, from: whole.version, changes: [{ from: 0, to: 3, insert: "A" }] }]);
  });

  test("that was replaced before it was read starts again with its new content", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    const other = `# Another\n${lines(1500 * KB)}`;
    testApp.write("long.md", other);
    expect((await assembled(open)).text === other).toBe(true);
  });

  test("that grew at its end before it was read continues loading", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    appendFileSync(testApp.path("long.md"), "more\n");
    expect((await pieceOf(open, "", open.text.length)).from).toBe(open.text.length);
    expect((await assembled(open)).text === `${lines(900 * KB)}more\n`).toBe(true);
  });

  test("that is deleted before it was read is reported with an error, and loads when it is back", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    rmSync(testApp.path("long.md"));
    await expect(pieceOf(open, "", open.text.length)).rejects.toThrow(/long\.md/);
    testApp.write("long.md", lines(900 * KB));
    expect((await assembled(open)).text === lines(900 * KB)).toBe(true);
  });

  test("that was closed before it was read leaves nothing behind, even if reading had begun", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    const piece = pieceOf(open, "", open.text.length).catch(() => null);
    expect(await testApp.window.handlers["document:close"]({ doc: open.doc, discard: false })).toEqual({ ok: true });
    expect(await piece).toBeNull();
    await expect.poll(() => testApp.window.own()).toEqual([]);
    await expect(pieceOf(open, "", open.text.length)).rejects.toThrow(/no longer open/);
  });

  test("is one document, however often it is opened before it is read", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const [one, two] = await Promise.all([testApp.open("long.md"), testApp.open("long.md")]);
    expect(two?.doc).toBe(one?.doc);
    expect((await testApp.open("long.md")).doc).toBe(one?.doc);
  });

  test("of another window is neither sent nor read for this window, and comes to the front there", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    const other = await testApp.app.openWindow();
    await testApp.startIn(other);
    await expect(pieceOf(open, "", open.text.length, other)).rejects.toThrow(/no longer open/);
    const answer = await other.handlers["document:open"](testApp.path("long.md"));
    expect(answer).toMatchObject({ ok: true, document: null });
    expect(testApp.desktop.events("document:forward")).toEqual([{ doc: open.doc }]);
  });

  test("is read before any other request for it", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    const answer = await testApp.window.handlers["document:text"](open.doc);
    expect(answer.ok && answer.text === lines(900 * KB)).toBe(true);
  });

  test("comes back in its tab at the next start, unread until its window has painted", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB), "small.md": "# Small\n" });
    await testApp.start();
    const open = await testApp.open("long.md");
    const small = await testApp.open("small.md");
    const tab = ({ doc, path }: DocumentSnapshot) => ({ doc, path, cursor: 0, scrollTop: 0, folds: [] });
    const session = {
      tabs: [tab(open), tab(small)],
      active: open.doc,
      sidebar: { open: true, width: 240 },
      expanded: [],
    };
    await testApp.window.handlers["app:save-session"](session);
    testApp = await testApp.crash();
    const start = await testApp.window.handlers["app:start"](undefined);
    expect(start.documents.map(({ name }) => name).sort()).toEqual(["long.md", "small.md"]);
    expect(start.active).toBe(open.doc);
    expect(testApp.window.own().map(({ name }) => name)).toEqual(["small.md"]);
    await testApp.window.handlers["app:painted"](undefined);
    expect(
      testApp.window
        .own()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["long.md", "small.md"]);
    const back = start.documents.find(({ name }) => name === "long.md");
    if (!back) throw new Error("it did not come back");
    expect((await assembled(back)).text === lines(900 * KB)).toBe(true);
  });

  test("with unsaved edits in the journal is sent with them, at its last piece", async () => {
    testApp = createTestApp({ "long.md": lines(900 * KB) });
    await testApp.start();
    const open = await testApp.open("long.md");
    const { version } = await assembled(open);
    const changes = [{ from: 800_000, to: 800_000, insert: "typed" }];
    await testApp.window.handlers["document:typed"]({ doc: open.doc, base: version, seq: 1, changes });
    testApp = await testApp.crash();
    const [back] = (await testApp.start()).documents;
    if (!back) throw new Error("it did not come back");
    expect(back.rest).toBeDefined();
    expect(await assembled(back)).toMatchObject({ version, unsaved: { seq: 1, changes } });
  });
});
