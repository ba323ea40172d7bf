import type { OfficeComment, OfficePage } from "../../../../core/office/office-view";
import type { OfficeFormat } from "../../../../core/text/format";
import { docxView } from "../docx/view";
import { odpView } from "../odp/view";
import { odsView } from "../ods/view";
import { odtView } from "../odt/view";
import type { ZipPackage } from "../package/zip";
import { pptxView } from "../pptx/view";
import type { SheetsView } from "../sheet/sheet-view";
import type { SeenSlide, SlidesView } from "../slide/slides-view";
import type { TextView, ViewEntry } from "../text/view-entry";
import { xlsxView } from "../xlsx/view";

/** A package as its format's view sees it. */
export type Seen =
  | { kind: "document"; text: TextView; page: OfficePage; comments: OfficeComment[]; suggestions: number }
  | { kind: "spreadsheet"; book: SheetsView }
  | { kind: "presentation"; text: SlidesView };

/** A package of one version, with the names that its paragraphs and slides go by. */
export type Reading = { zip: ZipPackage; seen: Seen; ids: readonly string[]; slideIds: readonly string[] };

/** The images that a page can show. */
export const shownImages = /\.(?:png|jpe?g|gif|webp|bmp|svg|avif)$/i;

/** What is looked through or compared cell by cell; larger workbooks are told of as a whole. */
export const mostCells = 200_000;

/** Sees a package; `imagesAt` is where the page finds an image, before the name of its part. */
export function seePackage(zip: ZipPackage, format: OfficeFormat, imagesAt: string): Seen {
  const imageAt = (part: string): string | null =>
    shownImages.test(part) && zip.entries.has(part) ? `${imagesAt}${encodeURIComponent(part)}` : null;
  switch (format) {
    case "docx": {
      const { page, comments, suggestions, ...text } = docxView(zip, imageAt);
      return { kind: "document", text, page, comments, suggestions };
    }
    case "odt": {
      const { page, comments, ...text } = odtView(zip, imageAt);
      return { kind: "document", text, page, comments, suggestions: 0 };
    }
    case "xlsx":
      return { kind: "spreadsheet", book: xlsxView(zip) };
    case "ods":
      return { kind: "spreadsheet", book: odsView(zip) };
    case "pptx":
      return { kind: "presentation", text: pptxView(zip, imageAt) };
    case "odp":
      return { kind: "presentation", text: odpView(zip, imageAt) };
  }
}

/** The paragraphs of a text or of slides, in their order; a workbook has none. */
export const entriesOf = (seen: Seen): readonly ViewEntry[] => (seen.kind === "spreadsheet" ? [] : seen.text.entries);

export const slidesOf = (seen: Seen): readonly SeenSlide[] => (seen.kind === "presentation" ? seen.text.slides : []);

/** On which slide, from 1, a paragraph stands by its place among all; null where there are no slides. */
export function slideOfEntry(seen: Seen): (index: number) => number | null {
  const slides = slidesOf(seen);
  if (slides.length === 0) return () => null;
  return (index) => {
    let low = 0;
    let high = slides.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((slides[middle]?.to ?? 0) > index) high = middle;
      else low = middle + 1;
    }
    return low + 1;
  };
}
