import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { applyChanges, type Change } from "../document/change";
import { readParagraphs } from "../document/paragraphs";
import { versionOf } from "../files/version";
import type { NamedText } from "./paragraph-ids";
import { openParagraphIds } from "./sqlite-paragraph-ids";

const folder = mkdtempSync(join(tmpdir(), "galley-ids-"));
let folders = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = (): string => join(folder, String(++folders));

const named = (text: string, realPath = "/w/a.md"): NamedText => ({
  realPath,
  version: versionOf(Buffer.from(text)),
  paragraphs: readParagraphs(text, "markdown"),
});

it("ids are the same on every read, after a restart and in another process; equal paragraphs have different ones", () => {
  const dataDir = newFolder();
  const first = openParagraphIds({ dataDir });
  const other = openParagraphIds({ dataDir });
  const ids = first.idsOf(named("same\n\nsame\n\nother\n"));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^jr_para_[a-z0-9]{12}$/);
  expect(first.idsOf(named("same\n\nsame\n\nother\n"))).toEqual(ids);
  expect(other.idsOf(named("same\n\nother\n"))[1]).toBe(ids[2]);
  first.close();
  other.close();
  const again = openParagraphIds({ dataDir });
  expect(again.idsOf(named("new\n\nsame\n\nother\n"))[2]).toBe(ids[2]);
  again.close();
});

it("two copies of a file are two documents", () => {
  const ids = openParagraphIds({ dataDir: null });
  expect(ids.idsOf(named("text\n", "/w/a.md"))).not.toEqual(ids.idsOf(named("text\n", "/w/b.md")));
});

it("ids follow an edit made here exactly, several in a row, and across a restart", () => {
  const dataDir = newFolder();
  const ids = openParagraphIds({ dataDir });
  let text = "one\n\nsame\n\nsame\n\nlast\n";
  const before = ids.idsOf(named(text));
  const edit = (changes: Change[]): void => {
    const after = applyChanges(text, changes);
    ids.followed({
      realPath: "/w/a.md",
      from: named(text).version,
      to: named(after).version,
      changes,
      size: after.length,
      paragraphs: () => readParagraphs(after, "markdown"),
    });
    text = after;
  };
  edit([{ from: 0, to: 3, insert: "wholly different words" }]);
  const second = text.lastIndexOf("same");
  edit([{ from: text.indexOf("same"), to: second, insert: "" }]);
  edit([{ from: text.length, to: text.length, insert: "\nnew\n" }]);
  ids.close();
  const again = openParagraphIds({ dataDir });
  const after = again.idsOf(named(text));
  expect(after.slice(0, 3)).toEqual([before[0], before[2], before[3]]);
  expect(before).not.toContain(after[3]);
  again.close();
});

it("a long text is only followed once its ids are asked for, and then just as exactly", async () => {
  const ids = openParagraphIds({ dataDir: null });
  const text = `first words\n\n${"filler filler\n\n".repeat(80_000)}`;
  const [first] = ids.idsOf(named(text));
  const changes = [{ from: 0, to: 11, insert: "wholly other" }];
  const after = applyChanges(text, changes);
  let looked = 0;
  const paragraphs = () => {
    looked++;
    return readParagraphs(after, "markdown");
  };
  const edit = {
    realPath: "/w/a.md",
    from: named(text).version,
    to: named(after).version,
    changes,
    size: after.length,
  };
  ids.followed({ ...edit, paragraphs });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(looked).toBe(0);
  expect(ids.idsOf(named(after))[0]).toBe(first);
  expect(looked).toBe(1);
});

it("an id is never given to another paragraph while its own is there", () => {
  const ids = openParagraphIds({ dataDir: null });
  const [first] = ids.idsOf(named("alpha beta gamma\n"));
  const [kept] = ids.idsOf(named("alpha beta delta\n"));
  expect(kept).toBe(first);
  const both = ids.idsOf(named("alpha beta delta\n\nalpha beta gamma\n"));
  expect(both[0]).toBe(first);
  expect(both[1]).not.toBe(first);
});

it("a file that is renamed in Galley keeps its ids, and so does what lies in a renamed folder", () => {
  const ids = openParagraphIds({ dataDir: null });
  const given = ids.idsOf(named("one\n\ntwo\n", "/w/x/a.md"));
  ids.moved("/w/x", "/w/y");
  expect(ids.idsOf(named("one\n\ntwo\n", "/w/y/a.md"))).toEqual(given);
  ids.moved("/w/y/a.md", "/w/b.md");
  expect(ids.idsOf(named("one\n\nnew\n\ntwo\n", "/w/b.md"))[2]).toBe(given[1]);
});

it("a file's own names decide, wherever their paragraphs go", () => {
  const ids = openParagraphIds({ dataDir: null });
  const given = ids.idsOf({ ...named("one\n\ntwo\n"), ownNames: ["A", "B"] });
  const after = ids.idsOf({ ...named("wholly new\n\none\n"), ownNames: ["B", "A"] });
  expect(after).toEqual([given[1], given[0]]);
});

it("a damaged database is set aside and told, and ids go on", () => {
  const dataDir = newFolder();
  const ids = openParagraphIds({ dataDir });
  const given = ids.idsOf(named("one\n\ntwo\n"));
  ids.close();
  const path = join(dataDir, "paragraphs.db");
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 0, 100);
  writeFileSync(path, bytes);
  const notices: string[] = [];
  const again = openParagraphIds({ dataDir, notice: (sentence) => void notices.push(sentence) });
  expect(again.idsOf(named("one\n\ntwo\n"))).toEqual(given);
  again.close();
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain("set aside");
  expect(readdirSync(dataDir).some((name) => name.startsWith("paragraphs.damaged-"))).toBe(true);
});

it("where nothing can be stored, ids are still the same for the same text", () => {
  const notices: string[] = [];
  const file = join(folder, "file");
  writeFileSync(file, "");
  const first = openParagraphIds({ dataDir: file, notice: (sentence) => void notices.push(sentence) });
  const second = openParagraphIds({ dataDir: file, notice: () => {} });
  expect(first.idsOf(named("one\n\ntwo\n"))).toEqual(second.idsOf(named("one\n\ntwo\n")));
  expect(notices).toHaveLength(1);
});

it("what all documents take stays within the limit; those read longest ago go first", () => {
  let at = 0;
  const ids = openParagraphIds({ dataDir: null, maxBytes: 2_000, now: () => ++at });
  const edited = "three words here now\n";
  const [first] = ids.idsOf(named("three words here\n", "/w/0.md"));
  expect(ids.idsOf(named(edited, "/w/0.md"))).toEqual([first]);
  for (let count = 1; count < 60; count++) ids.idsOf(named("text\n", `/w/${count}.md`));
  expect(ids.idsOf(named(edited, "/w/0.md"))).not.toEqual([first]);
});
