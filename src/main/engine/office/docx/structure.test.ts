import { describe, expect, it } from "vitest";
import { readPackage } from "../formats/read-package";
import { rewritePackage } from "../package/package-writer";
import { docxOf, packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { OfficeOperation } from "../text/office-format";
import { structureFaults } from "../text/structure-faults.fixture";
import { editDocx } from "./edit";
import { resolveDocxSuggestions } from "./suggestions";

const track = { author: "A", at: "2026-01-01T00:00:00Z" };
const p = (text: string, properties = ""): string =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (text: string, properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
const row = (cells: string, properties = ""): string => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;
const table = (rows: string): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows}</w:tbl>`;
const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

const xmlOf = (bytes: Uint8Array, part = "word/document.xml"): string =>
  openZip(bytes, "a").read(part)?.toString() ?? "";
const bodyOf = (bytes: Uint8Array): string => /<w:body>(.*)<\/w:body>/s.exec(xmlOf(bytes))?.[1] ?? "";
const textsOf = (bytes: Uint8Array): string[] => readPackage(bytes, "docx", "a").paragraphs.map(({ text }) => text);

type Named = { text: string };
type TestEdit =
  | { operation: "insert_before" | "insert_after"; at: string; content: string }
  | { operation: "delete"; all: readonly string[] }
  | { operation: "move"; at: string; side: "before" | "after"; to: string };

/** The edit of paragraphs that are named by their texts. */
function edited(bytes: Uint8Array, wanted: TestEdit, by: typeof track | null = null) {
  const all: Named[] = readPackage(bytes, "docx", "a").paragraphs;
  const node = (text: string) => {
    const paragraph = all.findIndex((each) => each.text === text);
    if (paragraph < 0) throw new Error(`no paragraph is ${text}`);
    return { id: text, paragraph };
  };
  const operation: OfficeOperation =
    wanted.operation === "delete"
      ? { operation: "delete", nodes: wanted.all.map(node) }
      : wanted.operation === "move"
        ? { operation: "move", node: node(wanted.at), side: wanted.side, to: node(wanted.to) }
        : { operation: wanted.operation, node: node(wanted.at), content: wanted.content };
  const zip = openZip(bytes, "a");
  const { parts, ...made } = editDocx(zip, operation, { name: "a", track: by });
  const after = rewritePackage(zip, parts, "a");
  expect(structureFaults(after, "docx").filter((fault) => !structureFaults(bytes, "docx").includes(fault))).toEqual([]);
  return { ...made, bytes: after };
}

describe("text is inserted", () => {
  it("beside a list item as an item of its list, deeper ones a level below", () => {
    const list = (level: number): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`;
    const { bytes } = edited(docxOf(p("one", list(1)) + p("two", list(1))), {
      operation: "insert_after",
      at: "one",
      content: "- new\n    - deeper",
    });
    expect(textsOf(bytes)).toEqual(["one", "new", "deeper", "two"]);
    expect(
      bodyOf(bytes)
        .match(/w:ilvl w:val="\d"/g)
        ?.join(" "),
    ).toBe('w:ilvl w:val="1" w:ilvl w:val="1" w:ilvl w:val="2" w:ilvl w:val="1"');
  });

  it("outside a control that takes no further paragraph, with a warning, and never inside a field", () => {
    const control = `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${p("held")}</w:sdtContent></w:sdt>`;
    const { bytes, warnings } = edited(docxOf(control + p("end")), {
      operation: "insert_after",
      at: "held",
      content: "new",
    });
    expect(bodyOf(bytes)).toMatch(/<\/w:sdt><w:p>.*new.*end/);
    expect(warnings.join()).toContain("takes no further paragraph");
    const inField = `<w:p>${field("begin")}${field("separate")}<w:r><w:t>first</w:t></w:r></w:p><w:p><w:r><w:t>last</w:t></w:r>${field("end")}</w:p>`;
    const act = (operation: TestEdit) => () => edited(docxOf(inField + p("end")), operation);
    expect(act({ operation: "insert_after", at: "first", content: "x" })).toThrow(/inside a field/);
    expect(act({ operation: "delete", all: ["first"] })).toThrow(/begins or ends in what would go/);
    expect(textsOf(act({ operation: "delete", all: ["first", "last"] })().bytes)).toEqual(["end"]);
  });

  it("between two tables without joining them, and with strict names", () => {
    const two = table(row(cell("a"))) + p("between") + table(row(cell("b")));
    const { bytes } = edited(docxOf(two), { operation: "insert_after", at: "between", content: "| x |\n|---|\n| y |" });
    expect(textsOf(bytes)).toEqual(["a", "between", "x", "y", "b"]);
    const strict = docxOf(p("one"), { prefix: "s" });
    expect(xmlOf(edited(strict, { operation: "insert_before", at: "one", content: "**new**" }).bytes)).toMatch(
      /<s:p><s:r><s:rPr><s:b\/><\/s:rPr><s:t xml:space="preserve">new<\/s:t><\/s:r><\/s:p><s:p>/,
    );
  });
});

