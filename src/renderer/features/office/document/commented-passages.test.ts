import { expect, test } from "vitest";
import type { ShownThread } from "../../../../shared/comments";
import { threadsByComment } from "./commented-passages";

const thread = (id: string, ...messages: { name: string; text: string; at: string }[]): ShownThread => ({
  thread: id,
  status: "open",
  needsMe: false,
  state: "anchored",
  range: { from: 0, to: 1 },
  words: "w",
  address: null,
  messages: messages.map((message) => ({ ...message, kind: "user", isMine: false })),
  isUnread: false,
  writes: [],
  edits: [],
});
const comment = (id: string, author: string, text: string, at: string | null = null) => ({
  id,
  author,
  at,
  text,
  parent: null,
});
const idsOf = (found: Map<string, ShownThread>) =>
  Object.fromEntries([...found].map(([id, { thread: key }]) => [id, key]));

test("equal comments are distinguished by their time, and without one by their order", () => {
  const threads = [
    thread("a", { name: "Ann", text: "ok", at: "2026-01-01T10:00:00.000Z" }),
    thread("b", { name: "Ann", text: "ok", at: "2026-01-01T11:00:00.000Z" }),
    thread("c", { name: "Ben", text: "ok", at: "2026-01-01T11:00:00.000Z" }),
  ];
  const timed = [
    comment("1", "Ann", "ok", "2026-01-01T11:00:00Z"),
    comment("2", "Ann", "ok", "2026-01-01T10:00:00Z"),
    comment("3", "Ben", "ok", "2026-01-01T11:00:00Z"),
  ];
  expect(idsOf(threadsByComment(timed, threads))).toEqual({ 1: "b", 2: "a", 3: "c" });
  const untimed = [comment("1", "Ann", "ok"), comment("2", "Ann", "ok")];
  expect(idsOf(threadsByComment(untimed, threads))).toEqual({ 1: "a", 2: "b" });
});

test("an answer belongs to its thread, and what no thread says to none", () => {
  const threads = [
    thread(
      "a",
      { name: "Ann", text: "Why?\n\nReally.", at: "2026-01-01T10:00:00.000Z" },
      { name: "Ben", text: "So.", at: "2026-01-01T11:00:00.000Z" },
    ),
  ];
  const comments = [comment("1", "Ann", "Why?\nReally. "), comment("2", "Ben", "So."), comment("3", "Ben", "Else.")];
  expect(idsOf(threadsByComment(comments, threads))).toEqual({ 1: "a", 2: "a" });
});

test("ten thousand comments that say the same find their threads at once", () => {
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  const many = Array.from({ length: 10_000 }, (_, index) => index);
  const threads = many.map((index) => thread(`t${index}`, { name: "Ann", text: "Why?", at: at(index) }));
  const comments = many.map((index) => comment(`${index}`, "Ann", "Why?", at(9_999 - index)));
  const started = performance.now();
  const found = threadsByComment(comments, threads);
  expect(performance.now() - started).toBeLessThan(1000);
  expect([found.get("0")?.thread, found.get("9999")?.thread]).toEqual(["t9999", "t0"]);
  // Without times, in their order.
  const undated = threadsByComment(
    many.map((index) => comment(`${index}`, "Ann", "Why?", null)),
    threads,
  );
  expect([undated.get("0")?.thread, undated.get("9999")?.thread]).toEqual(["t0", "t9999"]);
});

test("a comment whose time no message has does not take the message of one whose time it is", () => {
  const threads = [
    thread("a", { name: "Ann", text: "ok", at: "2026-01-01T10:00:00.000Z" }),
    thread("b", { name: "Ann", text: "ok", at: "2026-01-01T11:00:00.000Z" }),
  ];
  const comments = [
    comment("1", "Ann", "ok", "2026-01-01T13:00:00Z"),
    comment("2", "Ann", "ok", "2026-01-01T10:00:00Z"),
  ];
  expect(idsOf(threadsByComment(comments, threads))).toEqual({ 1: "b", 2: "a" });
});
