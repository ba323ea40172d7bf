import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GrammarClient } from "./grammar-client";
import type { GrammarQuestion, GrammarWorker } from "./grammar-protocol";
import { type HarperLint, shownLints } from "./shown-lints";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lint = (word: string) => ({ from: 0, to: word.length, rule: "R", message: "m", replacements: [] });

/** A worker that finds its first word in each paragraph, or nothing at all. */
function standIn(answers: "answers" | "hangs" = "answers") {
  const asked: GrammarQuestion[] = [];
  let ended = 0;
  const start = (): GrammarWorker => ({
    onmessage: null,
    onerror: null,
    postMessage(question) {
      asked.push(question);
      const lints = question.paragraphs.map((text) => [lint(text.split(" ")[0] ?? "")]);
      if (answers === "answers") queueMicrotask(() => this.onmessage?.({ data: { id: question.id, lints } }));
    },
    terminate: () => void ended++,
  });
  const all = new GrammarClient(start);
  return { client: all.inDialect("en-US"), british: all.inDialect("en-GB"), asked, ended: () => ended };
}

test("a paragraph is checked once, and again in another dialect", async () => {
  const { client, british, asked } = standIn();
  expect(client.lintsOf("one two")).toBeNull();
  expect(await client.check(["one two", "three", "one two"])).toBe(true);
  expect(client.lintsOf("one two")).toEqual([lint("one")]);
  expect(await client.check(["three"])).toBe(false);
  expect(asked.map(({ paragraphs }) => paragraphs)).toEqual([["one two", "three"]]);
  expect(await british.check(["three"])).toBe(true);
  expect(asked.at(-1)?.dialect).toBe("en-GB");
  expect(await client.check(["three"])).toBe(false);
});

test("long paragraphs are not checked, and a request has a limit", async () => {
  const { client, asked } = standIn();
  expect(await client.check(["x".repeat(10_001)])).toBe(false);
  const many = Array.from({ length: 9 }, (_, index) => `${index}${"y".repeat(9_000)}`);
  await client.check(many);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.paragraphs).toHaveLength(4);
});

test("a worker that does not answer is ended, and grammar stays off", async () => {
  const { client, asked, ended } = standIn("hangs");
  const checked = client.check(["one"]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await checked).toBe(false);
  expect(ended()).toBe(1);
  expect(await client.check(["two"])).toBe(false);
  expect(asked).toHaveLength(1);
});

test("lints count UTF-16 units, without matters of taste, overlaps and rules for other text", () => {
  let freed = 0;
  const found = (kind: string, start: number, end: number, ...words: [number, string][]): HarperLint => ({
    lint_kind: () => kind,
    message: () => "why",
    span: () => ({ start, end }),
    suggestions: () => words.map(([of, text]) => ({ kind: () => of, get_replacement_text: () => text })),
    free: () => void freed++,
  });
  const text = "😀 the the end end";
  const lints = shownLints(text, {
    RepeatedWords: [found("Repetition", 2, 9, [0, "the"], [1, ""])],
    Inner: [found("Grammar", 6, 9)],
    Comma: [found("Punctuation", 14, 17, [2, ","])],
    LongSentences: [found("Readability", 0, 17)],
    SpellCheck: [found("Spelling", 2, 5)],
  });
  expect(lints).toEqual([
    { from: 3, to: 10, rule: "RepeatedWords", message: "why", replacements: ["the", ""] },
    { from: 15, to: 18, rule: "Comma", message: "why", replacements: ["end,"] },
  ]);
  expect(freed).toBe(5);
});
