import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
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
beforeEach(() => begin({}));
afterEach(() => testApp.end());

const restart = async (files: Record<string, string | Uint8Array>) => {
  await testApp.end();
  await begin(files);
};

async function move(from: string, to: string) {
  const moved = await ask()["links:move"]({ from: at(from), to: at(to) });
  if (!moved.ok) throw new Error(moved.error.message);
  return moved.report;
}

describe("a move", () => {
  test("is planned without a change: file, line, before and after", async () => {
    await restart({ "a.md": "x\n\n[b](b.md#h)\n", "b.md": "# h\n", "c.txt": "[b](b.md)" });
    const planned = await ask()["links:plan-move"]({ from: at("b.md"), to: at("n/b b.md") });
    expect(planned).toMatchObject({
      ok: true,
      plan: {
        files: [{ path: "a.md", mends: [{ line: 3, before: "b.md#h", after: "n/b%20b.md#h" }], stuck: 0 }],
        links: 1,
        fileCount: 1,
        isAll: true,
      },
    });
    expect(onDisk("a.md")).toContain("b.md#h");
  });

  test("of a folder updates links to it and within it, images too; undo restores every byte", async () => {
    const files = {
      "a.md": "[x](n/x.md) ![](n/p.png) [[x]]\n",
      "n/x.md": "[a](../a.md) [y](y.md) ![](p.png)\r\n",
      "n/y.md": "[[a]]\n",
      "n/p.png": "",
    };
    await restart(files);
    mkdirSync(at("deep"));
    const report = await move("n", "deep/n 2");
    expect(report).toMatchObject({ links: 3, fileCount: 2, failed: [] });
    expect(onDisk("a.md")).toBe("[x](deep/n%202/x.md) ![](deep/n%202/p.png) [[x]]\n");
    expect(onDisk("deep/n 2/x.md")).toBe("[a](../../a.md) [y](y.md) ![](p.png)\r\n");
    const undone = await ask()["links:undo"](report.undo ?? 0);
    expect(undone).toMatchObject({ ok: true, path: at("n"), report: { failed: [] } });
    for (const [name, text] of Object.entries(files)) expect(onDisk(name)).toBe(text);
    expect(await ask()["links:undo"](report.undo ?? 0)).toMatchObject({ ok: false });
  });

  test("keeps line endings, encoding and damaged bytes of the files it updates", async () => {
    const bytes = Buffer.concat([
      Buffer.from("\ufeff[b](b.md)\r\n"),
      Buffer.from([0xff, 0xfe]),
      Buffer.from("\r\n[[b]]"),
    ]);
    await restart({ "a.md": bytes, "b.md": "" });
    const report = await move("b.md", "c.md");
    const after = Buffer.from(bytes.toString("latin1").replace("b.md", "c.md").replace("[[b]]", "[[c]]"), "latin1");
    expect(readFileSync(at("a.md")).equals(after)).toBe(true);
    await ask()["links:undo"](report.undo ?? 0);
    expect(readFileSync(at("a.md")).equals(bytes)).toBe(true);
  });

  test("that is rejected changes no link", async () => {
    await restart({ "a.md": "[b](b.md)\n", "b.md": "", "c.md": "" });
    const moved = await ask()["links:move"]({ from: at("b.md"), to: at("c.md") });
    expect(moved).toMatchObject({ ok: false, error: { message: "c.md already exists." } });
    expect(onDisk("a.md")).toBe("[b](b.md)\n");
  });

  test("out of the folder is rejected", async () => {
    await restart({ "a.md": "[b](b.md)\n", "b.md": "" });
    expect(await ask()["links:plan-move"]({ from: at("b.md"), to: "/tmp/elsewhere.md" })).toMatchObject({ ok: false });
    expect(await ask()["links:move"]({ from: "/etc/hosts", to: at("h.md") })).toMatchObject({ ok: false });
  });

  test("updates text that was written since it was planned, in its current form", async () => {
    await restart({ "a.md": "[b](b.md)\n", "b.md": "" });
    await ask()["links:plan-move"]({ from: at("b.md"), to: at("c.md") });
    put("a.md", "new [b](b.md) and [again](b.md)\n");
    put("d.md", "[[b]]\n");
    expect(await move("b.md", "c.md")).toMatchObject({ links: 3, fileCount: 2 });
    expect(onDisk("a.md")).toBe("new [b](c.md) and [again](c.md)\n");
    expect(onDisk("d.md")).toBe("[[c]]\n");
  });

  test("updates text that another program writes meanwhile, in its current form", async () => {
    await restart({ "a.md": "[b](b.md)\n", "b.md": "" });
    await ask()["document:open"](at("b.md"));
    let writes = 0;
    // The file has its new name, and no link is updated yet.
    testApp.desktop.onEvent = ({ name }) => {
      if (name !== "document:moved") return;
      writes += 1;
      put("a.md", "meanwhile [x](b.md) and [y](b.md#z)\n");
    };
    expect(await move("b.md", "c.md")).toMatchObject({ links: 2, fileCount: 1, failed: [] });
    expect(writes).toBe(1);
    expect(onDisk("a.md")).toBe("meanwhile [x](c.md) and [y](c.md#z)\n");
  });

  test("of an image or a file that git ignores updates links as well", async () => {
    await restart({ ".gitignore": "drafts/\n", "a.md": "[d](drafts/d.md)\n", "drafts/d.md": "" });
    expect(await move("drafts/d.md", "drafts/e.md")).toMatchObject({ links: 1 });
    expect(onDisk("a.md")).toBe("[d](drafts/e.md)\n");
  });
});

