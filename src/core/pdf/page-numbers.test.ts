import { expect, test } from "vitest";
import { cssString, pageNumberStyles, pagesOfDestinations } from "./page-numbers";

/** A PDF of these objects, numbered from 1, with its table. */
function pdf(objects: readonly string[], root = 1): Uint8Array {
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<</Size ${objects.length + 1}\n/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

test("the page of each destination is counted through the tree of pages", () => {
  const file = pdf([
    "<</Type /Catalog /Pages 2 0 R /Dests 3 0 R>>",
    "<</Type /Pages /Kids [4 0 R 7 0 R]>>",
    "<</one [5 0 R /XYZ 1 2 0]\n/#25C3#25BCber#28 [6 0 R /XYZ 1 2 0]\n/last [7 0 R /XYZ 1 2 0]>>",
    "<</Type /Pages /Kids [5 0 R 6 0 R]>>",
    "<</Type /Page>>",
    "<</Type /Page>>",
    "<</Type /Page>>",
  ]);
  expect(Object.fromEntries(pagesOfDestinations(file))).toEqual({ one: 1, "%C3%BCber(": 2, last: 3 });
});

test("a file of another kind, or a tree that contains itself, has no destinations and does not hang", () => {
  expect(pagesOfDestinations(new TextEncoder().encode("no PDF")).size).toBe(0);
  const round = pdf(["<</Pages 2 0 R /Dests 3 0 R>>", "<</Kids [2 0 R]>>", "<</a [9 0 R]>>"]);
  expect(pagesOfDestinations(round).size).toBe(0);
});

test("page numbers are written by rules that an id cannot leave", () => {
  expect(pageNumberStyles(new Map([["%C3%BCber", 2]]))).toBe('.contents a[href="#%C3%BCber"]::after{content:"2"}');
  expect(cssString('a"b\\</style>\n')).toBe('"a\\22 b\\5c \\3c /style\\3e \\a "');
});
