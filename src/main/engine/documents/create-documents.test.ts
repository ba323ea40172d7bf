import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { applyChanges, type Change } from "../../../core/text/change";
import { type Canvas, type ChangeRequest, type DocumentChange, type Documents, NOT_KEPT } from "../ports/documents";
import { type History, NotDurableError } from "../ports/history";
import { ToolError } from "../ports/tool-error";
import { createDisk } from "../storage/saving/disk";
import { engineForTests, memoryHistory } from "../tools/engine-for-tests";

const roots = ["/w"];
const agent = { kind: "agent", name: "tester" } as const;
const user = { kind: "you", name: "you" } as const;

const replaceAll =
  (text: string): ChangeRequest["edit"] =>
  () => ({ content: text });

/** A canvas in which the user has typed a completely new text that is not saved yet. */
function typingCanvas(typed: Record<string, string>): { canvas: Canvas; attach(documents: Documents): void } {
  let documents: Documents;
  return {
    attach(each) {
      documents = each;
    },
    canvas: {
      async handOver(realPath) {
        const text = typed[realPath];
        if (text === undefined) return;
        delete typed[realPath];
        await documents.change(realPath, roots, {
          by: user,
          reason: "autosave",
          asker: "person",
          edit: replaceAll(text),
        });
      },
      hasConflict: () => false,
      show: async () => true,
    },
  };
}

const quiet: Canvas = { handOver: async () => {}, hasConflict: () => false, show: async () => true };

describe("with a user in the canvas", () => {
  it("a tool reads the unsaved edits, not the saved text", async () => {
    const { canvas, attach } = typingCanvas({ "/w/a.md": "typed\n" });
    const on = engineForTests({ "a.md": "saved\n" }, { canvas });
    attach(on.engine.documents);
    expect((await on.edit({ action: "read", path: "a.md" })).message).toContain("   1 typed");
  });

  it("line edits are rejected as stale if the user has typed since the read", async () => {
    const typed: Record<string, string> = {};
    const { canvas, attach } = typingCanvas(typed);
    const on = engineForTests({ "a.md": "one\ntwo\n" }, { canvas });
    attach(on.engine.documents);
    await on.edit({ action: "read", path: "a.md" });
    typed["/w/a.md"] = "zero\none\ntwo\n";
    const answer = await on.edit({ action: "patch", path: "a.md", edits: [{ from: 1, to: 1, content: "x" }] });
    expect(answer.error).toMatchObject({
      code: "stale",
      message: "file changed since last read - re-read to get current line numbers",
    });
    expect(await on.bytesOf("a.md")).toBe("zero\none\ntwo\n");
  });

  it("old_text is found in the unsaved text, and both edits stay", async () => {
    const { canvas, attach } = typingCanvas({ "/w/a.md": "one, typed\ntwo\n" });
    const on = engineForTests({ "a.md": "one\ntwo\n" }, { canvas });
    attach(on.engine.documents);
    expect((await on.edit({ action: "patch", path: "a.md", old_text: "two", new_text: "2" })).ok).toBe(true);
    expect(await on.bytesOf("a.md")).toBe("one, typed\n2\n");
  });

  it("during a conflict tools read with a warning and cannot write, but the user can save", async () => {
    const on = engineForTests({ "a.md": "one\n" }, { canvas: { ...quiet, hasConflict: (path) => path === "/w/a.md" } });
    expect((await on.edit({ action: "read", path: "a.md" })).message).toContain(
      "warning: this document has an unresolved conflict",
    );
    expect((await on.edit({ action: "write", path: "a.md", content: "x" })).error?.code).toBe("conflict");
    expect((await on.edit({ action: "patch", path: "a.md", old_text: "one", new_text: "x" })).error?.code).toBe(
      "conflict",
    );
    expect(await on.bytesOf("a.md")).toBe("one\n");
    const save = { by: user, reason: "autosave", asker: "person", edit: replaceAll("mine\n") } as const;
    expect((await on.engine.documents.change("/w/a.md", roots, save)).status).toBe("written");
  });

  it("if the canvas fails, a tool still gets the text on disk", async () => {
    const canvas = { ...quiet, handOver: () => Promise.reject(new Error("the page is gone")) };
    const on = engineForTests({ "a.md": "one\n" }, { canvas });
    expect((await on.edit({ action: "read", path: "a.md" })).ok).toBe(true);
    expect(on.logged).toHaveLength(1);
  });

  it("[003-open-in-canvas] open_in_canvas shows the document after the call, and only if requested", async () => {
    const shown: string[] = [];
    const show: Canvas["show"] = async (path, { name }) => shown.push(`${path} for ${name}`) > 0;
    const on = engineForTests({ "a.md": "one\n" }, { canvas: { ...quiet, show } });
    await on.edit({ action: "write", path: "a.md", content: "two\n" });
    expect(shown).toEqual([]);
    const answer = await on.edit({
      action: "patch",
      path: "a.md",
      old_text: "two",
      new_text: "2",
      open_in_canvas: true,
    });
    expect(shown).toEqual(["/w/a.md for tester"]);
    expect(answer.data).toMatchObject({ open_in_canvas: true });
    expect(answer.message).not.toContain("no window");
    await on.edit({ action: "patch", path: "a.md", old_text: "missing", new_text: "2", open_in_canvas: true });
    expect(shown).toHaveLength(1);
  });

  it("a write is reported as written even if showing it fails", async () => {
    const on = engineForTests({}, { canvas: { ...quiet, show: () => Promise.reject(new Error("no window")) } });
    const answer = await on.edit({ action: "write", path: "a.md", content: "x\n", open_in_canvas: true });
    expect(answer.ok).toBe(true);
    expect(answer.message).toContain("no window is open");
  });
});

