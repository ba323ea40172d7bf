import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { rewritePackage } from "../package/package-writer";
import { docxOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { ModelEdit } from "../view/model-protocol";
import { OfficeModel } from "../view/office-model";
import { docxSuggestions, resolveDocxSuggestions } from "./suggestions";

const made = readFileSync(join(import.meta.dirname, "../samples/python-docx.docx"));
const modelOf = (bytes: Uint8Array): OfficeModel =>
  new OfficeModel({ bytes, format: "docx", name: "a.docx", version: "", imagesAt: "at:" });
const projectionOf = (bytes: Uint8Array): string => modelOf(bytes).projection() ?? "";
const track = { author: "Anna", at: "2026-11-21T10:00:00Z" };

async function suggested(bytes: Uint8Array, edits: readonly ModelEdit[]): Promise<Uint8Array> {
  const edited = await modelOf(bytes).edit(edits, track);
  if (edited.status === "stale") throw new Error("stale");
  return edited.bytes;
}
const resolved = (bytes: Uint8Array, how: "accept" | "reject", ids: readonly string[] | "all" = "all"): Uint8Array => {
  const zip = openZip(bytes, "a.docx");
  return rewritePackage(zip, resolveDocxSuggestions(zip, ids, how).parts, "a.docx");
};
const listed = (bytes: Uint8Array) =>
  docxSuggestions(openZip(bytes, "a.docx")).map(({ kind, author, text }) => `${kind} ${author}: ${text}`);

test("rejecting suggested edits restores the old text, and accepting them gives the new one", async () => {
  const before = modelOf(made);
  const shown = before.paragraphs(0, 100);
  const words = fc.constantFrom("", "One.", "Two words", "In spring the lawn is green.", "花园");
  const edit = fc.record({ at: fc.nat(9), text: words, what: fc.constantFrom("text", "insert", "delete") });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(edit, { maxLength: 4, selector: ({ at }) => at }), async (asked) => {
      const edits = asked.map(({ at, text, what }): ModelEdit => {
        const { id, text: now } = shown[at] as (typeof shown)[number];
        if (what === "insert") return { edit: "insert", after: id, text };
        return what === "text"
          ? { edit: "text", paragraph: id, before: now, text }
          : { edit: "delete", paragraph: id, before: now };
      });
      const bytes = await suggested(made, edits);
      expect(projectionOf(resolved(bytes, "reject"))).toBe(projectionOf(made));
      const plain = await before.edit(edits, null);
      if (plain.status === "stale") throw new Error("stale");
      const accepted = resolved(bytes, "accept");
      expect(readPackage(accepted, "docx", "").text).toBe(readPackage(plain.bytes, "docx", "").text);
      expect(listed(accepted)).toEqual([]);
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 500 : 6 },
  );
});

describe("a move by Word", () => {
  const by = 'w:author="Bo" w:date="2026-01-01T00:00:00Z"';
  const range = (kind: string, id: number, inside: string, name = "move1"): string =>
    `<w:${kind}RangeStart w:id="${id}" ${by} w:name="${name}"/>${inside}<w:${kind}RangeEnd w:id="${id}"/>`;
  const text = (of: string): string => `<w:r><w:t>${of}</w:t></w:r>`;
  const mark = (kind: string, id: number): string => `<w:pPr><w:rPr><w:${kind} w:id="${id}" ${by}/></w:rPr></w:pPr>`;
  const bytes = docxOf(
    `${range("moveFrom", 1, `<w:p>${mark("moveFrom", 2)}<w:moveFrom w:id="3" ${by}>${text("moved")}</w:moveFrom></w:p>`)}<w:p>${text("stays")}</w:p>` +
      `<w:p>${mark("moveTo", 4)}${range("moveTo", 5, `<w:moveTo w:id="6" ${by}>${text("moved")}</w:moveTo>`)}</w:p>` +
      `<w:p>${range("moveTo", 7, `<w:moveTo w:id="8" ${by}>${text("other")}</w:moveTo>`, "move2")}${text("end")}</w:p>`,
  );
  const xml = (of: Uint8Array): string => openZip(of, "").read("word/document.xml")?.toString() ?? "";
  const marksIn = (of: Uint8Array): string[] => xml(of).match(/move(?:From|To)Range\w+ w:id="\d"/g) ?? [];

  test.each(["accept", "reject"] as const)("leaves no marks of its range after %s of all", (how) => {
    expect(marksIn(bytes)).toHaveLength(6);
    expect(marksIn(resolved(bytes, how))).toEqual([]);
  });

  test("keeps the marks of other moves if it is accepted on its own", () => {
    const ids = docxSuggestions(openZip(bytes, ""))
      .filter(({ text: of }) => of === "moved")
      .map(({ id }) => id);
    expect(marksIn(resolved(bytes, "accept", ids))).toEqual(['moveToRangeStart w:id="7"', 'moveToRangeEnd w:id="7"']);
  });
});

