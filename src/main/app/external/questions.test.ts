import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQuestions, type Questions } from "./questions";

let questions: Questions;
beforeEach(() => {
  vi.useFakeTimers();
  questions = createQuestions(() => undefined);
});
afterEach(() => questions.close());

/** Handles `count` files of a program, `pause` milliseconds apart. Returns how many of them the user is asked about. */
function handle(count: number, pause: number, by = "sed"): number {
  let asked = 0;
  for (let file = 0; file < count; file++) {
    if (questions.isFlood("/w", by)) asked++;
    vi.advanceTimersByTime(pause);
  }
  return asked;
}

test("of many files that a program writes at once, the user is asked about those over the limit, however slowly they are handled", () => {
  expect(handle(210, 400)).toBe(10);
});

test("files that come one by one, or from several programs, are no flood", () => {
  expect(handle(300, 5001)).toBe(0);
  expect(handle(150, 1, "a")).toBe(0);
  expect(handle(150, 1, "b")).toBe(0);
});

test("after a pause, or an answer, counting starts again", () => {
  expect(handle(201, 1)).toBe(1);
  questions.ask("/w", "/w/a.md", { by: "sed", isHeld: true });
  questions.take("/w", "sed");
  expect(handle(200, 1)).toBe(0);
  vi.advanceTimersByTime(5000);
  expect(handle(200, 1)).toBe(0);
});
