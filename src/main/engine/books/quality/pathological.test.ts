import { expect, it } from "vitest";
import { documentParts } from "../../office/epub/document-segments";
import { translatedContent } from "../../office/epub/inline-marks";
import { checkGlossary, forbiddenUses, readGlossary, termMarks } from "../book/glossary";
import { checkTranslation } from "./check-translation";
import { createNameFinder, givenForm, nameForm, otherForm } from "./names";
import { neighbourFlags } from "./neighbours";

/** Texts that make a careless pattern look at everything again for each of their signs. */
const texts = [
  "](",
  "<",
  "<g1>",
  "**a ",
  "*",
  "`a",
  "(",
  "[^",
  "“",
  "1,",
  "a ",
  " ",
  "Note: ",
  "王",
  "~~a",
  "\\",
  "{{",
  "第一",
  "a. ",
].map((piece) => piece.repeat(Math.ceil((process.env["GALLEY_LONG"] ? 60_000 : 8_000) / piece.length)));

it("a check of any long text ends soon", () => {
  for (const text of texts) {
    const rows = [0, 1, 2, 3].map((at) => ({ id: String(at), source: text, translation: `${text}${at}` }));
    for (const language of ["zh", "fr"])
      expect(checkTranslation({ source: "One line.", translation: text, language }, null).length).toBeLessThan(20);
    expect(checkTranslation({ source: text, translation: text.slice(1), language: "en" }, null).length).toBeLessThan(
      20,
    );
    expect(neighbourFlags(rows).size).toBeLessThanOrEqual(4);
    const [form, finder] = [givenForm("Anna", ["安娜丽丝"]), createNameFinder()];
    finder.add("0", text);
    expect(otherForm(form, { source: "Anna", translation: text, known: [] }) ?? "安娜").toContain("安娜");
    expect(nameForm("Anna", Array(20).fill(text), Array(20).fill("乙"))?.rivals ?? []).toEqual([]);
    expect(forbiddenUses([{ term: "*", translation: "x", note: "not: zz*" }], { text, translation: text })).toEqual([]);
  }
});

it("thousands of terms and forbidden words are sought soon, and lines of blanks are read soon", () => {
  const long = "王a ".repeat(100_000);
  const terms = readGlossary(
    `${Array.from({ length: 5000 }, (_, at) => `term ${at} = Wort ${at} # not: word ${at}`).join("\n")}\n王 = Rex\na = b\n| * | x | not: zz |\n`,
  );
  expect(checkGlossary(terms, { id: "x", text: long, translation: long }).map(({ term }) => term)).toEqual(["王", "a"]);
  expect(forbiddenUses(terms, { text: long, translation: long })).toEqual([]);
  const blanks = " ".repeat(60_000);
  for (const line of [`${blanks}x`, `a = b${blanks}c`, `|${blanks}-`, `a = b # not: c${blanks}d`]) {
    expect(readGlossary(`x\n${line}\n`).length).toBeLessThan(2);
    expect(termMarks(line).forbidden).toEqual([]);
  }
});

it("any long text becomes the content of a segment soon", () => {
  const xml = '<p xmlns="http://www.w3.org/1999/xhtml">A <a href="x">b</a> c</p>';
  const [part] = documentParts(xml);
  if (part?.kind !== "segment") throw new Error("no segment");
  for (const text of texts)
    expect(
      documentParts(
        `<p xmlns="http://www.w3.org/1999/xhtml">${translatedContent(xml, part.segment, new Map([[0, text]]))}</p>`,
      ).length,
    ).toBeLessThan(2);
});

it("deeply nested and empty elements are read soon", () => {
  const page = (inside: string) => `<body xmlns="http://www.w3.org/1999/xhtml"><p>${inside}</p></body>`;
  const nested = (name: string, text: string) => `${`<${name}>`.repeat(900)}${text}${`</${name}>`.repeat(900)}`;
  const inside = [
    ...["span", "sup", "i", "a", "ruby"].flatMap((name) => [
      nested(name, "1 ".repeat(50_000)),
      nested(name, " ".repeat(50_000)),
    ]),
    "<span><br/></span>".repeat(20_000),
    "<i>a</i><b>b</b>".repeat(20_000),
  ];
  for (const each of inside) {
    const xml = page(`word ${each}`);
    const [part] = documentParts(xml);
    if (part?.kind !== "segment") throw new Error("no segment");
    expect(translatedContent(xml, part.segment, new Map([[0, "Wort"]]))).toContain("Wort");
  }
});
