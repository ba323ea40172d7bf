import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNotices } from "./notices";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is only told leaves by itself, a problem stays until it is dismissed", () => {
  const notices = createNotices();
  notices.tell("Renamed");
  const problem = notices.problem("The disk is full");
  vi.advanceTimersByTime(60_000);
  expect(notices.$notices.get().map((notice) => notice.sentence)).toEqual(["The disk is full"]);
  notices.dismiss(problem);
  expect(notices.$notices.get()).toEqual([]);
});

test("a notice under the pointer does not leave", () => {
  const notices = createNotices();
  const id = notices.tell("Renamed");
  notices.hold(id);
  vi.advanceTimersByTime(60_000);
  expect(notices.$notices.get()).toHaveLength(1);
  notices.release(id);
  vi.advanceTimersByTime(60_000);
  expect(notices.$notices.get()).toHaveLength(0);
});

test("the same sentence is shown once, and never more than four at a time", () => {
  const notices = createNotices();
  for (const sentence of ["a", "b", "a", "c", "d", "e"]) notices.problem(sentence);
  expect(notices.$notices.get().map((notice) => notice.sentence)).toEqual(["a", "c", "d", "e"]);
});

test("a sentence announced twice is heard twice", () => {
  const notices = createNotices();
  notices.announce("Saved");
  const first = notices.$announced.get();
  notices.announce("Saved");
  expect(notices.$announced.get()).not.toEqual(first);
});
