import { cellName, isWithin, parseRange, splitAddress } from "../../../../core/office/sheet-address";
import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { annotationQuery } from "../odf/annotations";
import { readOdpSlides } from "../odp/read";
import { odpPages } from "../odp/slides";
import { odsSheets } from "../ods/sheets";
import { readPart } from "../package/package-parts";
import { takeElements } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { slideParts } from "../pptx/read";
import { readPptxSlides } from "../pptx/slide-texts";
import type { Sheet } from "../sheet/read-sheets";
import { slideAddress, slideRanges } from "../slide/slide-comments";
import { xlsxSheets } from "../xlsx/read";
import { inPackage, type PackageFile } from "./in-package";

/** A range of cells (`Sheet1!B2:C9`) or a slide (`slide 3`) that is protected; `words` is the title that the slide had. */
export type PartAddress = { address: string; words: string };

/** Where these parts are now: a slide that was moved is found by its title. Cells keep their addresses. */
export const placedParts = (file: PackageFile, parts: readonly PartAddress[]): string[] =>
  inPackage(file, (zip) => parts.map((part) => placedIn(zip, file.format)(part)));

/** Those of these parts whose content differs in a later version, by their indexes. What a formula results in does not count. */
export function changedParts(
  { format, name, before, after }: { format: OfficeFormat; name: string; before: Uint8Array; after: Uint8Array },
  parts: readonly PartAddress[],
): number[] {
  const contentsIn = (bytes: Uint8Array): PartContents => inPackage({ bytes, format, name }, contentsOf[format]);
  const old = contentsIn(before);
  const addresses = placedParts({ bytes: before, format, name }, parts);
  const now = contentsIn(after);
  return addresses.flatMap((address, index) => (old.isSame(now, address) ? [] : [index]));
}

/** What is compared of a version. */
type PartContents = {
  sheets: readonly Sheet[];
  slides: readonly string[];
  isSame(later: PartContents, address: string): boolean;
};

const ofSheets = (sheets: readonly Sheet[]): PartContents => ({
  sheets,
  slides: [],
  isSame: (later, address) => cellsAt(sheets, address) === cellsAt(later.sheets, address),
});

const ofSlides = (slides: readonly string[]): PartContents => ({
  sheets: [],
  slides,
  // A slide may move; it must be there as it was.
  isSame: (later, address) => later.slides.includes(slides[slideNumber(address) - 1] ?? ""),
});

const unsupported = (): never => {
  throw new ToolError("unsupported", "only cells and slides have addresses");
};

const contentsOf: Record<OfficeFormat, (zip: ZipPackage) => PartContents> = {
  docx: unsupported,
  odt: unsupported,
  xlsx: (zip) => ofSheets(xlsxSheets(zip)),
  ods: (zip) => ofSheets(odsSheets(zip)),
  pptx: (zip) =>
    ofSlides(
      slideParts(zip)
        .slides.filter(({ part }) => zip.entries.has(part))
        // The name keeps two slides apart that are the same.
        .map(({ part, notes }) => [part, readPart(zip, part), notes === null ? "" : readPart(zip, notes)].join("\0")),
    ),
  odp: (zip) => ofSlides(odpContents(readPart(zip, "content.xml") ?? "")),
};

/** The pages without their comments. */
function odpContents(xml: string): string[] {
  const take = (name: string): boolean => name === "office:annotation";
  const comments = xml.includes("annotation") ? takeElements(xml, { ...annotationQuery, take }) : [];
  return odpPages(xml).map(({ from, to }) => {
    let text = "";
    let at = from;
    for (const comment of comments) {
      if (comment.from < from || comment.to > to) continue;
      text += xml.slice(at, comment.from);
      at = comment.to;
    }
    return text + xml.slice(at, to);
  });
}

const slideNumber = (address: string): number => Number(/^slide (\d+)$/.exec(address)?.[1] ?? 0);

/** What the cells of a range hold: formulas as they are written, and the values of the others. Null without such a sheet. */
function cellsAt(sheets: readonly Sheet[], address: string): string | null {
  const split = splitAddress(address);
  const range = split === null ? null : parseRange(split.rest);
  const sheet = sheets.find(({ name }) => name === split?.sheet);
  if (range === null || sheet === undefined) return null;
  const cells: unknown[] = [];
  sheet.read({
    cell(cell) {
      const { ref, kind, value, hasFormula } = cell;
      if (isWithin(ref, range) && (hasFormula || kind !== "empty"))
        cells.push([cellName(ref), hasFormula ? cell.formula : [kind, value]]);
    },
    row() {},
  });
  return JSON.stringify(cells);
}

/** Finds a slide by its title if another one has its number now. */
function placedIn(zip: ZipPackage, format: OfficeFormat): (part: PartAddress) => string {
  if (format !== "pptx" && format !== "odp") return ({ address }) => address;
  const { slides, text } = slideRanges(
    format === "pptx" ? readPptxSlides(zip, "beginning") : readOdpSlides(zip, "beginning"),
  );
  const titles = slides.map(({ first }) => text.slice(first.from, first.to));
  return ({ address, words }) => {
    if (words === "" || titles[slideNumber(address) - 1] === words) return address;
    const index = titles.indexOf(words);
    return index >= 0 && titles.lastIndexOf(words) === index ? slideAddress(index + 1) : address;
  };
}