describe("history and listeners", () => {
  it("the version before is stored as found on disk, the one after with its writer and reason", async () => {
    const on = engineForTests({ "a.md": "one\n" });
    await on.edit({ action: "write", path: "a.md", content: "two\n" });
    await on.edit({ action: "patch", path: "a.md", old_text: "two", new_text: "three" });
    const entries = await on.history.list("/w/a.md");
    expect(entries.map(({ by, reason }) => `${by.kind} ${reason}`)).toEqual([
      "agent patch",
      "agent write",
      "program found on disk",
    ]);
  });

  const failing = () => ({
    ...memoryHistory(),
    record: () => Promise.reject(new Error("disk full")),
    hold: () => Promise.reject(new NotDurableError("disk full")),
  });

  it("an agent cannot remove text from a file that history cannot store", async () => {
    const on = engineForTests({ "a.md": "one\n" }, { history: failing() });
    const write = { action: "write", path: "a.md", content: "two\n" };
    const patch = { action: "patch", path: "a.md", old_text: "one", new_text: "on" };
    for (const edit of [write, patch]) {
      const answer = await on.edit(edit);
      expect(answer).toMatchObject({ ok: false, error: { code: "failed" } });
      expect(answer.message).toContain("a.md was not changed: its current text could not be kept in the history");
      expect(answer.message).toContain("disk full");
    }
    expect(await on.bytesOf("a.md")).toBe("one\n");
  });

  it("an edit that only adds text lands without history, with a note", async () => {
    const on = engineForTests({ "a.md": "one\n" }, { history: failing() });
    const answer = await on.edit({ action: "patch", path: "a.md", old_text: "one", new_text: "one two" });
    expect(answer.ok).toBe(true);
    expect(answer.message).toContain("warning: history could not store a version of this file");
    expect(await on.bytesOf("a.md")).toBe("one two\n");
    expect(on.logged).toHaveLength(2);
  });

  it("the user's own save lands without history, with a note", async () => {
    const on = engineForTests({ "a.md": "one\n" }, { history: failing() });
    const { status, notes } = await on.engine.documents.change("/w/a.md", roots, {
      by: user,
      reason: "autosave",
      asker: "person",
      edit: () => ({ content: "two\n" }),
    });
    expect({ status, notes }).toEqual({ status: "written", notes: [NOT_KEPT] });
  });

  it("[003-refresh] listeners get every write in order, each with the version before", async () => {
    const on = engineForTests({ "a.md": "0\n" });
    const received: DocumentChange[] = [];
    on.engine.documents.onChange(() => {
      throw new Error("a listener's own trouble");
    });
    const stop = on.engine.documents.onChange((change) => void received.push(change));
    const start = await on.engine.documents.read("/w/a.md", roots);
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    await Promise.all(
      numbers.map((number) =>
        on.engine.documents.change("/w/a.md", roots, {
          by: agent,
          reason: "patch",
          edit: (current) => ({ changes: [{ from: 0, to: 0, insert: `${number} after ${current?.text.length}\n` }] }),
        }),
      ),
    );
    let { text, version } = start;
    for (const change of received) {
      expect(change.from).toBe(version);
      text = applyChanges(text, change.changes);
      expect(change.text).toBe(text);
      version = change.to;
    }
    expect(received).toHaveLength(12);
    expect(Buffer.from(text).toString("latin1")).toBe(await on.bytesOf("a.md"));
    stop();
    await on.edit({ action: "write", path: "a.md", content: "last" });
    expect(received).toHaveLength(12);
  });

  it("a span that was too large is reported as what really changed", async () => {
    const on = engineForTests({ "a.md": "one\ntwo\nthree\n" });
    const edit = () => ({ changes: [{ from: 0, to: 14, insert: "one\nTWO\nthree\n" }] });
    const { changes } = await on.engine.documents.change("/w/a.md", roots, { by: agent, reason: "patch", edit });
    expect(changes).toEqual([{ from: 4, to: 7, insert: "TWO" }]);
  });

  it("an edit that changes nothing touches nothing and tells nobody", async () => {
    const on = engineForTests({ "a.md": "one\r\n" });
    const received: DocumentChange[] = [];
    on.engine.documents.onChange((change) => void received.push(change));
    for (const edit of [
      replaceAll("one\n"),
      replaceAll("one\r\n"),
      () => ({ changes: [{ from: 0, to: 3, insert: "one" }] }),
    ]) {
      const result = await on.engine.documents.change("/w/a.md", roots, { by: agent, reason: "patch", edit });
      expect(result).toMatchObject({ status: "unchanged", changes: [] });
    }
    expect(received).toEqual([]);
    expect(await on.history.list("/w/a.md")).toEqual([]);
  });

  it("a change of line endings alone is written, although no character changed", async () => {
    const on = engineForTests({ "a.md": "one\n" });
    const received: DocumentChange[] = [];
    on.engine.documents.onChange((change) => void received.push(change));
    await on.edit({ action: "write", path: "a.md", content: "one\r\n" });
    expect(received).toMatchObject([{ changes: [], text: "one\n" }]);
    expect(await on.bytesOf("a.md")).toBe("one\r\n");
  });

  it("the text of a version that was read or stored is available later", async () => {
    const on = engineForTests({ "a.md": "one\n" });
    const { version } = await on.engine.documents.read("/w/a.md", roots);
    await on.edit({ action: "write", path: "a.md", content: "two\n" });
    expect(await on.engine.documents.textOf(version)).toBe("one\n");
    expect(await on.engine.documents.textOf("0".repeat(64))).toBeNull();
    const other = engineForTests({}, { history: on.history });
    expect(await other.engine.documents.textOf(version)).toBe("one\n");
  });
});