describe("what is deleted", () => {
  const start = (id: number): string => `<w:commentRangeStart w:id="${id}"/>`;
  const end = (id: number): string => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;

  it("leaves its comments at the paragraph after it, and both ends of ranges that go on", () => {
    const body = `<w:p>${start(1)}<w:r><w:t>gone</w:t></w:r>${end(1)}<w:bookmarkStart w:id="5" w:name="b"/></w:p><w:p><w:pPr/><w:r><w:t>stays</w:t></w:r><w:bookmarkEnd w:id="5"/></w:p>`;
    const { bytes, warnings } = edited(docxOf(body), { operation: "delete", all: ["gone"] });
    expect(bodyOf(bytes)).toBe(
      `<w:p><w:pPr/>${start(1)}${end(1)}<w:bookmarkStart w:id="5" w:name="b"/><w:r><w:t>stays</w:t></w:r><w:bookmarkEnd w:id="5"/></w:p>`,
    );
    expect(warnings).toEqual(["1 comment on it stayed, and is now at the paragraph beside it"]);
  });

  it("is only emptied if a section ends in it, or if it keeps two tables apart", () => {
    const section = '<w:sectPr><w:pgSz w:w="1"/></w:sectPr>';
    const { bytes, warnings } = edited(
      docxOf(p("a") + p("ends", section) + table(row(cell("x"))) + p("between") + table(row(cell("y"))) + p("z")),
      { operation: "delete", all: ["ends", "between"] },
    );
    expect(textsOf(bytes)).toEqual(["a", "x", "y", "z"]);
    expect(bodyOf(bytes)).toContain(`<w:p><w:pPr>${section}</w:pPr></w:p>`);
    expect(warnings.join()).toContain("2 paragraphs only lost their text");
  });

  it("takes its notes with it, also if that was a suggestion that is accepted", () => {
    const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const relations = (of: string[][]): string =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of.map(([type, target], index) => `<Relationship Id="r${index}" Type="${types}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
    const noted = packageOf({
      "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
      "_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
      "word/_rels/document.xml.rels": relations([["footnotes", "footnotes.xml"]]),
      "word/document.xml": `<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>noted</w:t><w:footnoteReference w:id="2"/></w:r></w:p>${p("end")}</w:body></w:document>`,
      "word/footnotes.xml": `<w:footnotes xmlns:w="${main}"><w:footnote w:id="0" w:type="separator">${p("")}</w:footnote><w:footnote w:id="2">${p("below")}</w:footnote></w:footnotes>`,
    });
    const { bytes, warnings } = edited(noted, { operation: "delete", all: ["noted"] });
    expect(textsOf(bytes)).toEqual(["end"]);
    expect(warnings).toEqual(["1 note of it went with it"]);
    expect(xmlOf(bytes, "word/footnotes.xml")).toContain('w:type="separator"');
    const zip = openZip(edited(noted, { operation: "delete", all: ["noted"] }, track).bytes, "a");
    const accepted = rewritePackage(zip, resolveDocxSuggestions(zip, "all", "accept").parts, "a");
    expect(textsOf(accepted)).toEqual(["end"]);
    const emptied = edited(bytes, { operation: "delete", all: ["end"] });
    expect(textsOf(emptied.bytes)).toEqual([]);
    const both = edited(noted, { operation: "delete", all: ["noted", "end"] });
    expect([textsOf(both.bytes), both.warnings.length]).toEqual([[], 2]);
    expect(() => edited(noted, { operation: "delete", all: ["below"] })).toThrow(/the note begins with below/);
  });

  it("is a suggestion with track_changes, which keeps fields as text that is deleted", () => {
    const body = `<w:p>${field("begin")}<w:r><w:instrText>PAGE</w:instrText></w:r>${field("end")}<w:r><w:t>gone</w:t></w:r></w:p>${p("stays")}`;
    const { bytes } = edited(docxOf(body), { operation: "delete", all: ["gone"] }, track);
    expect(textsOf(bytes)).toEqual(["stays"]);
    expect(bodyOf(bytes)).toMatch(
      /<w:pPr><w:rPr><w:del [^>]*\/><\/w:rPr><\/w:pPr><w:del [^>]*>.*<w:delInstrText>PAGE<\/w:delInstrText>.*<w:delText>gone<\/w:delText><\/w:r><\/w:del><\/w:p>/,
    );
    const zip = openZip(bytes, "a");
    const rejected = rewritePackage(zip, resolveDocxSuggestions(zip, "all", "reject").parts, "a");
    expect(bodyOf(rejected).replaceAll("<w:pPr><w:rPr></w:rPr></w:pPr>", "")).toBe(body);
    expect(textsOf(edited(bytes, { operation: "delete", all: ["stays"] }, track).bytes)).toEqual([]);
  });

  it("keeps the comments and ends of ranges in what the author suggested to insert", () => {
    const body = `<w:p><w:commentRangeStart w:id="5"/><w:ins w:id="8" w:author="A"><w:bookmarkStart w:id="6" w:name="b"/><w:r><w:t>own</w:t></w:r><w:r><w:commentReference w:id="5"/></w:r></w:ins><w:commentRangeEnd w:id="5"/></w:p><w:p><w:bookmarkEnd w:id="6"/><w:r><w:t>next</w:t></w:r></w:p>`;
    const { bytes } = edited(docxOf(body), { operation: "delete", all: ["own"] }, track);
    expect(textsOf(bytes)).toEqual(["next"]);
    for (const mark of ["commentReference", "commentRangeStart", "bookmarkStart"])
      expect(bodyOf(bytes)).toContain(mark);
  });
});

describe("table rows", () => {
  const merged = table(
    row(cell("head") + cell("h"), "<w:tblHeader/>") +
      row(cell("span", '<w:vMerge w:val="restart"/>') + cell("1", '<w:shd w:fill="FF0000"/>')) +
      row(cell("", "<w:vMerge/>") + cell("2")) +
      row(cell("last") + cell("3")),
  );

  it("are inserted like their neighbour, and a merged cell goes on in them", () => {
    const { bytes } = edited(docxOf(merged), { operation: "insert_after", at: "span | 1", content: "| **new**" });
    expect(textsOf(bytes)).toEqual(["head | h", "span | 1", "| new", "| 2", "last | 3"]);
    expect(bodyOf(bytes)).toContain(
      '<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p></w:p></w:tc><w:tc><w:tcPr><w:shd w:fill="FF0000"/></w:tcPr><w:p><w:r><w:rPr><w:b/></w:rPr>',
    );
    expect(() => edited(docxOf(merged), { operation: "insert_after", at: "span | 1", content: "x | y" })).toThrow(
      /belongs to the merged cell above/,
    );
    expect(() => edited(docxOf(merged), { operation: "insert_after", at: "span | 1", content: "a | b | c" })).toThrow(
      /3 cells, and the table has 2 columns/,
    );
    const below = edited(docxOf(merged), { operation: "insert_after", at: "head | h", content: "a | b" });
    expect(bodyOf(below.bytes).match(/tblHeader/g)).toHaveLength(1);
  });

  it("pass a merged cell on to the next row, and take the table with them if they are all", () => {
    const { bytes } = edited(docxOf(merged), { operation: "delete", all: ["span | 1"] });
    expect(textsOf(bytes)).toEqual(["head | h", "span | 2", "last | 3"]);
    expect(bodyOf(bytes).match(/<w:vMerge[^>]*>/g)).toEqual(['<w:vMerge w:val="restart"/>']);
    const whole = edited(docxOf(table(row(cell("a"))) + p("z")), { operation: "delete", all: ["a"] });
    expect(bodyOf(whole.bytes)).toBe(p("z"));
    const suggested = edited(docxOf(table(row(cell("a"))) + p("z")), { operation: "delete", all: ["a"] }, track);
    const zip = openZip(suggested.bytes, "a");
    expect(bodyOf(rewritePackage(zip, resolveDocxSuggestions(zip, "all", "accept").parts, "a"))).toBe(p("z"));
  });
});

it("nothing is removed from a locked content control or with one, and no row is inserted into it", () => {
  const control = (lock: string, inside: string): string =>
    `<w:sdt><w:sdtPr><w:lock w:val="${lock}"/></w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;
  const rows = row(cell("1")) + row(cell("2"));
  const around = control("contentLocked", table(rows)) + p("z");
  const held = control("sdtLocked", p("1"));
  for (const body of [
    around,
    table(control("sdtContentLocked", row(cell("1"))) + row(cell("2"))),
    table(row(`<w:tc>${held}${p("")}</w:tc>`) + row(cell("2"))),
    control("contentLocked", control("unlocked", p("1") + p("2"))),
  ])
    for (const by of [null, track])
      expect(() => edited(docxOf(body + p("z")), { operation: "delete", all: ["1"] }, by)).toThrow(/locked/);
  expect(() => edited(docxOf(around), { operation: "insert_after", at: "1", content: "| x" })).toThrow(/locked/);
  expect(() => edited(docxOf(around), { operation: "move", at: "1", side: "after", to: "2" })).toThrow(/locked/);
});

describe("a merged cell whose first row goes", () => {
  const holding = (inside: string): string =>
    table(
      row(
        `${cell("span", '<w:vMerge w:val="restart"/>')}<w:tc><w:tcPr/><w:p><w:commentRangeStart w:id="5"/><w:r><w:t>1</w:t></w:r><w:commentRangeEnd w:id="5"/><w:r><w:commentReference w:id="5"/></w:r></w:p></w:tc>`,
      ) + row(`<w:tc><w:tcPr><w:vMerge/></w:tcPr>${inside}</w:tc>${cell("2")}`),
    ) + p("end");

  it("takes the place of an empty paragraph, and comments of the row go on beside it", () => {
    const { bytes, warnings } = edited(docxOf(holding("<w:p><w:pPr/></w:p>")), {
      operation: "delete",
      all: ["span | 1"],
    });
    expect([textsOf(bytes), warnings.length]).toEqual([["span | 2", "end"], 1]);
    expect(bodyOf(bytes).match(/<w:p[ >]/g)).toHaveLength(3);
    expect(bodyOf(bytes).match(/w:comment\w+ w:id="5"/g)).toHaveLength(3);
  });

  it("keeps the words that it hid below it", () => {
    const { bytes } = edited(docxOf(holding(p("hidden"))), { operation: "delete", all: ["span | 1"] });
    expect(bodyOf(bytes)).toMatch(/>span<.*>hidden<.*>2</);
  });
});

describe("a move", () => {
  it("takes a paragraph as it is, and leaves the ends of ranges that do not move", () => {
    const moving = `<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:bookmarkStart w:id="1" w:name="in"/><w:r><w:t>moves</w:t></w:r><w:bookmarkEnd w:id="1"/><w:bookmarkStart w:id="2" w:name="on"/></w:p>`;
    const rest = `<w:p><w:r><w:t>next</w:t></w:r><w:bookmarkEnd w:id="2"/></w:p>`;
    const { bytes } = edited(docxOf(moving + rest + p("end")), {
      operation: "move",
      at: "moves",
      side: "after",
      to: "end",
    });
    const stray = '<w:bookmarkStart w:id="2" w:name="on"/>';
    expect(bodyOf(bytes)).toBe(rest.replace("<w:p>", `<w:p>${stray}`) + p("end") + moving.replace(stray, ""));
  });

  it("leaves the section that ends in the paragraph where it is", () => {
    const section = "<w:sectPr/>";
    const { bytes } = edited(docxOf(p("a") + p("ends", section) + p("b")), {
      operation: "move",
      at: "ends",
      side: "before",
      to: "a",
    });
    expect(bodyOf(bytes)).toBe(
      `<w:p><w:pPr></w:pPr><w:r><w:t>ends</w:t></w:r></w:p>${p("a")}<w:p><w:pPr>${section}</w:pPr></w:p>${p("b")}`,
    );
  });
});
