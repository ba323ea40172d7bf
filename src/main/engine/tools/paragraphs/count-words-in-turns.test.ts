import { expect, test } from "vitest";
import { countWords } from "../../../../core/text/words";
import { countWordsInTurns } from "./count-words-in-turns";

/** The count, and how often other work got a turn in the meantime. */
async function countedWithTurns(text: string): Promise<{ words: number; turns: number }> {
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const words = await countWordsInTurns(text);
  isDone = true;
  return { words, turns };
}

test("the words of a long text are counted in several turns, each word once", async () => {
  const text = "don't count well-known words, 3.14 of them, twice; 两个字\n".repeat(80_000);
  const { words, turns } = await countedWithTurns(text);
  expect(words).toBe(countWords(text));
  expect(turns).toBeGreaterThanOrEqual(4);
});

test("the words of a long text without a blank are counted as well", async () => {
  const text = "word-".repeat(500_000);
  expect((await countedWithTurns(text)).words).toBe(countWords(text));
});
