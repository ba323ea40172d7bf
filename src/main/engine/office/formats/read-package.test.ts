import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { ToolError } from "../../ports/tool-error";
import { contentTypes, docxOf, odtOf, packageOf } from "../package/packages.fixture";
import { readPackage } from "./read-package";

const kinds = (bytes: Uint8Array, format: "docx" | "odt" | "xlsx" | "pptx" | "ods" | "odp") =>
  readPackage(bytes, format, "a").paragraphs.map(({ kind, text }) => [kind, text]);

describe("docx", () => {
  it("reads runs, tabs and breaks, and recognizes headings, items and rows", () => {
    const body = `
      <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>The </w:t></w:r><w:r><w:t>title</w:t></w:r></w:p>
      <w:p/><w:p><w:r><w:t xml:space="preserve">one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three &amp; four</w:t></w:r></w:p>
      <w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>item</w:t></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`;
    expect(kinds(docxOf(body), "docx")).toEqual([
      ["heading", "The title"],
      ["paragraph", "one\ttwo\nthree & four"],
      ["list_item", "item"],
      ["table_row", "a | b c"],
    ]);
  });

  it("reads the text as if every tracked change were accepted, and each text box once", () => {
    const body = `<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText><w:t>old</w:t></w:r></w:del></w:p>
      <w:p><w:r><w:t>outside</w:t><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice>
      <mc:Fallback><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(kinds(docxOf(body), "docx").map(([, text]) => text)).toEqual(["new", "outside", "box"]);
  });

  it("recognizes namespaces by their URI, whatever prefix the file uses", () => {
    const text = kinds(docxOf("<w:p><w:r><w:t>same</w:t></w:r></w:p>", { prefix: "x" }), "docx");
    expect(text).toEqual([["paragraph", "same"]]);
  });

  it("reads attributes in every spelling", () => {
    for (const tag of [
      `w14:paraId="A1"`,
      `w14:paraId='A1'`,
      `a="w14:x" w14:paraId = "A1"`,
      `a='w14:paraId="no"' w14:paraId="A1"`,
      `xw14:paraId="no" w14:paraId="A1"`,
      `a=">" w14:paraId="&#65;1"`,
    ]) {
      const bytes = docxOf(`<w:p ${tag}><w:r><w:t>a</w:t></w:r></w:p>`);
      expect(readPackage(bytes, "docx", "a.docx").ownNames).toEqual(["A1"]);
    }
  });

  it("returns Word's own ids, and separate lines for each paragraph", () => {
    const { ownNames, paragraphs, text } = readPackage(
      docxOf(
        `<w:p w14:paraId="0A1B2C3D"><w:r><w:t>a</w:t><w:br/><w:t>b</w:t></w:r></w:p><w:p><w:r><w:t>c</w:t></w:r></w:p>`,
      ),
      "docx",
      "a.docx",
    );
    expect(ownNames).toEqual(["0A1B2C3D", null]);
    expect(text).toBe("a\nb\nc");
    expect(paragraphs.map(({ line_from, line_to }) => [line_from, line_to])).toEqual([
      [1, 2],
      [3, 3],
    ]);
    for (const paragraph of paragraphs) expect(text.slice(paragraph.from, paragraph.to)).toBe(paragraph.text);
  });
});

describe("OpenDocument", () => {
  it("reads blanks as displayed, items, rows and notes, and no deleted text", () => {
    const body = `<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>
      <text:h text:outline-level="1">Title</text:h><text:p>  one
      two<text:s text:c="3"/>three<text:tab/>four<text:line-break/>five</text:p>
      <text:list><text:list-item><text:p>item</text:p><text:p>more</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
      <text:p>see<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>the note</text:p></text:note-body></text:note> here</text:p>`;
    expect(kinds(odtOf(body), "odt")).toEqual([
      ["heading", "Title"],
      ["paragraph", "one two   three\tfour\nfive"],
      ["list_item", "item"],
      ["paragraph", "more"],
      ["table_row", "a | b"],
      ["paragraph", "see here"],
      ["note", "the note"],
    ]);
  });
});

describe("a malicious or damaged package is rejected with a message:", () => {
  const errorFrom = (bytes: Uint8Array): ToolError => {
    try {
      readPackage(bytes, "docx", "a.docx");
    } catch (error) {
      if (error instanceof ToolError) return error;
      throw error;
    }
    throw new Error("it was read");
  };
  const good = docxOf("<w:p><w:r><w:t>text</w:t></w:r></w:p>");

  it("an empty file, a text, and a package that is cut off anywhere", () => {
    expect(errorFrom(new Uint8Array()).message).toContain("it is empty");
    expect(errorFrom(Buffer.from("no zip at all, but long enough to be one")).message).toContain("not a zip file");
    for (let length = 1; length < good.length; length += 7)
      expect(errorFrom(good.subarray(0, length)).code).toBe("unsupported");
  });

  it("a byte that was changed anywhere, unless it changes nothing that is read", () => {
    for (let at = 0; at < good.length; at++) {
      const bytes = Uint8Array.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      try {
        expect(readPackage(bytes, "docx", "a.docx").text).toBe("text");
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError);
      }
    }
  });

  it("names that lead out of the package", () => {
    for (const name of ["../evil.xml", "/evil.xml", "a/../../evil.xml", "..\\evil.xml", "C:\\evil.xml"]) {
      expect(errorFrom(packageOf({ [name]: "x" })).message).toContain("leads out of the package");
    }
  });

  it("a missing document part", () => {
    expect(errorFrom(packageOf({ "[Content_Types].xml": contentTypes })).message).toContain(
      "word/document.xml is missing",
    );
  });

  it("a part that unpacks to hundreds of times its size, quickly and in little memory", () => {
    const bomb = zipSync({ "word/document.xml": [Buffer.alloc(30 * 1024 * 1024, 0x20), { level: 1 }] });
    const { rss } = process.memoryUsage();
    const start = process.cpuUsage();
    expect(errorFrom(bomb).code).toBe("too_large");
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(200);
    expect(process.memoryUsage().rss - rss).toBeLessThan(50 * 1024 * 1024);
  });

  it("a part that is larger than it declares", () => {
    const bytes = Buffer.from(zipSync({ "word/document.xml": Buffer.alloc(1_000_000, 0x20) }));
    const directory = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(10, directory + 24);
    expect(errorFrom(bytes).message).toContain("word/document.xml is damaged");
  });

  it("custom and external entities, and document types", () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>`;
    const outside = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>`;
    for (const type of [laughs, outside]) {
      expect(errorFrom(docxOf("<w:p><w:r><w:t>&a;</w:t></w:r></w:p>", { type })).message).toContain("document type");
    }
    expect(errorFrom(docxOf("<w:p><w:r><w:t>&a;</w:t></w:r></w:p>")).message).toContain("entity &a;");
    expect(errorFrom(docxOf("<w:p><w:r><w:t>&constructor;</w:t></w:r></w:p>")).message).toContain(
      "entity &constructor;",
    );
  });

  it("very many ampersands, and names that look alike, quickly", () => {
    const start = process.cpuUsage();
    const lone = readPackage(docxOf(`<w:p><w:r><w:t>${"& ".repeat(500_000)};</w:t></w:r></w:p>`), "docx", "a.docx");
    expect(lone.paragraphs[0]?.text).toHaveLength(1_000_001);
    // "Aa" and "BB" have the same hash code.
    const alike = readPackage(docxOf("<w:p><Aa><w:t>one</w:t></Aa><BB><w:t> two</w:t></BB></w:p>"), "docx", "a.docx");
    expect(alike.paragraphs[0]?.text).toBe("one two");
    expect(errorFrom(docxOf("<w:p><Aa/><BB></Aa></w:p>")).message).toContain("do not match");
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });

  it("entities are decoded, and other ampersands stay as they are", () => {
    const text = "&lt;a&gt; &amp;amp; &#65;&#x1F600; &quot;&apos; A & B;";
    const read = readPackage(docxOf(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`), "docx", "a.docx");
    expect(read.text).toBe("<a> &amp; A😀 \"' A & B;");
  });

  it("tags that do not match, are never closed, or are nested too deeply", () => {
    expect(errorFrom(docxOf("<w:p></w:r>")).message).toContain("do not match");
    expect(errorFrom(docxOf(`<w:p a="`)).message).toContain("cut off");
    expect(errorFrom(docxOf("<w:p>".repeat(200_000))).message).toContain("nested deeper");
  });
});

it("time grows in proportion to the size of the document", () => {
  const paragraph = `<w:p w14:paraId="00000001"><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:t>Some text, and some more of it.</w:t></w:r></w:p>`;
  const small = docxOf(paragraph.repeat(5_000));
  const large = docxOf(paragraph.repeat(20_000));
  // CPU time, not wall time: the machine is shared. Some systems measure it in steps of 4 ms.
  const workOf = (bytes: Uint8Array): number => {
    const start = process.cpuUsage();
    for (let times = 0; times < 8; times++) readPackage(bytes, "docx", "a.docx");
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const first = Math.max(workOf(small), workOf(small));
  const second = Math.min(workOf(large), workOf(large));
  expect(second / first).toBeLessThan(10);
});
