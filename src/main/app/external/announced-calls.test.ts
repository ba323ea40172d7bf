import { setImmediate as macrotask } from "node:timers/promises";
import { expect, test } from "vitest";
import { createAnnouncedCalls } from "./announced-calls";
import type { AnnouncedWrite } from "./external-service";

/** Announced calls of one session, at a time that the test sets; `hold` keeps announcements from being made until it is released. */
const start = (hold?: Promise<void>) => {
  const sent: Pick<AnnouncedWrite, "path" | "phase" | "version">[] = [];
  const clock = { now: 0 };
  const call = createAnnouncedCalls(
    async ({ path, phase, version }) => {
      sent.push({ path, phase, version });
      await hold;
    },
    () => clock.now,
  );
  const own = { agent: "anna", folder: "/work", session: "s" };
  return {
    sent,
    clock,
    /** Sends it, and resolves once all that waits has been announced, unless it is held. */
    send: async (id: string, status: string, edits: Parameters<typeof call>[0]["edits"] = []) => {
      call({ ...own, call: id, status, edits });
      await macrotask();
    },
  };
};

const edit = (path: string, after = "two") => ({ path, before: "one", after });

test("a call that ends without naming its file announces the file that it began with", async () => {
  const { sent, send } = start();
  await send("1", "pending", [edit("a.md")]);
  await send("1", "completed");
  await send("1", "completed");
  const path = "/work/a.md";
  expect(sent).toEqual([
    { path, phase: "before", version: null },
    { path, phase: "after", version: null },
    { path: null, phase: "before", version: null },
  ]);
});

test("of a whole text the version is known", async () => {
  const { sent, send } = start();
  await send("1", "pending", [{ path: "/work/a.md", before: null, after: "" }]);
  expect(sent).toEqual([
    {
      path: "/work/a.md",
      phase: "before",
      version: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    },
  ]);
});

test("of whole texts that a session sends too fast, the version is not worked out", async () => {
  const { sent, send, clock } = start();
  const known = async (id: string): Promise<boolean> => {
    await send(id, "pending", [{ path: `${id}.md`, before: null, after: "x".repeat(5_000_000) }]);
    return sent.at(-1)?.version !== null;
  };
  expect([await known("1"), await known("2"), await known("3"), await known("4")]).toEqual([true, true, true, false]);
  clock.now = 1000;
  expect(await known("5")).toBe(true);
});

test("of a session that floods with calls and files, only so many are remembered", async () => {
  const { sent, send } = start();
  const many = Array.from({ length: 500 }, (_, at) => ({ path: `${at}.md`, before: null, after: "" }));
  await send("flood", "pending", many);
  expect(sent).toHaveLength(100);
  for (let at = 0; at < 300; at++) await send(`${at}`, "pending", [edit("a.md")]);
  sent.length = 0;
  await send("flood", "completed");
  expect(sent).toEqual([{ path: null, phase: "before", version: null }]);
});

test("what a call or a session has just announced is not announced again, until a second later", async () => {
  const { sent, send, clock } = start();
  for (let at = 0; at < 50; at++) await send("1", "in_progress", [edit("a.md")]);
  for (let at = 0; at < 50; at++) await send(`read ${at}`, "in_progress");
  expect(sent.map(({ path }) => path)).toEqual(["/work/a.md", null]);
  clock.now = 1000;
  await send("1", "in_progress");
  await send("read 1", "in_progress");
  expect(sent.slice(2).map(({ path }) => path)).toEqual(["/work/a.md", null]);
  // Another version, another call and the end are news.
  sent.length = 0;
  await send("1", "in_progress", [{ path: "a.md", before: null, after: "" }]);
  await send("2", "in_progress", [edit("a.md")]);
  for (let at = 0; at < 50; at++) await send("1", "completed", [edit("a.md")]);
  expect(sent.map(({ phase, version }) => `${phase} ${version?.slice(0, 4)}`)).toEqual([
    "before e3b0",
    "before undefined",
    "after undefined",
  ]);
});

test("announcements of a session are made one after the other, and of a flood only so many wait, with the ends of those that were taken", async () => {
  let release = () => {};
  const { sent, send } = start(new Promise((resolve) => (release = resolve)));
  const files = (at: number) => Array.from({ length: 100 }, (_, file) => edit(`${at}-${file}.md`));
  for (let at = 0; at < 20; at++) await send(`${at}`, "pending", files(at));
  expect(sent).toHaveLength(1);
  for (let at = 0; at < 20; at++) await send(`${at}`, "completed");
  release();
  await expect.poll(() => sent.length).toBe(2000);
  expect(sent.filter(({ phase }) => phase === "before")).toHaveLength(1000);
  expect(new Set(sent.map(({ path }) => path)).size).toBe(1000);
  // Then there is room again.
  await send("last", "pending", [edit("last.md")]);
  expect(sent.at(-1)?.path).toBe("/work/last.md");
});
