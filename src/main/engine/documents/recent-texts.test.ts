import { expect, it } from "vitest";
import { createRecentTexts } from "./recent-texts";
import { openTextFile } from "./text-file";

const file = (text: string) =>
  openTextFile({ realPath: "/a.md", bytes: Buffer.from(text), version: "v", writable: true }, "a.md");

it("the least recently used texts are dropped if there is no space", () => {
  const texts = createRecentTexts(10);
  texts.keep("a", file("aaaa"));
  texts.keep("b", file("bbbb"));
  expect(texts.get("a")?.document.text).toBe("aaaa");
  texts.keep("c", file("cccc"));
  expect(texts.get("b")).toBeNull();
  expect(texts.get("a")?.document.text).toBe("aaaa");
  expect(texts.get("c")?.document.text).toBe("cccc");
});

it("a text kept again takes no more space, and one larger than the limit is never kept", () => {
  const texts = createRecentTexts(10);
  for (let time = 0; time < 5; time++) texts.keep("a", file("aaaa"));
  texts.keep("b", file("bbbb"));
  expect(texts.get("a")?.document.text).toBe("aaaa");
  texts.keep("c", file("c".repeat(11)));
  expect(texts.get("c")).toBeNull();
});
