import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNotices } from "./notices";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = (notices: ReturnType<typeof createNotices>) => notices.$notices.get().map(({ sentence }) => sentence);

test("a notice is dismissed after seconds, an error after a minute, and one with a decision never by itself", () => {
  const notices = createNotices();
  notices.info("Renamed");
  notices.error("The disk is full");
  const question = notices.error("Links were left", { action: { label: "Update", run: () => {} } });
  vi.advanceTimersByTime(6_000);
  expect(shown(notices)).toEqual(["The disk is full", "Links were left"]);
  vi.advanceTimersByTime(60_000);
  expect(shown(notices)).toEqual(["Links were left"]);
  vi.advanceTimersByTime(600_000);
  notices.dismiss(question);
  expect(shown(notices)).toEqual([]);
});

test("no notice is dismissed while the user is in another window, and its timer restarts afterwards", () => {
  const notices = createNotices();
  notices.pause();
  notices.info("Claude opened plan.md", { stay: 15_000 });
  vi.advanceTimersByTime(600_000);
  notices.resume();
  vi.advanceTimersByTime(14_000);
  expect(shown(notices)).toEqual(["Claude opened plan.md"]);
  vi.advanceTimersByTime(1_000);
  expect(shown(notices)).toEqual([]);
});

test("a notice under the pointer stays", () => {
  const notices = createNotices();
  const id = notices.info("Renamed");
  notices.hold(id);
  vi.advanceTimersByTime(60_000);
  expect(notices.$notices.get()).toHaveLength(1);
  notices.release(id);
  vi.advanceTimersByTime(60_000);
  expect(notices.$notices.get()).toHaveLength(0);
});

test("the same sentence is shown once, and never more than four at a time", () => {
  const notices = createNotices();
  for (const sentence of ["a", "b", "a", "c", "d", "e"]) notices.error(sentence);
  expect(notices.$notices.get().map((notice) => notice.sentence)).toEqual(["a", "c", "d", "e"]);
});

test("a sentence announced twice is read out twice", () => {
  const notices = createNotices();
  notices.announce("Saved");
  const first = notices.$announced.get();
  notices.announce("Saved");
  expect(notices.$announced.get()).not.toEqual(first);
});
