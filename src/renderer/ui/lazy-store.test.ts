import { expect, test } from "vitest";
import { lazyStore } from "./lazy-store";

test("a store is created once for each owner, when it is first asked for", () => {
  const created: string[] = [];
  const storeOf = lazyStore((owner: { name: string }, suffix: string) => {
    created.push(owner.name + suffix);
    return { text: owner.name + suffix };
  });
  const [one, two] = [{ name: "one" }, { name: "two" }];
  expect(created).toEqual([]);
  const first = storeOf(one, "!");
  expect(storeOf(one, "?")).toBe(first);
  expect(storeOf(two, ".").text).toBe("two.");
  expect(created).toEqual(["one!", "two."]);
});

test("a store that is undefined is not created again", () => {
  let count = 0;
  const storeOf = lazyStore((_owner: object) => void count++);
  const owner = {};
  storeOf(owner);
  storeOf(owner);
  expect(count).toBe(1);
});
