import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { readParagraphs } from "../../../../core/markdown/paragraphs";
import { applyChanges, type Change } from "../../../../core/text/change";
import { computeIds, type IdsInput } from "../../office/jobs/ids/compute-ids";
import type { NamedText } from "../../ports/paragraph-ids";
import { versionOf } from "../../storage/files/version";
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

it("ids are the same on every read, after a restart and in another process; equal paragraphs have different ids", async () => {
  const dataDir = newFolder();
  const first = openParagraphIds({ dataDir });
  const other = openParagraphIds({ dataDir });
  const ids = await first.idsOf(named("same\n\nsame\n\nother\n"));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^jr_para_[a-z0-9]{12}$/);
  expect(await first.idsOf(named("same\n\nsame\n\nother\n"))).toEqual(ids);
  expect((await other.idsOf(named("same\n\nother\n")))[1]).toBe(ids[2]);
  first.close();
  other.close();
  const again = openParagraphIds({ dataDir });
  expect((await again.idsOf(named("new\n\nsame\n\nother\n")))[2]).toBe(ids[2]);
  again.close();
});

it("two copies of a file have different ids", async () => {
  const ids = openParagraphIds({ dataDir: null });
  expect(await ids.idsOf(named("text\n", "/w/a.md"))).not.toEqual(await ids.idsOf(named("text\n", "/w/b.md")));
});