describe("errors change nothing", () => {
  it("an edit that is aborted before it is written is not written", async () => {
    const on = engineForTests({ "a.md": "one\n" });
    const stop = new AbortController();
    const late = on.engine.documents.change("/w/a.md", roots, {
      by: agent,
      reason: "write",
      signal: stop.signal,
      edit() {
        stop.abort(new ToolError("timeout", "too late"));
        return { content: "two\n" };
      },
    });
    await expect(late).rejects.toThrow("too late");
    expect(await on.bytesOf("a.md")).toBe("one\n");
  });

  it("a text that would be too large is rejected, and history stays unchanged", async () => {
    const on = engineForTests({ "a.md": "one\n" });
    const answer = await on.edit({ action: "write", path: "a.md", content: "x".repeat(64 * 1024 * 1024 + 1) });
    expect(answer.error).toMatchObject({ code: "too_large", message: "a.md would have 65 MiB; the limit is 64 MiB" });
    expect(await on.bytesOf("a.md")).toBe("one\n");
    expect(await on.history.list("/w/a.md")).toEqual([]);
  });

  it("an error thrown by an edit is passed on, and the next edit runs", async () => {
    const on = engineForTests({ "a.md": "one\n" });
    const broken = on.engine.documents.change("/w/a.md", roots, {
      by: agent,
      reason: "write",
      edit() {
        throw new RangeError("a bug");
      },
    });
    const next = on.edit({ action: "patch", path: "a.md", old_text: "one", new_text: "two" });
    await expect(broken).rejects.toThrow("a bug");
    expect((await next).ok).toBe(true);
  });

  it("paths outside the roots are rejected before the canvas is asked", async () => {
    const asker: string[] = [];
    const canvas = { ...quiet, handOver: async (path: string) => void asker.push(path) };
    const on = engineForTests({}, { canvas });
    await expect(on.engine.documents.read("/elsewhere/a.md", roots)).rejects.toMatchObject({
      code: "outside_workspace",
    });
    const write = { by: agent, reason: "write", edit: replaceAll("x") };
    await expect(on.engine.documents.change("/elsewhere/a.md", roots, write)).rejects.toMatchObject({
      code: "outside_workspace",
    });
    expect(asker).toEqual([]);
  });
});

