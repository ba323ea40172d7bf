import { expect, test } from "vitest";
import { docxOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import { editDocx } from "./edit";

const run = (inside: string): string => `<w:r>${inside}</w:r>`;
const text = (of: string): string => run(`<w:t xml:space="preserve">${of}</w:t>`);
const field = (instruction: string, result: string): string =>
  `${run('<w:fldChar w:fldCharType="begin"/>')}${run(`<w:instrText>${instruction}</w:instrText>`)}${run('<w:fldChar w:fldCharType="separate"/>')}${text(result)}${run('<w:fldChar w:fldCharType="end"/>')}`;

const bytes = docxOf(
  `<w:p>${text("On ")}${field(' DATE \\@ "d MMMM" ', "3 May")}${text(" we met")}</w:p>` +
    `<w:p><w:fldSimple w:instr=" REF plan \\h ">${text("Chapter 4")}</w:fldSimple>${text(" follows")}</w:p>` +
    `<w:p>${field(' HYPERLINK "http://a.example/" ', "the site")}</w:p>`,
);
const warningsOf = (find: string): string[] =>
  editDocx(
    openZip(bytes, "a"),
    { operation: "replace_text", find, replace: "X", which: "once", node: null },
    { name: "a", track: null },
  ).warnings;

test("the result of a calculated field is replaced with a warning, and no other text", () => {
  const warning = (name: string): string =>
    `the text is the result of a field (${name}), which Word calculates; it restores the result when it updates its fields`;
  expect(warningsOf("3 May")).toEqual([warning("DATE")]);
  expect(warningsOf("Chapter 4")).toEqual([warning("REF")]);
  expect(warningsOf("On ")).toEqual([]);
  expect(warningsOf("we met")).toEqual([]);
  expect(warningsOf("follows")).toEqual([]);
  expect(warningsOf("the site")).toEqual([]);
});
