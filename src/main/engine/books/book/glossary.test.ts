import { expect, it } from "vitest";
import { checkGlossary, forbiddenUses, readGlossary, writeGlossary } from "./glossary";

it("a glossary is read from a table and from lines, with other text around them", () => {
  const text =
    "# Terms\n\n| Term | Translation | Note |\n|:--|---|---|\n| 王\\|后 | Queen | title |\n| 空 | | |\n\n- 李雷 = Li Lei\n韩梅梅：Han Meimei # friend\nsword → Schwert\n";
  expect(readGlossary(text)).toEqual([
    { term: "王|后", translation: "Queen", note: "title" },
    { term: "李雷", translation: "Li Lei", note: "" },
    { term: "韩梅梅", translation: "Han Meimei", note: "friend" },
    { term: "sword", translation: "Schwert", note: "" },
  ]);
});

it("a written glossary reads back the same", () => {
  const terms = [
    { term: "a|b", translation: "c\\d", note: "" },
    { term: "王", translation: "King", note: "x" },
  ];
  expect(readGlossary(writeGlossary(terms))).toEqual(terms);
});

it("a paragraph that does not use the term's translation is listed; longer terms come first, and parts of words do not count", () => {
  const terms = [
    { term: "王", translation: "King", note: "" },
    { term: "王子", translation: "Prince / the heir", note: "" },
    { term: "art", translation: "Kunst", note: "" },
  ];
  const check = (text: string, translation: string) =>
    checkGlossary(terms, { id: "x", text, translation }).map(({ term }) => term);
  expect(check("王子来了", "The Heir came")).toEqual([]);
  expect(check("王子来了", "The boy came")).toEqual(["王子"]);
  expect(check("王子和王", "the prince and the ruler")).toEqual(["王"]);
  expect(check("a party of art", "ein Fest")).toEqual(["art"]);
  expect(check("a party", "ein Fest")).toEqual([]);
});

it("the note of a term forbids words for it, whole or by their beginning, but not inside the right translation", () => {
  const terms = readGlossary(
    "elf = Elb / Elbenvolk # old word; not: Elf* / Elbe\n王 = 国王 # 不用：王、君主\n| * | say it plainly | not: very |\n",
  );
  const words = (text: string, translation: string) =>
    forbiddenUses(terms, { text, translation }).map(({ word }) => word);
  expect(words("The elf came.", "Die Elfen kamen.")).toEqual(["Elf*"]);
  expect(words("The elf came.", "An der Elbe kam er.")).toEqual(["Elbe"]);
  expect(words("The elf came.", "Das Elbenvolk kam; zwölf Helfer.")).toEqual([]);
  expect(words("He came.", "Die Elfen kamen.")).toEqual([]);
  expect(words("王来了。", "国王来了。")).toEqual([]);
  expect(words("王来了。", "国王和君主。")).toEqual(["君主"]);
  expect(forbiddenUses(terms, { text: "x", translation: "Very good" })).toEqual([
    { word: "very", instead: "say it plainly" },
  ]);
});

it("a form of the right translation is not forbidden, a word in another script only whole, however its accents are stored", () => {
  const terms = readGlossary(
    "people = Elbenvolk / Elb # not: Elbe*\nof = מן # not: של\nhouse = حجرة # not: بيت\nAnne = Anja # not: Zoé\n",
  );
  const words = (text: string, translation: string) =>
    forbiddenUses(terms, { text, translation }).map(({ word }) => word);
  expect(words("The people came.", "Die Tränen des Elbenvolkes.")).toEqual([]);
  expect(words("The people came.", "Das Volk der Elben.")).toEqual(["Elbe*"]);
  expect(words("of peace", "שלום")).toEqual([]);
  expect(words("of peace", "של השלום")).toEqual(["של"]);
  expect(words("a house", "في البيت")).toEqual(["بيت"]);
  expect(words("Anne", "Zoe\u0301 kam.")).toEqual(["Zoé"]);
  expect(words("Anne", "Zoélie kam.")).toEqual([]);
});
