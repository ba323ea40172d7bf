import { isWithin, parseRange, rangeName, sheetInAddress, splitAddress } from "../../../../core/office/sheet-address";
import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { annotationQuery } from "../odf/annotations";
import { readOdpSlides } from "../odp/read";
import { odpPages } from "../odp/slides";
import { odpView } from "../odp/view";
import { odsSheets } from "../ods/sheets";
import { readPart } from "../package/package-parts";
import { takeElements } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { slideParts } from "../pptx/read";
import { readPptxSlides } from "../pptx/slide-texts";
import { pptxView } from "../pptx/view";
import { cellPrint, placedRange } from "../sheet/placed-range";
import type { Sheet } from "../sheet/read-sheets";
import { slideAddress, slideRanges } from "../slide/slide-comments";
import { xlsxSheets } from "../xlsx/read";
import { inPackage, type PackageFile } from "./in-package";

/**
 * A range of cells (`Sheet1!B2:C9`) or a slide (`slide 3`). `words` is the title that the slide had, as the app shows it; or if `isFirstText` its first
 * text, as a comment has it. Empty if there was none.
 */
export type PartAddress = {
  address: string;
  words: string;
  isFirstText?: true;
  /** Of cells what they are found by after rows and columns have come and gone; see `cellPrint`. */
  print?: string | undefined;
};

/** What a lock keeps of a title. */
const MAX_TITLE = 10_000;

/**
 * Where these parts are now: a slide that was moved is found by its title, and cells by what is in and around them, if a print of it was kept. Null for a
 * slide whose title is not there, or is that of several others, and for cells that are not found. Cells of a sheet that is not there keep their address.
 */
export const placedParts = (file: PackageFile, parts: readonly PartAddress[]): (string | null)[] =>
  inPackage(file, (zip) => parts.map(placedIn(zip, file.format)));

/** What cells at an address are found by later; null for whole rows and columns, and without such a sheet. */
export const printOfCells = (file: PackageFile, address: string): string | null =>
  inPackage(file, (zip) => cellPrint(sheetsOf(zip, file.format), address));

const sheetsOf = (zip: ZipPackage, format: OfficeFormat): readonly Sheet[] =>
  format === "xlsx" ? xlsxSheets(zip) : format === "ods" ? odsSheets(zip) : [];

/** A part, by its index, whose content differs in a later version, and its address in the earlier one; `isMissing` if that had no such sheet or slide. */
export type ChangedPart = { index: number; address: string; isMissing: boolean };

/** Those of these parts whose content differs in a later version. What a formula results in does not count. */
export function changedParts(
  { format, name, before, after }: { format: OfficeFormat; name: string; before: Uint8Array; after: Uint8Array },
  parts: readonly PartAddress[],
): ChangedPart[] {
  const partsIn = (bytes: Uint8Array): { isLost: boolean; address: string; content: PartContent }[] => {
    const file = { bytes, format, name };
    // Found again in each version: a part that stays, but is found no longer, would lose its protection.
    const placed = placedParts(file, parts);
    return inPackage(file, (zip) => {
      const contentAt = contentsOf[format](zip);
      return parts.map(({ address: former, print }, index) => {
        const address = placed[index] ?? former;
        return { isLost: print !== undefined && placed[index] === null, address, content: contentAt(address) };
      });
    });
  };
  const [old, now] = [partsIn(before), partsIn(after)];
  return parts.flatMap((_part, index) => {
    const [was, is] = [old[index], now[index]];
    // Cells that were no longer found are protected no longer, as the list of the protected passages says.
    if (was === undefined || was.isLost) return [];
    const isMissing = was.content === null;
    // Agents insert no rows or columns: what is elsewhere in the later version is a copy, after which the cells themselves could be changed.
    const isThere = is?.isLost === false && (parts[index]?.print === undefined || is.address === was.address);
    return !isMissing && isThere && was.content === is.content ? [] : [{ index, address: was.address, isMissing }];
  });
}

/** What is compared of a part; null if the document has no such part. */
type PartContent = string | null;

const ofSheets =
  (sheets: readonly Sheet[]) =>
  (address: string): PartContent =>
    cellsAt(sheets, address);

const ofSlides =
  (slides: readonly string[]) =>
  (address: string): PartContent =>
    slides[slideNumber(address) - 1] ?? null;

const unsupported = (): never => {
  throw new ToolError("unsupported", "only cells and slides have addresses");
};

const contentsOf: Record<OfficeFormat, (zip: ZipPackage) => (address: string) => PartContent> = {
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
        cells.push([
          ref.row - range.from.row,
          ref.column - range.from.column,
          hasFormula ? cell.formula : [kind, value],
        ]);
    },
    row() {},
  });
  return JSON.stringify(cells);
}

/** Finds a slide by its title if another one has its number now. */
function placedIn(zip: ZipPackage, format: OfficeFormat): (part: PartAddress) => string | null {
  if (format === "xlsx" || format === "ods") {
    const sheets = lazily(() => sheetsOf(zip, format));
    return ({ address, print }) => {
      const found = print === undefined ? "no sheet" : placedRange(sheets(), address, print);
      if (found === null || found === "no sheet") return found === null ? null : address;
      const sheet = splitAddress(address)?.sheet ?? "";
      return `${sheetInAddress(sheet)}!${rangeName(found)}`;
    };
  }
  if (format !== "pptx" && format !== "odp") return ({ address }) => address;
  const isPptx = format === "pptx";
  const titles = lazily(() => {
    const { slides } = isPptx ? pptxView(zip, () => null) : odpView(zip, () => null);
    return slides.map(({ title }) => title.slice(0, MAX_TITLE));
  });
  const firstTexts = lazily(() => {
    const { slides, text } = slideRanges(isPptx ? readPptxSlides(zip, "beginning") : readOdpSlides(zip, "beginning"));
    return slides.map(({ first }) => text.slice(first.from, first.to));
  });
  return ({ address, words, isFirstText }) => {
    if (words === "") return address;
    const all = isFirstText ? firstTexts() : titles();
    if (all[slideNumber(address) - 1] === words) return address;
    const index = all.indexOf(words);
    return index >= 0 && all.lastIndexOf(words) === index ? slideAddress(index + 1) : null;
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
