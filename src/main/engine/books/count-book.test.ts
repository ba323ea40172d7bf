import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";
import { countBook, countMatches } from "./count-book";

const wind = "The wind went on all night without a sound.";

async function bookWithTranslation() {
  const { engine, caller } = engineForTests({
    "b/1.md": `${wind}\n\n${wind}\nNo<g1>body</g1> came.\n`,
    "b/2.md": `${wind}\n${wind.replace("night", "day")}\n`,
    "b/.galley/book.json": '{"language": "zh-CN"}',
  });
  const view = engine.bookView("b", caller);
  await view.translate((await view.rows("1.md"))[0]?.id ?? "", "风整夜𠮷无声。");
  return view.open();
}

it("a book is counted by chapter: words and characters, states, and repetitions of an earlier paragraph", async () => {
  const [first, second] = await countBook(await bookWithTranslation());
  expect(first).toEqual({
    id: "1.md",
    title: "1",
    source: { paragraphs: 3, words: 20, characters: 81 },
    // Each sign is a word, also one that has two units.
    target: { paragraphs: 1, words: 6, characters: 7 },
    states: { untranslated: 2, "in work": 0, "sent back": 0, translated: 1, accepted: 0 },
    sourceChanged: 0,
    repetitions: { paragraphs: 1, words: 9 },
  });
  expect(second?.repetitions).toEqual({ paragraphs: 1, words: 9 });
});

it("each paragraph but repetitions is counted in the band of its best match, and counting can go on where it stopped", async () => {
  const open = await bookWithTranslation();
  const some = await countMatches(open, { from: 0, forMs: 0 });
  expect(some).toMatchObject({ next: 1, total: 5, chapters: [{ id: "1.md" }] });
  const { chapters, next } = await countMatches(open, { from: 1, forMs: 60_000 });
  expect(next).toBeNull();
  const bands = [...some.chapters, ...chapters].map(({ id, matches }) => [
    id,
    ...Object.entries(matches).flatMap(([band, count]) => (count.paragraphs === 0 ? [] : [`${band}: ${count.words}`])),
  ]);
  expect(bands).toEqual([
    ["1.md", "none: 9"],
    ["1.md", "none: 2"],
    ["2.md", "85-94: 9"],
  ]);
});
