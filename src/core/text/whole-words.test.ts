import { expect, test } from "vitest";
import { isWhole } from "./whole-words";

const found = (text: string, word: string): number[] => {
  const at: number[] = [];
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1))
    if (isWhole(text, from, from + word.length)) at.push(from);
  return at;
};

test("a word with blanks around it in its script is found only whole, with its accents and beside marks of Markdown", () => {
  expect(found("art, party, Kunstart, _art_ 3art", "art")).toEqual([0, 23]);
  expect(found("cafe\u0301 cafe", "cafe")).toEqual([6]);
  expect(found("शेर शेरनी", "शेर")).toEqual([0]);
  expect(found("𐐨𐐩 𐐨", "𐐨")).toEqual([5]);
});

test("a word without blanks around it is found anywhere, and a Latin one beside it", () => {
  expect(found("国王来了", "王")).toEqual([1]);
  expect(found("用Galley写字", "Galley")).toEqual([1]);
  expect(found("ภาษาไทย", "ไทย")).toEqual([4]);
});

test("particles that are written with a word leave it whole; other letters do not", () => {
  expect(found("של שלום", "של")).toEqual([0]);
  expect(found("הבית ומהבית הביתה", "בית")).toEqual([1, 8]);
  expect(found("الكتاب والكتاب مكتاب", "كتاب")).toEqual([2, 10]);
  expect(found("왕이 국왕은", "왕")).toEqual([0]);
});