const line = fc.array(fc.constantFrom("a", "é", "日", "😀", " ", "x"), { maxLength: 4 }).map((parts) => parts.join(""));
const ending = fc.constantFrom("\n", "\r\n", "\r");
const rawText = fc
  .array(fc.tuple(line, ending), { maxLength: 8 })
  .chain((lines) => line.map((last) => lines.map(([text, end]) => text + end).join("") + last));
const forms = fc.constantFrom<(raw: string) => Buffer>(
  (raw) => Buffer.from(raw),
  (raw) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(raw)]),
  (raw) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(raw, "utf16le")]),
  (raw) => Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(raw, "utf16le").swap16()]),
);

describe("bytes", () => {
  it("an edit of a span changes no byte before or after it", async () => {
    const property = fc.asyncProperty(
      rawText,
      forms,
      fc.nat(),
      fc.nat(),
      fc.constantFrom("", "z", "z\n", "é\nz", "q\r\nq"),
      async (raw, encode, a, b, insert) => {
        const on = engineForTests({ "a.md": encode(raw) });
        const before = await on.bytesOf("a.md");
        const { text } = await on.engine.documents.read("/w/a.md", roots);
        const characters = [...text];
        const [from, to] = [a, b]
          .map((n) => characters.slice(0, n % (characters.length + 1)).join("").length)
          .sort((x, y) => x - y);
        const changes: Change[] = [{ from: from ?? 0, to: to ?? 0, insert }];
        const result = await on.engine.documents.change("/w/a.md", roots, {
          by: agent,
          reason: "patch",
          edit: () => ({ changes }),
        });
        const after = await on.bytesOf("a.md");
        const plain = changes.map((change) => ({ ...change, insert: change.insert.replaceAll("\r\n", "\n") }));
        expect(result.after.text).toBe(applyChanges(text, plain));
        expect(applyChanges(text, result.changes)).toBe(result.after.text);
        // Offsets of line starts and ends in the file; the bytes between them must stay untouched.
        const head = encode(rawPrefix(raw, from ?? 0)).toString("latin1");
        const tail = encode(raw.slice(rawPrefix(raw, to ?? 0).length))
          .toString("latin1")
          .slice(encode("").length);
        const joins = /\r$/.test(rawPrefix(raw, from ?? 0));
        expect(before?.startsWith(head)).toBe(true);
        if (!joins) expect(after?.startsWith(head)).toBe(true);
        expect(after?.endsWith(tail)).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: process.env["GALLEY_LONG"] ? 3000 : 60 });
  });

  it("an edit does not change a file's encoding", async () => {
    const on = engineForTests({ "a.txt": Buffer.from("caf\xe9\r\nx\r\n", "latin1") });
    const answer = await on.edit({ action: "patch", path: "a.txt", old_text: "x", new_text: "é€" });
    expect(answer.message).toContain("read as windows-1252");
    const { text } = await on.engine.documents.read("/w/a.txt", roots);
    expect(text).toBe("café\né€\n");
    // Only encodings of versions that this engine wrote are remembered; other bytes are detected again.
    await on.outside("a.txt", "ünïcödé\n");
    expect((await on.engine.documents.read("/w/a.txt", roots)).encoding).toBe("UTF-8");
  });

  it("an edit beside damaged bytes that completes a character reports the file's real text", async () => {
    const on = engineForTests({
      "a.txt": Buffer.from([0x61, 0x0a, 0xe2, 0x82, 0x78, 0xac, 0x0a, ...Buffer.from("éèàéèàéèàéèà")]),
    });
    const { text } = await on.engine.documents.read("/w/a.txt", roots);
    const at = text.indexOf("x");
    const changes = [{ from: at, to: at + 1, insert: "" }];
    const result = await on.engine.documents.change("/w/a.txt", roots, {
      by: agent,
      reason: "patch",
      edit: () => ({ changes }),
    });
    expect(result.after.text).toBe("a\n€\néèàéèàéèàéèà");
    expect(applyChanges(text, result.changes)).toBe("a\n€\néèàéèàéèàéèà");
  });
});

