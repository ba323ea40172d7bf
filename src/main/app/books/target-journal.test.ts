import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TargetDraft } from "../../../shared/book";
import { createTargetJournal } from "./target-journal";

const book = "/w/book";
const draft = (text: string): TargetDraft => ({ text, base: "v1", baseText: "old", language: "English" });
const texts = (drafts: Readonly<Record<string, TargetDraft>>) =>
  Object.fromEntries(Object.entries(drafts).map(([paragraph, { text }]) => [paragraph, text]));
const noWindow = () => false;
let folder: string;
let notices: string[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "galley-targets-")), "targets");
  notices = [];
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

/** A journal as after a start of Galley. */
const started = () =>
  createTargetJournal(folder, {
    notice: (sentence) => notices.push(sentence),
    failed: (error) => notices.push(String(error)),
  });

test("a window recovers its own drafts with the versions they were typed over, and a file of stored ones is removed", async () => {
  const first = started();
  await first.keep(book, "a", { p1: draft("one") });
  await first.keep(book, "a", { p1: draft("one more"), p2: draft("two") });
  const second = started();
  expect(await second.recover(book, "a", noWindow)).toEqual({ p1: draft("one more"), p2: draft("two") });
  expect(await second.recover("/w/other", "a", noWindow)).toEqual({});
  await second.keep(book, "a", {});
  expect(readdirSync(folder)).toEqual([]);
  expect(await started().recover(book, "a", noWindow)).toEqual({});
});

test("two windows on one book each recover their own drafts, whichever asks first", async () => {
  const before = started();
  await before.keep(book, "a", { p1: draft("of a") });
  await before.keep(book, "b", { p1: draft("of b"), p2: draft("of b too") });
  const after = started();
  const exists = (window: string) => ["a", "b"].includes(window);
  expect(texts(await after.recover(book, "b", exists))).toEqual({ p1: "of b", p2: "of b too" });
  expect(texts(await after.recover(book, "a", exists))).toEqual({ p1: "of a" });
  // One window saves all its drafts; those of the other stay in the journal.
  await after.keep(book, "b", {});
  expect(texts(await started().recover(book, "a", exists))).toEqual({ p1: "of a" });
});

test("drafts of windows that no longer exist go to the window that opens the book, and none hides another", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const before = started();
  await before.keep(book, "gone", { p1: draft("older"), p2: draft("two") });
  vi.setSystemTime(Date.now() + 5);
  await before.keep(book, "gone too", { p1: draft("newer") });
  const after = started();
  expect(texts(await after.recover(book, "new", noWindow))).toEqual({ p1: "newer", p2: "two" });
  await after.keep(book, "new", {});
  expect(texts(await started().recover(book, "newest", noWindow))).toEqual({ p1: "older" });
});

test("what a window leaves unsaved when its tab closes may be recovered in another window", async () => {
  const journal = started();
  await journal.keep(book, "a", { p1: draft("left") });
  expect(await journal.recover(book, "b", () => true)).toEqual({});
  journal.release(book, "a");
  expect(texts(await journal.recover(book, "b", () => true))).toEqual({ p1: "left" });
  expect(await journal.recover(book, "a", () => true)).toEqual({});
});

test("a damaged file is set aside with a notice, and hides no other file", async () => {
  const before = started();
  await before.keep(book, "a", { p1: draft("one") });
  writeFileSync(join(folder, "0123.json"), '{"book": "/w/bo');
  expect(texts(await started().recover(book, "a", noWindow))).toEqual({ p1: "one" });
  expect(notices).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.startsWith("0123.json.damaged-"))).toHaveLength(1);
});

describe("a book that is renamed", () => {
  const ids =
    (...names: string[]) =>
    async () =>
      new Map(names.map((name) => [name, {}]));
  let former: string;
  let renamed: string;

  beforeEach(() => {
    former = join(folder, "..", "novel");
    renamed = join(folder, "..", "novel, second draft");
    mkdirSync(former);
  });

  test("is recognized by the same folder and its paragraphs, and its drafts move to the new path", async () => {
    await started().keep(former, "a", { p1: draft("typed"), p2: draft("more") });
    renameSync(former, renamed);
    const after = started();
    const recovered = await after.recover(renamed, "a", () => true, ids("p1"));
    expect(texts(recovered)).toEqual({ p1: "typed", p2: "more" });
    expect(await started().recover(former, "a", () => true, ids("p1"))).toEqual({});
    expect(texts(await started().recover(renamed, "a", () => true, ids("p1")))).toEqual({ p1: "typed", p2: "more" });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("is not recognized if the old path exists, another folder has its place, or no paragraph is the same", async () => {
    await started().keep(former, "a", { p1: draft("typed") });
    mkdirSync(renamed);
    expect(await started().recover(renamed, "a", () => true, ids("p1"))).toEqual({});
    rmSync(renamed, { recursive: true });
    renameSync(former, renamed);
    expect(await started().recover(renamed, "a", () => true, ids("p9"))).toEqual({});
    mkdirSync(former);
    expect(await started().recover(renamed, "a", () => true, ids("p1"))).toEqual({});
    rmSync(former, { recursive: true });
    expect(texts(await started().recover(renamed, "a", () => true, ids("p1")))).toEqual({ p1: "typed" });
  });

  test("keeps its drafts at the path they were typed under until its old tab is closed", async () => {
    const journal = started();
    await journal.keep(former, "a", { p1: draft("typed") });
    renameSync(former, renamed);
    await journal.keep(former, "a", { p1: draft("typed on") });
    expect(await journal.recover(renamed, "a", () => true, ids("p1"))).toEqual({});
    journal.release(former, "a");
    expect(texts(await journal.recover(renamed, "a", () => true, ids("p1")))).toEqual({ p1: "typed on" });
  });
});
