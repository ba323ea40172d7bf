import { expect, it } from "vitest";
import { soughtWords } from "./sought-words";

/** The rank of a text for a query and the words found in it, or null. */
function found(query: string, text: string): string | null {
  const hit = soughtWords(query)?.(text) ?? null;
  return hit && `${hit.rank}: ${hit.spans.map(({ from, to }) => text.slice(from, to)).join(" ")}`;
}

it("all words are found in any order, letter case and form, those as written first", () => {
  expect(found("lamp burned", "The lamp burned; the lamps burn.")).toBe("phrase: lamp burned lamps burn");
  expect(found("burned lamp", "The lamp burned.")).toBe("words: lamp burned");
  expect(found("burning lamps", "A LAMP burned.")).toBe("forms: LAMP burned");
  expect(found("city", "Two cities")).toBe("forms: cities");
  expect(found("lamp burned", "The lamp went out.")).toBeNull();
  expect(found("art", "a party")).toBeNull();
  expect(found("café", "Cafes and cafe\u0301s")).toBe("forms: Cafes cafe\u0301s");
  expect(found("1847", "In 18477, not 1847.")).toBe("phrase: 1847");
  // Letters of two units of UTF-16, in the middle of a word and at its start.
  expect(found("𐐨𐐩𐐪", "a𐐨𐐩𐐪")).toBeNull();
  expect(found("𐐨𐐩𐐪", "a𐐨𐐩𐐪 𐐨𐐩𐐪")).toBe("phrase: 𐐨𐐩𐐪");
});

it("Chinese, Japanese and Korean are found by their signs, Arabic and Hebrew with their particles", () => {
  expect(found("灯塔", "那座灯塔很旧，灯在塔上。")).toBe("phrase: 灯塔");
  expect(found("塔灯", "那座灯塔很旧。")).toBeNull();
  expect(found("灯塔 旧", "旧的灯塔")).toBe("words: 旧 灯塔");
  expect(found("학교", "학교에서 왔다")).toBe("phrase: 학교");
  expect(found("كتاب", "والكِتاب على الطاولة")).not.toBeNull();
  expect(found("ספר", "בספר הזה")).not.toBeNull();
});

it("a query without words finds nothing, and marks of an expression are letters like others", () => {
  expect(soughtWords(" … <g1></g1> ")).toBeNull();
  expect(found("a.c", "abc")).toBeNull();
  expect(found("(lamp", "a lamp)")).toBe("phrase: lamp");
});
