import { expect, it } from "vitest";
import { anchorAt } from "../../../../core/comments/anchor";
import { contentTypes, packageOf } from "../package/packages.fixture";
import { changedPassages, textPassages } from "./protected-passages";

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (...all: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;

const passage =
  '<w:r><w:t xml:space="preserve">Alpha </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>beta</w:t></w:r>' +
  '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:pict r:id="rId2"/></w:r>';

function docx({ own = passage, note = "A note.", picture = "one", styles = "", lists = "" } = {}): Uint8Array {
  const paragraph = (content: string) => `<w:p>${content}</w:p>`;
  const text = (words: string) => `<w:r><w:t>${words}</w:t></w:r>`;
  return packageOf({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations(relation("rId1", "officeDocument", "word/document.xml")),
    "word/_rels/document.xml.rels": relations(
      relation("rId1", "footnotes", "footnotes.xml"),
      relation("rId2", "image", "media/image1.png"),
      relation("rId3", "styles", "styles.xml"),
      relation("rId4", "numbering", "numbering.xml"),
    ),
    "word/media/image1.png": picture,
    "word/styles.xml": `<w:styles ${w}>${styles}</w:styles>`,
    "word/numbering.xml": `<w:numbering ${w}>${lists}</w:numbering>`,
    "word/footnotes.xml": `<w:footnotes ${w}><w:footnote w:id="2">${paragraph(text(note))}</w:footnote><w:footnote w:id="3">${paragraph(text("Other."))}</w:footnote></w:footnotes>`,
    "word/document.xml": `<w:document ${w} ${r}><w:body>${paragraph(text("Before."))}${paragraph(own)}${paragraph(text("After."))}</w:body></w:document>`,
  });
}

const odt = (own: string, style = 'fo:font-weight="bold"', name = "T1", tracked = "", styles = ""): Uint8Array =>
  packageOf({
    mimetype: "application/vnd.oasis.opendocument.text",
    "styles.xml": `<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><office:styles>${styles}</office:styles></office:document-styles>`,
    "content.xml":
      '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">' +
      `<office:automatic-styles><style:style style:name="${name}" style:family="text"><style:text-properties ${style}/></style:style></office:automatic-styles>` +
      `<office:body><office:text>${tracked}<text:p>Before.</text:p><text:p>${own}</text:p><text:p>After.</text:p></office:text></office:body></office:document-content>`,
  });

function changes(format: "docx" | "odt", before: Uint8Array, after: Uint8Array): string {
  const { text } = textPassages({ bytes: before, format, name: "a" });
  const from = text.indexOf("Alpha");
  const range = { from, to: text.indexOf("\n", from) };
  const versions = { format, name: "a", before, after, author: "Claude" };
  const [found] = changedPassages(versions, [{ kind: "paragraph", mode: "locked", range, anchor: null }]);
  return found?.why ?? "as it was";
}

it.each([
  ["runs that are split", passage.replace("Alpha ", 'Al</w:t></w:r><w:r><w:t xml:space="preserve">pha ')],
  ["a bookmark", `<w:bookmarkStart w:id="7" w:name="x"/>${passage}<w:bookmarkEnd w:id="7"/>`],
  [
    "a comment",
    `<w:commentRangeStart w:id="1"/>${passage}<w:commentRangeEnd w:id="1"/><w:r><w:rPr><w:rStyle w:val="c"/></w:rPr><w:commentReference w:id="1"/></w:r>`,
  ],
  [
    "what Word notes for itself",
    `<w:proofErr w:type="spellStart"/>${passage.replace("<w:r>", '<w:r w:rsidR="00AA">')}`,
  ],
])("%s changes nothing of a protected paragraph of Word", (_, own) => {
  expect(changes("docx", docx(), docx({ own }))).toBe("as it was");
});

it.each([
  ["the formatting of a word", { own: passage.replace("<w:b/>", "<w:i/>") }],
  ["its style", { own: `<w:pPr><w:pStyle w:val="Quote"/></w:pPr>${passage}` }],
  ["a suggestion", { own: `${passage}<w:ins w:id="9" w:author="Claude"><w:r><w:t>!</w:t></w:r></w:ins>` }],
  [
    "a suggestion that removes words",
    {
      own: passage.replace(
        "<w:r><w:rPr>",
        '<w:del w:id="9" w:author="Claude"><w:r><w:delText>x</w:delText></w:r></w:del><w:r><w:rPr>',
      ),
    },
  ],
  ["a field", { own: passage.replace("<w:r><w:rPr>", "<w:r><w:instrText>DATE</w:instrText></w:r><w:r><w:rPr>") }],
  ["its note", { note: "Another note." }],
  ["the note that it refers to", { own: passage.replace('w:id="2"', 'w:id="3"') }],
  ["its picture", { picture: "two" }],
])("%s changes a protected paragraph of Word", (_, changed) => {
  expect(changes("docx", docx(), docx(changed))).toBe("changed");
});

const style = (id: string, more: string) => `<w:style w:type="paragraph" w:styleId="${id}">${more}</w:style>`;
const list = (format: string) =>
  `<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num>`;
const plain = style("Base", '<w:basedOn w:val="Normal"/>') + style("Quote", '<w:basedOn w:val="Base"/>');
const quoted = `<w:pPr><w:pStyle w:val="Quote"/><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>${passage}`;

it.each([
  ["of its style", { styles: plain.replace("Quote", 'Quote" w:customStyle="1'), lists: list("decimal") }],
  [
    "of what its style is based on",
    { styles: plain.replace('"Normal"/>', '"Normal"/><w:rPr><w:vanish/></w:rPr>'), lists: list("decimal") },
  ],
  ["of all text", { styles: `<w:docDefaults><w:rPrDefault/></w:docDefaults>${plain}`, lists: list("decimal") }],
  ["of its list", { styles: plain, lists: list("none") }],
])("another definition %s changes a protected paragraph of Word", (_, changed) => {
  const before = docx({ own: quoted, styles: plain, lists: list("decimal") });
  expect(changes("docx", before, docx({ own: quoted, ...changed }))).toBe("changed");
  const more = {
    styles: plain + style("Other", ""),
    lists: list("decimal") + list("none").replaceAll(/"[47]"/g, '"9"'),
  };
  expect(changes("docx", before, docx({ own: quoted, ...more }))).toBe("as it was");
});

it("another definition of a style that a protected paragraph of an OpenDocument text uses changes it", () => {
  const named = (name: string, parent: string, more = "") =>
    `<style:style style:name="${name}" style:family="text" style:parent-style-name="${parent}">${more}</style:style>`;
  const hidden = '<style:text-properties text:display="none"/>';
  const text = (own: string, styles: string): Uint8Array =>
    odt(
      own,
      `/></style:style>${named("T2", "Strong")}<style:style style:name="T3"><style:text-properties `,
      "T1",
      "",
      styles,
    );
  const plain = named("Strong", "Base") + named("Base", "Base");
  for (const own of ["Strong", "T2"].map((name) => `Alpha <text:span text:style-name="${name}">beta</text:span>`)) {
    const before = text(own, plain);
    expect(changes("odt", before, text(own, named("Strong", "Base") + named("Base", "Base", hidden)))).toBe("changed");
    expect(changes("odt", before, text(own, named("Strong", "Base", hidden) + named("Base", "Base")))).toBe("changed");
    expect(
      changes(
        "odt",
        before,
        text(own, `${plain}<style:default-style style:family="paragraph">${hidden}</style:default-style>`),
      ),
    ).toBe("changed");
    expect(changes("odt", before, text(own, plain + named("Other", "Base", hidden)))).toBe("as it was");
  }
});

it("a suggestion that removes words at the beginning or end of a protected paragraph is a part of it", () => {
  const region = (lines: string[]) =>
    `<text:tracked-changes><text:changed-region text:id="ct1"><text:deletion>${lines.map((line) => `<text:p>${line}</text:p>`).join("")}</text:deletion></text:changed-region></text:tracked-changes>`;
  const mark = '<text:change text:change-id="ct1"/>';
  const text = (own: string, lines: string[]): Uint8Array => odt(own, 'fo:font-weight="bold"', "T1", region(lines));
  for (const own of [`${mark}Alpha`, `Alpha${mark}`, `${mark}Alpha${mark}`]) {
    expect(changes("odt", text(own, ["No "]), odt("Alpha"))).toBe("changed");
    expect(changes("odt", odt("Alpha"), text(own, ["No "]))).toBe("changed");
    expect(changes("odt", text(own, ["No "]), text(own, ["Not "]))).toBe("changed");
  }
  // Of the paragraphs beside it.
  expect(changes("odt", odt("Alpha"), text(`Alpha${mark}`, ["", "The next one"]))).toBe("as it was");
  expect(changes("odt", odt("Alpha"), text(`${mark}Alpha`, ["The one before", ""]))).toBe("as it was");
});

const words = 'Alpha <text:span text:style-name="T1">beta</text:span> gamma';
it("what LibreOffice writes in another way changes nothing of a protected paragraph, and other formatting does", () => {
  const renamed = odt(words.replace("T1", "T9"), 'fo:font-weight="bold"', "T9");
  expect(changes("odt", odt(words), renamed)).toBe("as it was");
  const split = words.replace("beta", 'be</text:span><text:bookmark text:name="x"/><text:span text:style-name="T1">ta');
  expect(changes("odt", odt(words), odt(split))).toBe("as it was");
  // A suggestion beside it is marked at its end.
  expect(changes("odt", odt(words), odt(`${words}<text:change-start text:change-id="a"/>`))).toBe("as it was");
  expect(changes("odt", odt(words), odt(words, 'fo:font-style="italic"'))).toBe("changed");
  expect(changes("odt", odt(words), odt(words.replaceAll(/<[^>]+>/g, "")))).toBe("changed");
  expect(changes("odt", odt(words), odt(words.replace(" gamma", "  gamma")))).toBe("as it was");
  expect(changes("odt", odt(words), odt(words.replace(" gamma", "<text:s/> gamma")))).toBe("changed");
});

it("compares thousands of protected paragraphs in one pass", { timeout: 15_000 }, () => {
  const lines = Array.from(
    { length: 5_000 },
    (_, index) => `Paragraph ${index} has words of its own, ${index * 7919}.`,
  );
  const own = (all: readonly string[]) =>
    docx({ own: all.map((line) => `<w:r><w:t>${line}</w:t></w:r>`).join("</w:p><w:p>") });
  const before = own(lines);
  const after = own(lines.with(4_321, "Another one.").toSpliced(2_000, 0, "Inserted."));
  const { text } = textPassages({ bytes: before, format: "docx", name: "a" });
  const passages = lines.map((line) => {
    const range = { from: text.indexOf(line), to: text.indexOf(line) + line.length };
    return { kind: "paragraph" as const, mode: "locked" as const, range, anchor: anchorAt(text, range) };
  });
  const versions = { format: "docx" as const, name: "a", before, after, author: "Claude" };
  expect(changedPassages(versions, passages)).toEqual([{ index: 4_321, why: "changed" }]);
});
