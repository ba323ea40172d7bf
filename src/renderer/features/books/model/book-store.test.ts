import { expect, test } from "vitest";
import type { BookOverview } from "../../../../shared/book";
import type { Shell } from "../../../workbench/api/shell";
import { acquireBook } from "./book-store";

const counts = { paragraphs: 0, translated: 0, accepted: 0, sentBack: 0, inWork: 0, sourceChanged: 0 };
const shown: BookOverview = {
  book: "/w/book",
  kind: "folder",
  title: "book",
  language: "English",
  languages: [],
  unit: "lines",
  looksHardWrapped: false,
  warnings: [],
  volumes: [],
  counts,
  tasks: [],
  glossary: { version: "", entries: [] },
  style: { version: "", text: "" },
  checks: [],
};

/** A shell whose main answers `book:open` on demand. */
function openBookStore() {
  const asked: string[] = [];
  const opening: (() => void)[] = [];
  let listening = 0;
  const bridge = {
    listen() {
      listening++;
      return () => void listening--;
    },
    request(name: string) {
      asked.push(name);
      if (name === "jobs:list") return Promise.resolve({ ok: true, jobs: [] });
      if (name === "book:recover-targets") return Promise.resolve({ ok: true, drafts: {} });
      if (name !== "book:open") return Promise.resolve(undefined);
      return new Promise((answer) => opening.push(() => answer({ ok: true, shown })));
    },
  };
  const shell = { bridge, notices: {} } as unknown as Shell;
  const nextTask = () => new Promise((done) => setTimeout(done, 0));
  return {
    shell,
    asked,
    nextTask,
    listening: () => listening,
    answer: () => opening.splice(0).forEach((open) => void open()),
  };
}

test("a tab that is closed before its book is open leaves no listener", async () => {
  const { shell, asked, answer, listening, nextTask } = openBookStore();
  const { stop, $opening } = acquireBook(shell, "/w/book");
  stop();
  answer();
  await nextTask();
  expect([listening(), $opening.get().status]).toEqual([0, "opening"]);
  expect(asked).toEqual(["book:open", "book:close"]);
});

test("a book that is closed and reopened at once still receives changes", async () => {
  const { shell, asked, answer, listening, nextTask } = openBookStore();
  const first = acquireBook(shell, "/w/book");
  answer();
  await nextTask();
  expect(listening()).toBeGreaterThan(0);
  first.stop();
  const second = acquireBook(shell, "/w/book");
  answer();
  await nextTask();
  expect(asked).not.toContain("book:close");
  expect(second.$opening.get().status).toBe("open");
  second.stop();
  await nextTask();
  expect([listening(), asked.at(-1)]).toEqual([0, "book:close"]);
});
