import { expect, test, vi } from "vitest";
import { PartList } from "./part-list";

function listOf(words: string[], version = "1") {
  const main = { words, version, requested: [] as [number, number][] };
  let changes = 0;
  const list = new PartList<string>({
    size: 3,
    ask: async (from, count) => {
      main.requested.push([from, count]);
      const { words, version } = main;
      return { version, total: words.length, parts: words.slice(from, from + count) };
    },
    changed: () => {
      changes += 1;
    },
  });
  list.change(version, words.length, null);
  const all = () => Array.from({ length: list.total }, (_, index) => list.at(index) ?? "·").join("");
  return { main, list, all, changes: () => changes };
}

test("only viewed items are requested, in pages, and once", async () => {
  const { main, list, all } = listOf([..."abcdefgh"]);
  list.need(4, 5);
  list.need(4, 6);
  await expect.poll(all).toBe("···def··");
  list.need(4, 5);
  expect(main.requested).toEqual([[3, 3]]);
});

test("an edit reloads only what it touched, and outdated items stay until then", async () => {
  const { main, list, all } = listOf([..."abcdef"]);
  list.need(0, 6);
  await expect.poll(all).toBe("abcdef");
  main.words = [..."aXcYdef"];
  main.version = "2";
  list.change("2", 7, [
    { at: 1, removed: 1, inserted: 1 },
    { at: 3, removed: 0, inserted: 1 },
  ]);
  expect(all()).toBe("abc·def");
  list.need(0, 3);
  await expect.poll(all).toBe("aXc·def");
  list.need(0, 7);
  await expect.poll(all).toBe("aXcYdef");
});

test("an answer for the previous version is ignored", async () => {
  const { main, list, all } = listOf([..."abc"]);
  list.need(0, 3);
  main.words = [..."bc"];
  main.version = "2";
  list.change("2", 2, [{ at: 0, removed: 1, inserted: 0 }]);
  await Promise.resolve();
  expect(all()).toBe("··");
  list.need(0, 2);
  await expect.poll(all).toBe("bc");
});

test("an answer for a version that is not known yet is requested again", async () => {
  vi.useFakeTimers();
  const { main, list, all, changes } = listOf([..."abc"]);
  main.version = "2";
  list.need(0, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(all()).toBe("···");
  const before = changes();
  await vi.advanceTimersByTimeAsync(200);
  expect(changes()).toBeGreaterThan(before);
  main.version = "1";
  list.need(0, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(all()).toBe("abc");
  vi.useRealTimers();
});