describe("a tracked change by Word", () => {
  const by = 'w:author="Bo" w:date="2026-01-01T00:00:00Z"';
  const bytes = docxOf(
    `<w:p><w:r><w:t>Kept </w:t></w:r><w:del w:id="1" ${by}><w:r><w:delText>old</w:delText></w:r></w:del><w:ins w:id="2" ${by}><w:r><w:t>new</w:t></w:r></w:ins></w:p>` +
      `<w:p><w:pPr><w:jc w:val="right"/><w:pPrChange w:id="3" ${by}><w:pPr><w:jc w:val="center"/></w:pPr></w:pPrChange></w:pPr><w:r><w:rPr><w:b/><w:rPrChange w:id="4" ${by}><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr><w:t>look</w:t></w:r></w:p>` +
      `<w:tbl><w:tr><w:trPr><w:ins w:id="5" ${by}/></w:trPr><w:tc><w:p><w:r><w:t>row</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>` +
      `<w:p><w:pPr><w:rPr><w:del w:id="6" ${by}/></w:rPr></w:pPr><w:r><w:t>joined</w:t></w:r></w:p><w:p><w:r><w:t> here</w:t></w:r></w:p>`,
  );
  const xml = (of: Uint8Array): string => openZip(of, "").read("word/document.xml")?.toString() ?? "";

  test("is listed with its kind", () => {
    expect(listed(bytes)).toEqual([
      "deletion Bo: old",
      "insertion Bo: new",
      "formatting Bo: ",
      "formatting Bo: ",
      "row Bo: ",
      "paragraph Bo: ",
    ]);
  });

  test("is accepted", () => {
    const after = resolved(bytes, "accept");
    expect(readPackage(after, "docx", "").text).toBe("Kept new\nlook\nrow\njoined here");
    expect(xml(after)).toContain('<w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>look');
  });

  test("is rejected", () => {
    const after = resolved(bytes, "reject");
    expect(readPackage(after, "docx", "").text).toBe("Kept old\nlook\njoined\nhere");
    expect(xml(after)).toContain('<w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:i/></w:rPr><w:t>look');
  });

  test("is resolved on its own, and nothing else changes", () => {
    const ids = docxSuggestions(openZip(bytes, "")).map(({ id }) => id);
    const after = resolved(bytes, "accept", [ids[0] ?? ""]);
    expect(xml(after)).toBe(xml(bytes).replace(/<w:del w:id="1".*?<\/w:del>/, ""));
  });
});

test("a rejected change of properties restores the old ones, and keeps what it says nothing about", () => {
  const by = 'w:author="Bo" w:date="2026-01-01T00:00:00Z"';
  const header = '<w:headerReference w:type="default" r:id="rId9"/>';
  const row = (properties: string) =>
    `<w:tbl><w:tr>${properties}<w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`;
  const inserted = `<w:ins w:id="2" ${by}/>`;
  const mark = `<w:ins w:id="4" ${by}/>`;
  const bytes = docxOf(
    row(
      `<w:trPr><w:cantSplit/>${inserted}<w:trPrChange w:id="1" ${by}><w:trPr><w:jc w:val="end"/></w:trPr></w:trPrChange></w:trPr>`,
    ) +
      `<w:p><w:pPr><w:rPr>${mark}<w:b/><w:rPrChange w:id="3" ${by}><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr></w:pPr></w:p>` +
      `<w:p><w:r><w:rPr><w:b/><w:rPrChange w:id="7" ${by}><w:rPr/></w:rPrChange></w:rPr><w:t>plain</w:t></w:r></w:p>` +
      `<w:p/><w:sectPr>${header}<w:cols w:num="2"/><w:sectPrChange w:id="5" ${by}><w:sectPr><w:cols w:num="1"/></w:sectPr></w:sectPrChange></w:sectPr>`,
  );
  const changes = docxSuggestions(openZip(bytes, "")).filter(({ kind }) => kind === "formatting");
  expect(changes).toHaveLength(4);
  const xml = openZip(
    resolved(
      bytes,
      "reject",
      changes.map(({ id }) => id),
    ),
    "",
  )
    .read("word/document.xml")
    ?.toString();
  expect(xml).toContain(row(`<w:trPr><w:jc w:val="end"/>${inserted}</w:trPr>`));
  expect(xml).toContain(`<w:pPr><w:rPr>${mark}<w:i/></w:rPr></w:pPr>`);
  expect(xml).toContain("<w:p><w:r><w:rPr></w:rPr><w:t>plain</w:t></w:r></w:p>");
  expect(xml).toContain(`<w:sectPr>${header}<w:cols w:num="1"/></w:sectPr>`);
});