it("ids follow our own edits exactly, also several in a row, and across a restart", async () => {
  const dataDir = newFolder();
  const ids = openParagraphIds({ dataDir });
  let text = "one\n\nsame\n\nsame\n\nlast\n";
  const before = await ids.idsOf(named(text));
  const edit = (changes: Change[]): void => {
    const after = applyChanges(text, changes);
    ids.handleEdit({
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
  const after = await again.idsOf(named(text));
  expect(after.slice(0, 3)).toEqual([before[0], before[2], before[3]]);
  expect(before).not.toContain(after[3]);
  again.close();
});

it("edits of a long text are followed only when its ids are requested, and then just as exactly", async () => {
  const ids = openParagraphIds({ dataDir: null });
  const text = `first words\n\n${"filler filler\n\n".repeat(80_000)}`;
  const [first] = await ids.idsOf(named(text));
  const changes = [{ from: 0, to: 11, insert: "wholly other" }];
  const after = applyChanges(text, changes);
  let reads = 0;
  const paragraphs = () => {
    reads++;
    return readParagraphs(after, "markdown");
  };
  const edit = {
    realPath: "/w/a.md",
    from: named(text).version,
    to: named(after).version,
    changes,
    size: after.length,
  };
  vi.useFakeTimers();
  ids.handleEdit({ ...edit, paragraphs });
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(reads).toBe(0);
  expect((await ids.idsOf(named(after)))[0]).toBe(first);
  expect(reads).toBe(1);
});

it("an id is never given to another paragraph while its own is there", async () => {
  const ids = openParagraphIds({ dataDir: null });
  const [first] = await ids.idsOf(named("alpha beta gamma\n"));
  const [kept] = await ids.idsOf(named("alpha beta delta\n"));
  expect(kept).toBe(first);
  const both = await ids.idsOf(named("alpha beta delta\n\nalpha beta gamma\n"));
  expect(both[0]).toBe(first);
  expect(both[1]).not.toBe(first);
});

it("a file renamed in Galley keeps its ids, and so do files in a renamed folder", async () => {
  const ids = openParagraphIds({ dataDir: null });
  const given = await ids.idsOf(named("one\n\ntwo\n", "/w/x/a.md"));
  ids.moved("/w/x", "/w/y");
  expect(await ids.idsOf(named("one\n\ntwo\n", "/w/y/a.md"))).toEqual(given);
  ids.moved("/w/y/a.md", "/w/b.md");
  expect((await ids.idsOf(named("one\n\nnew\n\ntwo\n", "/w/b.md")))[2]).toBe(given[1]);
});

it("the file's own paragraph names decide, wherever their paragraphs move", async () => {
  const ids = openParagraphIds({ dataDir: null });
  const given = await ids.idsOf({ ...named("one\n\ntwo\n"), ownNames: ["A", "B"] });
  const after = await ids.idsOf({ ...named("wholly new\n\none\n"), ownNames: ["B", "A"] });
  expect(after).toEqual([given[1], given[0]]);
});

it("a damaged database is set aside and reported, and ids still work", async () => {
  const dataDir = newFolder();
  const ids = openParagraphIds({ dataDir });
  const given = await ids.idsOf(named("one\n\ntwo\n"));
  ids.close();
  const path = join(dataDir, "paragraphs.db");
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 0, 100);
  writeFileSync(path, bytes);
  const notices: string[] = [];
  const again = openParagraphIds({ dataDir, notice: (sentence) => void notices.push(sentence) });
  expect(await again.idsOf(named("one\n\ntwo\n"))).toEqual(given);
  again.close();
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain("set aside");
  expect(readdirSync(dataDir).some((name) => name.startsWith("paragraphs.damaged-"))).toBe(true);
});

it("if nothing can be stored, the same text still gets the same ids", async () => {
  const notices: string[] = [];
  const file = join(folder, "file");
  writeFileSync(file, "");
  const first = openParagraphIds({ dataDir: file, notice: (sentence) => void notices.push(sentence) });
  const second = openParagraphIds({ dataDir: file, notice: () => {} });
  expect(await first.idsOf(named("one\n\ntwo\n"))).toEqual(await second.idsOf(named("one\n\ntwo\n")));
  expect(notices).toHaveLength(1);
});

it("the size of all ids stays within the limit; the documents read longest ago are dropped", async () => {
  let at = 0;
  const ids = openParagraphIds({ dataDir: null, maxBytes: 2_000, now: () => ++at });
  const edited = "three words here now\n";
  const [first] = await ids.idsOf(named("three words here\n", "/w/0.md"));
  expect(await ids.idsOf(named(edited, "/w/0.md"))).toEqual([first]);
  for (let count = 1; count < 60; count++) await ids.idsOf(named("text\n", `/w/${count}.md`));
  expect(await ids.idsOf(named(edited, "/w/0.md"))).not.toEqual([first]);
});

/** About 3,000 paragraphs: enough to be handled in a worker process. */
const manyParagraphs = (first: string): string =>
  `${first}\n\n${Array.from({ length: 3000 }, (_, index) => `paragraph ${index % 50} of many`).join("\n\n")}\n`;

it("ids of many paragraphs are computed in a worker process, with the same result", async () => {
  const [dataDir, other] = [newFolder(), newFolder()];
  let worked = 0;
  const elsewhere = async (work: IdsInput) => {
    worked++;
    return computeIds(structuredClone(work));
  };
  const ids = openParagraphIds({ dataDir, elsewhere });
  const here = openParagraphIds({ dataDir: other });
  for (const text of [manyParagraphs("one"), manyParagraphs("new\n\none")]) {
    const given = await ids.idsOf({ ...named(text), ownNames: ["A"] });
    expect(given).toEqual(await here.idsOf({ ...named(text), ownNames: ["A"] }));
    expect(await ids.idsOf(named(text))).toEqual(given);
  }
  await ids.idsOf(named("few\n", "/w/few.md"));
  expect(worked).toBe(2);
  ids.close();
  here.close();
});

it("ids stored by another process during the computation count, and no edit is lost if that process dies", async () => {
  const dataDir = newFolder();
  const other = openParagraphIds({ dataDir });
  const [before, between, after] = ["one", "two\n\none", "two\n\none\n\nthree"].map((text) =>
    named(manyParagraphs(text)),
  );
  const [first] = await other.idsOf(before as NamedText);
  const worked: (string | null)[] = [];
  const elsewhere = async (work: IdsInput) => {
    if (worked.push(work.before?.ids.slice(0, 20) ?? null) > 2) throw new Error("the process ended");
    await other.idsOf(between as NamedText);
    return computeIds(work);
  };
  const ids = openParagraphIds({ dataDir, elsewhere });
  const given = await ids.idsOf(after as NamedText);
  expect(given[1]).toBe(first);
  expect(given[0]).toBe((await other.idsOf(between as NamedText))[0]);
  expect(worked).toHaveLength(2);
  expect((await ids.idsOf(before as NamedText))[0]).toBe(first);
  expect(worked).toHaveLength(3);
  ids.close();
  other.close();
});

it("an edit that lands during the computation is followed, also if the file is renamed or the database closed", async () => {
  for (const end of ["asked", "moved", "closed"]) {
    const dataDir = newFolder();
    const begun = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const ids = openParagraphIds({
      dataDir,
      async elsewhere(work) {
        begun.resolve();
        await free.promise;
        return computeIds(work);
      },
    });
    const text = manyParagraphs("alpha");
    const asking = ids.idsOf(named(text));
    await begun.promise;
    const changes: Change[] = [{ from: 0, to: 5, insert: "wholly other words" }];
    const next = applyChanges(text, changes);
    const isKnown = end === "asked";
    if (!isKnown) {
      free.resolve();
      await asking;
    }
    const { version: from } = named(text);
    const { version: to, paragraphs, realPath } = named(next);
    ids.handleEdit({ realPath, from, to, changes, size: next.length, paragraphs: () => paragraphs });
    free.resolve();
    const [first] = await asking;
    if (end === "moved") ids.moved("/w/a.md", "/w/b.md");
    if (end === "closed") ids.close();
    const again = end === "closed" ? openParagraphIds({ dataDir }) : ids;
    expect((await again.idsOf(named(next, end === "moved" ? "/w/b.md" : "/w/a.md")))[0]).toBe(first);
    again.close();
  }
});

it("a long text is split into paragraphs in turns, and its edit is followed even if the file is renamed or the database closed then", async () => {
  for (const end of ["asked", "moved", "closed"]) {
    const dataDir = newFolder();
    const ids = openParagraphIds({ dataDir });
    const text = `alpha beta gamma\n\n${"many words of one paragraph ".repeat(40_000)}\n`;
    const [first] = await ids.idsOf(named(text));
    const changes: Change[] = [{ from: 0, to: 5, insert: "wholly other words" }];
    const next = applyChanges(text, changes);
    const { version: from, realPath } = named(text);
    const { version: to, paragraphs } = named(next);
    const begun = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    let reads = 0;
    ids.handleEdit({
      realPath,
      from,
      to,
      changes,
      size: next.length,
      paragraphs() {
        reads++;
        return paragraphs;
      },
      async paragraphsInTurns() {
        begun.resolve();
        await free.promise;
        return paragraphs;
      },
    });
    const asking = ids.idsOf(named(next));
    await begun.promise;
    if (end === "moved") ids.moved("/w/a.md", "/w/b.md");
    if (end === "closed") ids.close();
    free.resolve();
    const [given] = await asking;
    expect(reads).toBe(end === "asked" ? 0 : 1);
    if (end === "asked") expect(given).toBe(first);
    const again = end === "closed" ? openParagraphIds({ dataDir }) : ids;
    expect((await again.idsOf(named(next, end === "moved" ? "/w/b.md" : "/w/a.md")))[0]).toBe(first);
    again.close();
  }
});
