import { expect, it } from "vitest";
import { rewritePackage } from "../package/package-writer";
import { openZip, type ZipPackage } from "../package/zip";
import { blocksToMarkdown } from "../text/write-blocks";
import { docxBlocks } from "./blocks";
import { createDocx } from "./create";
import { editDocx } from "./edit";
import { docxView } from "./view";

const content = `# A title

Text with **bold**, *italic*, \`code\` and [a link](https://example.com/?a=1&b=2).

- one
  - deeper
- two

1. first
2. second

| Name | Count |
| --- | --- |
| Beans | 3 |
`;

const bodyOf = (zip: ZipPackage): string => zip.read("word/document.xml")?.toString("utf8") ?? "";

function appended(zip: ZipPackage, text: string): ZipPackage {
  const edit = editDocx(zip, { operation: "append_text", content: text }, { name: "a", track: null });
  return openZip(rewritePackage(zip, edit.parts, "a"), "a");
}

it("a link is a native one, and a table repeats its first row", () => {
  const zip = openZip(createDocx(content), "a");
  expect(zip.read("word/_rels/document.xml.rels")?.toString("utf8")).toContain(
    'Target="https://example.com/?a=1&amp;b=2" TargetMode="External"',
  );
  expect(bodyOf(zip)).toMatch(/<w:hyperlink r:id="rId\d+"/);
  expect(bodyOf(zip).match(/<w:tblHeader\/>/g)).toHaveLength(1);
});

it("a link that leads neither to the web nor to mail is plain text", () => {
  const zip = openZip(createDocx("[run](file:///bin/sh) and [here](#x)"), "a");
  expect(bodyOf(zip)).not.toContain("hyperlink");
  expect(bodyOf(zip)).toContain("run");
});

it("what is exported again has the same headings, lists, marks and table", () => {
  const markdown = blocksToMarkdown(docxBlocks(openZip(createDocx(content), "a")));
  for (const line of ["# A title", "- one", "  - deeper", "1. first", "2. second", "| Beans | 3 |", "**bold**"])
    expect(markdown).toContain(line);
  expect(markdown).toContain("[a link](<https://example.com/?a=1&b=2>)");
});

it("the view has native markers, which count from one in each list", () => {
  const { entries } = docxView(openZip(createDocx("1. a\n2. b\n\ntext\n\n1. c\n\n- d\n"), "a"), () => null);
  expect(entries.filter(({ marker }) => marker !== null).map(({ marker, text }) => `${marker} ${text}`)).toEqual([
    ...["1. a", "2. b", "1. c", "• d"],
  ]);
});

it("text that is appended later uses the lists and styles of the document", () => {
  const zip = appended(
    openZip(createDocx("Only text."), "a"),
    "## More\n\n1. first\n\n- point\n\n| a | b |\n| - | - |",
  );
  expect(bodyOf(zip)).toContain('<w:pStyle w:val="Heading2"/>');
  expect(bodyOf(zip)).toContain('<w:tblStyle w:val="TableGrid"/>');
  const { entries } = docxView(zip, () => null);
  expect(entries.filter(({ marker }) => marker !== null).map(({ marker, text }) => `${marker} ${text}`)).toEqual([
    ...["1. first", "• point"],
  ]);
});
