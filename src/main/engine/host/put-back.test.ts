import { expect, test } from "vitest";
import { difference } from "../../../core/diff/difference";
import { GIT, type Writer } from "../../../core/review/writer";
import { applyChanges } from "../../../core/text/change";
import type { PlacedLock } from "../ports/comments";
import type { ChangeRequest, DocumentChange, NotedWrite, TextDocument } from "../ports/documents";
import { ToolError } from "../ports/tool-error";
import { createPutBack, type PutBackNews } from "./put-back";

const path = "/w/a.md";
const wall = "The grey wall.";
const text = `# Notes\n\n${wall}\n\nThe tide is late.\n`;
const agent: Writer = { kind: "agent", name: "claude-code" };

/** Putting back in one text, at a time that the test sets. `atWrite` is called in the file's lock, before each write is decided. */
function start(lock: Partial<PlacedLock> = {}) {
  const file = { text, version: 1 };
  const clock = { now: 0 };
  const news: PutBackNews[] = [];
  const placed: string[] = [];
  const hooks = { atWrite: () => {}, locksReady: Promise.resolve() };
  let noted: (write: NotedWrite) => void = () => {};
  let changed: (change: DocumentChange) => void = () => {};
  const putBack = createPutBack({
    documents: {
      onExternalWrite(listener) {
        noted = listener;
        return () => {};
      },
      onChange(listener) {
        changed = listener;
        return () => {};
      },
      async change(realPath: string, _roots: readonly string[], request: ChangeRequest) {
        await Promise.resolve();
        hooks.atWrite();
        hooks.atWrite = () => {};
        const before = file.text;
        const document = { realPath, text: before, version: `${file.version}` } as TextDocument;
        const edited = await request.edit(document);
        const changes = "changes" in edited ? edited.changes : [];
        if (changes.length === 0) return { status: "unchanged" } as never;
        file.text = applyChanges(before, changes);
        file.version++;
        changed({ realPath, by: request.by, text: file.text, to: `${file.version}` } as DocumentChange);
        return { status: "written" } as never;
      },
    },
    comments: {
      async locks({ text: before }) {
        await hooks.locksReady;
        const from = before?.indexOf(wall) ?? -1;
        const anchor = { quote: wall, before: "", after: "", section: null, paragraph_id: null };
        const range = from < 0 ? null : { from, to: from + wall.length };
        return [{ lock: "l1", kind: "paragraph", mode: "locked", at: "", anchor, range, ...lock }];
      },
      async placeLocks(document, ranges) {
        placed.push(...ranges.map(({ from, to }) => document.text.slice(from, to)));
      },
    },
    log: (error) => {
      throw error;
    },
    now: () => clock.now,
  });
  putBack.onNews((each) => news.push(each));
  return {
    file,
    clock,
    news,
    placed,
    hooks,
    /** An external program writes, and the write is noted. */
    write(after: string, by: Writer = agent): void {
      const before = file.text;
      const from = `${file.version++}`;
      file.text = after;
      const edit = { before, changes: difference(before, after) };
      noted({ id: "w", by, realPath: path, from, to: `${file.version}`, edit });
    },
    /** The user's words land, or those of a write that nobody noted. */
    type(after: string): void {
      file.text = after;
      file.version++;
    },
    done: () => putBack.close(),
  };
}

const red = text.replace("grey", "red");

test("the words are back, the lock is at them, and the news say where they are", async () => {
  const { file, news, placed, write, done } = start();
  write(red.replace("late", "early"));
  await done();
  expect(file.text).toBe(text.replace("late", "early"));
  expect(placed).toEqual([wall]);
  const from = text.indexOf(wall);
  expect(news).toEqual([{ realPath: path, by: agent, outcome: "put back", at: { from, to: from + wall.length } }]);
});

test("what is not a lock for this, and what Git writes, is left", async () => {
  for (const lock of [{ mode: "suggest" }, { share: 20 }, { range: null }] as const) {
    const { file, write, done } = start(lock);
    write(red);
    await done();
    expect(file.text).toBe(red);
  }
  const { file, news, write, done } = start();
  write(red, GIT);
  await done();
  expect([file.text, news]).toEqual([red, []]);
});

test("writes that are noted before the first one is put back are put back with it, to the words before the first", async () => {
  const { file, news, hooks, write, done } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  hooks.locksReady = promise;
  write(red);
  write(red.replace("red", "blue"));
  hooks.atWrite = () => write(red.replace("red", "green").replace("late", "early"));
  resolve();
  await done();
  expect(file.text).toBe(text.replace("late", "early"));
  expect(news).toHaveLength(1);
});

test("what lands meanwhile elsewhere stays, and newer words in place of those that must be put back do, too", async () => {
  const one = start();
  one.write(red);
  one.hooks.atWrite = () => one.type(`Mine. ${one.file.text}Mine, too.\n`);
  await one.done();
  expect(one.file.text).toBe(`Mine. ${text}Mine, too.\n`);
  const other = start();
  other.write(red);
  other.hooks.atWrite = () => other.type(other.file.text.replace("red", "rust-coloured"));
  await other.done();
  expect(other.file.text).toBe(text.replace("grey", "rust-coloured"));
});

test("of a protected document all is put back", async () => {
  const { file, write, done } = start({ kind: "document", anchor: null, range: { from: 0, to: text.length } });
  write(`${red}More.\n`);
  await done();
  expect(file.text).toBe(text);
});

test("after three times in a minute nothing is put back, which is said once; after a pause it is again", async () => {
  const { file, news, clock, write } = start();
  const idle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  for (const word of ["one", "two", "three", "four"]) {
    write(text.replace("grey", word));
    await idle();
  }
  expect(file.text).toContain("four");
  file.text = text;
  write(text.replace("grey", "five"));
  await idle();
  expect(file.text).toContain("five");
  expect(news.map(({ outcome }) => outcome)).toEqual(["put back", "put back", "put back", "stopped"]);
  clock.now = 60_000;
  file.text = text;
  write(text.replace("grey", "six"));
  await idle();
  expect(file.text).toBe(text);
});

test("if the words cannot be put back, the news say so", async () => {
  const { file, news, hooks, write, done } = start();
  write(red);
  hooks.atWrite = () => {
    throw new ToolError("conflict", "there is an unresolved conflict");
  };
  await done();
  expect(file.text).toBe(red);
  expect(news).toMatchObject([{ outcome: "failed" }]);
});