/** The part of `raw` that decodes to the first `length` UTF-16 units of its text. */
function rawPrefix(raw: string, length: number): string {
  let units = 0;
  let at = 0;
  while (units < length) {
    at += raw.startsWith("\r\n", at) ? 2 : 1;
    units++;
  }
  return raw.slice(0, at);
}

describe("two engines on one folder", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-documents-")));
  const open = () => createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
  const disks = [open(), open()];
  afterAll(() => {
    for (const disk of disks) disk.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("no edit is lost if both write at the same time", async () => {
    const root = join(folder, "w");
    await disks[0]?.makeFolder(root);
    await writeFile(join(root, "a.md"), "top\n");
    const engines = disks.map((store) => engineForTests({}, { store, root }));
    const calls = engines.flatMap((on, which) =>
      Array.from({ length: 10 }, (_, index) =>
        on.edit({ action: "patch", path: "a.md", patch_text: `@@ top\n+${which}-${index}` }),
      ),
    );
    for (const answer of await Promise.all(calls)) expect(answer.message).toContain("patched");
    const lines = (await readFile(join(root, "a.md"), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(21);
    expect(new Set(lines).size).toBe(21);
  });

  it("a version is in history under its writer before the next write begins, however slow history is", async () => {
    const root = join(folder, "h");
    await disks[0]?.makeFolder(root);
    const quick = memoryHistory();
    const history: History = {
      ...quick,
      async record(entry) {
        if (entry.by.kind === "agent") await sleep(15);
        await quick.record(entry);
      },
    };
    const engines = disks.map((store) => engineForTests({}, { store, root, history }));
    await Promise.all(
      engines.flatMap((on, which) =>
        [0, 1, 2].map((index) =>
          on.edit({ action: "write", path: "a.md", content: `${index}` }, `writer ${which} ${index}`),
        ),
      ),
    );
    const entries = await history.list(join(root, "a.md"));
    expect(entries.length).toBeGreaterThan(2);
    for (const { by } of entries) expect(by.kind).toBe("agent");
  });

  it("of two writes based on the same version, one lands and the other is stale", async () => {
    const root = join(folder, "v");
    await disks[0]?.makeFolder(root);
    await writeFile(join(root, "a.md"), "one\n");
    const engines = disks.map((store) => engineForTests({}, { store, root }));
    for (const on of engines) await on.edit({ action: "read", path: "a.md" });
    const answers = await Promise.all(
      engines.map((on, which) => on.edit({ action: "write", path: "a.md", content: `writer ${which}\n` })),
    );
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(answers.find(({ ok }) => !ok)?.error?.code).toBe("stale");
    const winner = answers.findIndex(({ ok }) => ok);
    expect(await readFile(join(root, "a.md"), "utf8")).toBe(`writer ${winner}\n`);
  });
});