describe("undo", () => {
  test("keeps what was written since, and reports what it could not restore", async () => {
    await restart({ "a.md": "one [b](b.md)\n\ntwo\n", "b.md": "", "c.md": "[b](b.md)\n" });
    const report = await move("b.md", "n.md");
    put("a.md", "one [b](n.md)\n\ntwo more\n");
    put("c.md", "[b](m.md)\n");
    const undone = await ask()["links:undo"](report.undo ?? 0);
    expect(undone).toMatchObject({ ok: true, report: { failed: [{ path: "c.md" }] } });
    expect(onDisk("a.md")).toBe("one [b](b.md)\n\ntwo more\n");
    expect(onDisk("c.md")).toBe("[b](m.md)\n");
  });
});

describe("a heading", () => {
  async function open(name: string): Promise<string> {
    const opened = await ask()["document:open"](at(name));
    if (!opened.ok || !opened.document) throw new Error("not opened");
    return opened.document.doc;
  }

  test("is renamed together with the links to it, in one write of its own document", async () => {
    await restart({ "a.md": "# One\n\n[s](#one)\n\nTwo\n===\n", "b.md": "[o](a.md#one) [[a#One]] [t](a.md#two)\n" });
    const doc = await open("a.md");
    const planned = await ask()["links:plan-heading"]({ doc, line: 1, source: "One", title: "1 *st*" });
    expect(planned).toMatchObject({ ok: true, plan: { links: 3, fileCount: 2 } });
    const renamed = await ask()["links:rename-heading"]({ doc, line: 1, source: "One", title: "1 *st*" });
    expect(renamed).toMatchObject({ ok: true, report: { links: 3, failed: [] } });
    expect(onDisk("a.md")).toBe("# 1 *st*\n\n[s](#1-st)\n\nTwo\n===\n");
    expect(onDisk("b.md")).toBe("[o](a.md#1-st) [[a#1 st]] [t](a.md#two)\n");
    await ask()["links:rename-heading"]({ doc, line: 5, source: "Two", title: "Zwei" });
    expect(onDisk("a.md")).toContain("\nZwei\n===\n");
    expect(onDisk("b.md")).toContain("[t](a.md#zwei)");
  });

  test("that has changed meanwhile, or would be empty, is rejected and nothing changes", async () => {
    await restart({ "a.md": "# One\n\nTwo\n===\n" });
    const doc = await open("a.md");
    const message = async (heading: { line: number; source: string; title: string }) => {
      const renamed = await ask()["links:rename-heading"]({ doc, ...heading });
      return renamed.ok ? "" : renamed.error.message;
    };
    expect(await message({ line: 1, source: "Other", title: "x" })).toContain("changed in the meantime");
    expect(await message({ line: 2, source: "", title: "x" })).toContain("changed in the meantime");
    expect(await message({ line: 1, source: "One", title: "  " })).toBe("A heading needs a title.");
    expect(await message({ line: 3, source: "Two", title: "- x" })).toContain("as a heading");
    expect(onDisk("a.md")).toBe("# One\n\nTwo\n===\n");
  });
});

describe("a link leads", () => {
  async function destinationOf(target: string, kind: "address" | "wiki" = "address") {
    const opened = await ask()["document:open"](at("n/a.md"));
    if (!opened.ok || !opened.document) throw new Error("not opened");
    const answer = await ask()["links:place"]({ doc: opened.document.doc, kind, target });
    return answer.ok ? answer.place : answer.error.message;
  }

  test("to a file at its heading, to a folder, or to the path where a file would be", async () => {
    await restart({ "n/a.md": "", "b.md": "text\n\n## Two\n", "n/p.png": "" });
    expect(await destinationOf("../b.md#two")).toEqual({
      status: "file",
      path: at("b.md"),
      fragment: "two",
      line: 3,
      isText: true,
    });
    expect(await destinationOf("b#Two", "wiki")).toMatchObject({ status: "file", path: at("b.md"), line: 3 });
    expect(await destinationOf("p.png")).toMatchObject({ status: "file", isText: true });
    expect(await destinationOf("..")).toMatchObject({ status: "folder", path: testApp.path("") });
    expect(await destinationOf("x/new note", "wiki")).toEqual({
      status: "missing",
      path: at("x/new note.md"),
      name: "x/new note.md",
      canMake: true,
    });
  });

  test("never out of the folder, and never to an invalid path", async () => {
    await restart({ "n/a.md": "" });
    for (const target of ["../../../etc/passwd", "..%2F..%2F..%2Fetc/passwd", "../../..\\etc"])
      expect(await destinationOf(target)).toContain("outside the open folder");
    expect(await destinationOf("../../../etc/passwd", "wiki")).toContain("outside the open folder");
    for (const target of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x"])
      expect(await destinationOf(target)).toContain("Galley doesn't open “");
    expect(await destinationOf("\\\\host\\share")).toContain("doesn't open");
  });
});
