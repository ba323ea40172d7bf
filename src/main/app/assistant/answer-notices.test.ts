import { expect, test } from "vitest";
import { createAnswerNotices } from "./answer-notices";

test("one notification tells of all answers of a comparison, and of those that failed", () => {
  const titles: string[] = [];
  const notify = createAnswerNotices({ show: (_, { title }) => void titles.push(title), withdraw() {} }, () => ({
    bringToFront() {},
    send: () => true,
  }));
  const ended = (...complete: boolean[]) =>
    notify({
      conversation: "a",
      folder: null,
      title: "Why?",
      answers: complete.map((isComplete, at) => ({ agent: `Agent ${at}`, isComplete })),
    });
  ended(true);
  ended(false);
  ended(true, true, true);
  ended(true, false);
  expect(titles).toEqual([
    "Agent 0 has answered",
    "Agent 0 could not finish its answer",
    "3 answers are ready",
    "1 of 2 answers ready, 1 failed",
  ]);
});
