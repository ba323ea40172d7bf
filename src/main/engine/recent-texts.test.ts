import { expect, it } from "vitest";
import { createRecentTexts } from "./recent-texts";

it("the least recently used texts go when there is no more room", () => {
  const texts = createRecentTexts(10);
  texts.keep("a", "aaaa");
  texts.keep("b", "bbbb");
  expect(texts.get("a")).toBe("aaaa");
  texts.keep("c", "cccc");
  expect(texts.get("b")).toBeNull();
  expect(texts.get("a")).toBe("aaaa");
  expect(texts.get("c")).toBe("cccc");
});

it("a text kept again takes no more room, and one larger than the room never stays", () => {
  const texts = createRecentTexts(10);
  for (let time = 0; time < 5; time++) texts.keep("a", "aaaa");
  texts.keep("b", "bbbb");
  expect(texts.get("a")).toBe("aaaa");
  texts.keep("c", "c".repeat(11));
  expect(texts.get("c")).toBeNull();
});
