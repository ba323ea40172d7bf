import { expect, test } from "vitest";
import { loadedOnce } from "./loaded-once";

test("what was loaded is given to later calls, and loading that failed is tried again", async () => {
  let loads = 0;
  const load = loadedOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error("too many open files");
    return loads;
  });
  await expect(load()).rejects.toThrow("too many open files");
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
