import { describe, expect, it } from "vitest";
import { readPackage } from "../formats/read-package";
import { rewritePackage } from "../package/package-writer";
import { docxOf } from "../package/packages.fixture";
import { openZip, type ZipPackage } from "../package/zip";
import { createDocx } from "./create";
import { editDocx } from "./edit";
import { resolveDocxSuggestions } from "./suggestions";

const track = { author: "A", at: "2026-01-01T00:00:00Z" };
const relationsPart = "word/_rels/document.xml.rels";
const partOf = (bytes: Uint8Array, name = "word/document.xml"): string =>
  openZip(bytes, "a").read(name)?.toString("utf8") ?? "";

function appended(bytes: Uint8Array, content: string, by: typeof track | null = null): Uint8Array {
  const zip: ZipPackage = openZip(bytes, "a");
  const edit = editDocx(zip, { operation: "append_text", content }, { name: "a", track: by });
  return rewritePackage(zip, edit.parts, "a");
}

describe("an appended link", () => {
  it("is a link as Word writes it, and its words are in the paragraph", () => {
    const after = appended(docxOf("<w:p><w:r><w:t>one</w:t></w:r></w:p>"), "see [l](http://x.y/?a=1&b=2) end");
    expect(partOf(after)).toMatch(
      /<w:hyperlink xmlns:r="[^"]+" r:id="rId1"><w:r>.*?<w:t[^>]*>l<\/w:t><\/w:r><\/w:hyperlink>/,
    );
    expect(partOf(after)).not.toContain("fldSimple");
    expect(partOf(after, relationsPart)).toContain('Target="http://x.y/?a=1&amp;b=2" TargetMode="External"');
    expect(readPackage(after, "docx", "a").text).toBe("one\nsee l end");
  });

  it("adds one element to the relations of the document, and nothing for an address that is there", () => {
    const before = createDocx("[a](https://example.com/)");
    const after = appended(before, "[b](https://example.com/) [c](https://example.com/c) [d](https://example.com/c)");
    const [old, now] = [partOf(before, relationsPart), partOf(after, relationsPart)];
    const added = now.replace(old.replace("</Relationships>", ""), "");
    expect(added).toMatch(
      /^<Relationship Id="rId\d+" [^<]*Target="https:\/\/example\.com\/c"[^<]*\/><\/Relationships>$/,
    );
    const ids = [...partOf(after).matchAll(/<w:hyperlink[^>]* r:id="(\w+)"/g)].map(([, id]) => id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[3]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("a tracked append", () => {
  const content = "see [l](http://x.y) and [m](mailto:a@b.c)\n\n| a | b |\n| - | - |\n| [c](http://x.y) | d |";

  it("has links around its insertions, and each suggestion has its own id", () => {
    const xml = partOf(
      appended(docxOf(`<w:p><w:ins w:id='7'><w:r><w:t>one</w:t></w:r></w:ins></w:p>`), content, track),
    );
    expect(xml).toMatch(/<w:hyperlink [^>]*><w:ins [^>]*><w:r>/);
    expect(xml).not.toMatch(/<w:ins [^>/]*>(?:(?!<\/w:ins>).)*<w:(?:hyperlink|fldSimple)/);
    const ids = [...xml.matchAll(/ w:id=["'](\d+)["']/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(8);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("can be rejected", () => {
    const before = docxOf("<w:p><w:r><w:t>one</w:t></w:r></w:p>");
    const zip = openZip(appended(before, content, track), "a");
    const after = rewritePackage(zip, resolveDocxSuggestions(zip, "all", "reject").parts, "a");
    expect(readPackage(after, "docx", "a").text).toBe("one");
    expect(partOf(after)).not.toContain("hyperlink");
  });
});
