import { expect, test } from "vitest";
import { docxPackage } from "./build-docx";
import type { DocxPlan } from "./docx-plan";
import { mergedStyles, readReference } from "./reference-styles";

const german = `<w:styles xmlns:w="w"><w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:customStyle="1" w:styleId="Code"><w:name w:val="Kode"/></w:style></w:styles>`;
const section = `<w:sectPr><w:pgSz w:w="8000" w:h="12000"/><w:pgMar w:top="1000" w:right="900" w:bottom="1100" w:left="800"/></w:sectPr>`;

const parts = (more: Record<string, string> = {}) => {
  const all: Record<string, string> = { "word/styles.xml": german, "word/document.xml": section, ...more };
  return (name: string) => all[name] ?? null;
};

const plan: DocxPlan = {
  title: "",
  han: "zh-CN",
  paper: { width: 210, height: 297, margin: 25 },
  parts: [
    { kind: "paragraph", style: "heading", level: 1, runs: [], indent: 0, anchors: [] },
    { kind: "paragraph", style: "code", runs: [], indent: 0, anchors: [] },
  ],
  notes: {},
};

test("styles are found by their names, which do not depend on the language, and missing ones are added", () => {
  const own = `<w:styles><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Code"/><w:basedOn w:val="Normal"/></w:style></w:styles>`;
  const { xml, ids } = mergedStyles(german, own);
  expect(Object.fromEntries(ids)).toEqual({ Heading1: "berschrift1", Code: "GalleyCode", Normal: "Standard" });
  expect(xml).toContain(
    '<w:style w:type="paragraph" w:styleId="GalleyCode"><w:name w:val="Code"/><w:basedOn w:val="Standard"/></w:style></w:styles>',
  );
});

test("a document with a reference has its styles, its paper and its theme", () => {
  const reference = readReference(parts({ "word/theme/theme1.xml": "<a:theme name='x'></a:theme>" }));
  const written = docxPackage({ ...plan, reference });
  const document = String(written.get("word/document.xml"));
  expect(document).toContain('<w:pStyle w:val="berschrift1"/>');
  expect(document).toContain('<w:pStyle w:val="GalleyCode"/>');
  expect(document).toContain('<w:pgSz w:w="8000" w:h="12000"/>');
  expect(document).toContain('w:top="1000" w:right="900" w:bottom="1100" w:left="800"');
  expect(written.get("word/styles.xml")).not.toContain("numPr");
  expect(written.get("word/theme/theme1.xml")).toContain("<a:theme");
  expect(written.get("word/_rels/document.xml.rels")).toContain('Target="theme/theme1.xml"');
  expect(written.get("[Content_Types].xml")).toContain('PartName="/word/theme/theme1.xml"');
});

test("a reference that declares entities, has no styles, or a theme with pictures is not taken over", () => {
  expect(() => readReference(parts({ "word/styles.xml": `<!DOCTYPE x>${german}` }))).toThrow(/no Word styles/);
  expect(() => readReference(() => null)).toThrow(/no Word styles/);
  const theme = `<a:theme><a:blip r:embed="rId1"/></a:theme>`;
  expect(readReference(parts({ "word/theme/theme1.xml": theme })).theme).toBeNull();
  expect(readReference(parts({ "word/document.xml": section.replace("8000", "900") })).page).toBeNull();
});
