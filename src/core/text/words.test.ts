import { describe, expect, it } from "vitest";
import { countWords } from "./words";

describe("words", () => {
  it.each([
    ["", 0],
    [" \n\t", 0],
    ["one", 1],
    ["One two, three.", 3],
    ["don't it’s well-known state-of-the-art", 4],
    ["3.14 and 1,000", 3],
    ["end.Next", 2],
    ["a -- b - c", 3],
    ["# Heading\n\n- item one\n", 3],
    ["snake_case", 1],
    ["你好，世界。", 4],
    ["我有 3 只 cats", 5],
    ["ひらがなカタカナー", 9],
    ["안녕하세요 세계", 2],
    ["ภาษาไทย สวัสดี", 2],
    ["cafe\u0301 na\u00efve", 2],
    ["Привет, мир", 2],
    ["😀 👩‍👧 ok", 1],
    ["𠮷野家", 3],
    ["\ud840 \udc80", 0],
  ])("of %j are %i", (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it("of a range are counted as if it were the whole text", () => {
    expect(countWords("one two three", 4, 7)).toBe(1);
    expect(countWords("one two three", 2, 9)).toBe(3);
  });
});
