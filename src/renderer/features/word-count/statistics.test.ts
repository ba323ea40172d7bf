import { expect, it } from "vitest";
import { createGoals } from "./goals";
import { statisticsOf } from "./statistics";

it("words are counted, and each ideograph counts as one", () => {
  expect(statisticsOf("One two.\n\nThree 中文。\nfour\n")).toEqual({
    words: 6,
    characters: 21,
    withoutBlanks: 19,
    paragraphs: 2,
    minutes: 1,
  });
  expect(statisticsOf("")).toEqual({ words: 0, characters: 0, withoutBlanks: 0, paragraphs: 0, minutes: 0 });
  expect(statisticsOf("word ".repeat(2380)).minutes).toBe(10);
  expect(statisticsOf("文".repeat(4000)).minutes).toBe(10);
});

it("front matter, comments, addresses and marks are no words", () => {
  const text = "---\ntitle: x\n---\n[one](http://b.c/d/e-f) <!-- not\nthis --> tw**o**\n";
  expect(statisticsOf(text).words).toBe(2);
});

it("a goal belongs to a document, is stored in the session, and is removed at zero", () => {
  const goals = createGoals([{ path: "/a.md", words: 500 }]);
  expect(goals.of("/a.md")).toBe(500);
  goals.set("/b.md", 100);
  goals.set("/a.md", null);
  expect(goals.$goals.get()).toEqual([{ path: "/b.md", words: 100 }]);
  for (let n = 0; n < 600; n++) goals.set(`/${n}.md`, 10);
  expect(goals.$goals.get()).toHaveLength(500);
});
