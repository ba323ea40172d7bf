import fc from "fast-check";
import { expect, it } from "vitest";
import { escapedText } from "../../../../core/text/escape-xml";
import { editDocx } from "../docx/edit";
import { readPackage } from "../formats/read-package";
import { editOdt } from "../odt/edit";
import { rewritePackage } from "../package/package-writer";
import { docxOf, odtOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { OfficeOperation } from "./office-format";

const runs = process.env["GALLEY_LONG"] === undefined ? 40 : 5000;

/** Words with everything that is difficult in XML: runs of blanks, tabs, breaks, special characters, other scripts. */
const words = fc.stringMatching(/^[ab <&\t\n花😀"]{0,8}$/u);
/** A paragraph as its runs. The first paragraph of each document has some text. */
const paragraph = fc.array(words, { minLength: 1, maxLength: 5 });
const documents = fc.array(paragraph, { minLength: 1, maxLength: 5 });

const docxRun = (text: string, bold: boolean): string => {
  const inside = text
    .split(/([\t\n])/)
    .map((piece) =>
      piece === "\t"
        ? "<w:tab/>"
        : piece === "\n"
          ? "<w:br/>"
          : `<w:t xml:space="preserve">${escapedText(piece)}</w:t>`,
    );
  return `<w:r>${bold ? "<w:rPr><w:b/></w:rPr>" : ""}${inside.join("")}</w:r>`;
};
const odtRun = (text: string, span: boolean): string => {
  const inside = text.replaceAll(/[\t\n]| |[^\t\n ]+/g, (piece) =>
    piece === "\t"
      ? "<text:tab/>"
      : piece === "\n"
        ? "<text:line-break/>"
        : piece === " "
          ? "<text:s/>"
          : escapedText(piece),
  );
  return span ? `<text:span>${inside}</text:span>` : inside;
};

const kinds = {
  docx: {
    make: (texts: string[][]) =>
      docxOf(
        texts
          .map((each) => `<w:p>${each.map((text, index) => docxRun(text, index % 2 === 1)).join("")}</w:p>`)
          .join(""),
      ),
    edit: editDocx,
    /** Reads the text of a paragraph with regular expressions only. */
    independent: (xml: string) =>
      [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([whole]) =>
        [
          ...whole
            .replaceAll(/<w:del [^>]*>.*?<\/w:del>/gs, "")
            .matchAll(/<w:t[ >][^<]*?>?([^<>]*)<\/w:t>|<w:(tab|br)\/>/g),
        ]
          .map(([, text = "", sign]) => (sign === "tab" ? "\t" : sign === "br" ? "\n" : text))
          .join(""),
      ),
    part: "word/document.xml",
  },
  odt: {
    make: (texts: string[][]) =>
      odtOf(
        texts
          .map((each) => `<text:p>${each.map((text, index) => odtRun(text, index % 2 === 1)).join("")}</text:p>`)
          .join(""),
      ),
    edit: editOdt,
    /** As the standard says: a run of blanks counts as one, none at the start or after a break; elements count as written. */
    independent: (xml: string) =>
      [
        ...xml.replace(/<text:tracked-changes.*<\/text:tracked-changes>/s, "").matchAll(/<text:p>(.*?)<\/text:p>/gs),
      ].map(([, whole = ""]) => {
        let out = "";
        let isBlank = true;
        for (const [piece, count, sign] of whole.matchAll(
          /<text:s(?: text:c="(\d+)")?\/>|<text:(tab|line-break)\/>|<[^>]*>|[^<]/g,
        )) {
          if (piece.startsWith("<text:s") && !piece.startsWith("<text:span")) {
            out += " ".repeat(Number(count ?? 1));
            isBlank = false;
          } else if (sign !== undefined) {
            out += sign === "tab" ? "\t" : "\n";
            isBlank = sign !== "tab";
          } else if (!piece.startsWith("<")) {
            if (piece !== " " || !isBlank) out += piece;
            isBlank = piece === " ";
          }
        }
        return out;
      }),
    part: "content.xml",
  },
} as const;

const decoded = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), words, fc.boolean()), { minLength: 1, maxLength: 4 });

it.each(["docx", "odt"] as const)("random edits of %s give the same text as in plain text", (format) => {
  const { make, edit, independent, part } = kinds[format];
  fc.assert(
    fc.property(documents, edits, fc.boolean(), (texts, steps, isTracked) => {
      let bytes = make(texts);
      const model = texts.map((each) => each.join(""));
      for (const [which, from, length, insert, isSet] of steps) {
        const named = model.flatMap((text, index) => (text.trim() === "" ? [] : [index]));
        const index = named[which % Math.max(1, named.length)];
        const text = index === undefined ? "" : (model[index] ?? "");
        if (index === undefined) return;
        const paragraph = named.indexOf(index);
        const characters = [...text];
        const start = from % characters.length;
        const find = characters.slice(start, start + 1 + (length % 4)).join("");
        const node = { id: "", paragraph };
        const operation: OfficeOperation = isSet
          ? { operation: "set_text", node, content: insert }
          : { operation: "replace_text", find, replace: insert, which: "all", node };
        const zip = openZip(bytes, "a");
        const track = isTracked ? { author: "A", at: "2026-01-01T00:00:00Z" } : null;
        bytes = rewritePackage(zip, edit(zip, operation, { name: "a", track }).parts, "a");
        const lead = text.length - text.trimStart().length;
        model[index] = isSet
          ? text.slice(0, lead) + insert.trim() + text.slice(lead + text.trim().length)
          : text.replaceAll(find, () => insert);
      }
      const xml = openZip(bytes, "a").read(part)?.toString() ?? "";
      expect(independent(xml).map(decoded)).toEqual(model);
      const read = readPackage(bytes, format, "a").paragraphs.map(({ text }) => text);
      expect(read).toEqual(model.map((text) => text.trim()).filter((text) => text !== ""));
    }),
    { numRuns: runs },
  );
});
