import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TargetDraft } from "../../shared/book";
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

/** The journal as a start of Galley finds it. */
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

test("two windows on one book recover each its own drafts, whichever asks first", async () => {
  const before = started();
  await before.keep(book, "a", { p1: draft("of a") });
  await before.keep(book, "b", { p1: draft("of b"), p2: draft("of b too") });
  const after = started();
  const exists = (window: string) => ["a", "b"].includes(window);
  expect(texts(await after.recover(book, "b", exists))).toEqual({ p1: "of b", p2: "of b too" });
  expect(texts(await after.recover(book, "a", exists))).toEqual({ p1: "of a" });
  // One window stores all of its own: the other's are still journaled.
  await after.keep(book, "b", {});
  expect(texts(await started().recover(book, "a", exists))).toEqual({ p1: "of a" });
});

test("drafts of windows that no longer exist go to the window that opens the book, and none hides another", async () => {
  const before = started();
  await before.keep(book, "gone", { p1: draft("older"), p2: draft("two") });
  await new Promise((done) => setTimeout(done, 5));
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

test("a damaged file is set aside with a notice, and hides no other", async () => {
  const before = started();
  await before.keep(book, "a", { p1: draft("one") });
  writeFileSync(join(folder, "0123.json"), '{"book": "/w/bo');
  expect(texts(await started().recover(book, "a", noWindow))).toEqual({ p1: "one" });
  expect(notices).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.startsWith("0123.json.damaged-"))).toHaveLength(1);
});
