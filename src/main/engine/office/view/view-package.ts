import type { OfficeComment, OfficePage } from "../../../../core/office/office-view";
import type { OfficeFormat } from "../../../../core/text/format";
import { docxView } from "../docx/view";
import { odpView } from "../odp/view";
import { odsView } from "../ods/view";
import { odtView } from "../odt/view";
import type { ZipPackage } from "../package/zip";
import { pptxView } from "../pptx/view";
import type { SheetsView } from "../sheet/sheet-view";
import type { SlideEntry, SlidesView } from "../slide/slides-view";
import type { TextView, ViewEntry } from "../text/view-entry";
import { xlsxView } from "../xlsx/view";

/** The view of a package, by kind of document. */
export type PackageView =
  | { kind: "document"; text: TextView; page: OfficePage; comments: OfficeComment[]; suggestions: number }
  | { kind: "spreadsheet"; book: SheetsView }
  | { kind: "presentation"; text: SlidesView };

/** A package at one version, with the ids of its paragraphs and slides. */
export type ModelState = { zip: ZipPackage; view: PackageView; ids: readonly string[]; slideIds: readonly string[] };

/** The images that the window can show. */
export const imageNames = /\.(?:png|jpe?g|gif|webp|bmp|svg|avif)$/i;

/** Reads a package for display; `imagesAt` is the prefix of image URLs, before the name of the part. */
export function readView(zip: ZipPackage, format: OfficeFormat, imagesAt: string): PackageView {
  const imageAt = (part: string): string | null =>
    imageNames.test(part) && zip.entries.has(part) ? `${imagesAt}${encodeURIComponent(part)}` : null;
  switch (format) {
    case "docx": {
      const { page, comments, suggestions, ...text } = docxView(zip, imageAt);
      return { kind: "document", text, page, comments, suggestions };
    }
    case "odt": {
      const { page, comments, suggestions, ...text } = odtView(zip, imageAt);
      return { kind: "document", text, page, comments, suggestions };
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

/** The paragraphs of a text or of slides, in order; none for a workbook. */
export const entriesOf = (view: PackageView): readonly ViewEntry[] =>
  view.kind === "spreadsheet" ? [] : view.text.entries;

export const slidesOf = (view: PackageView): readonly SlideEntry[] =>
  view.kind === "presentation" ? view.text.slides : [];

/**
 * Returns a function that gives the number of the slide (from 1) with a paragraph, by the paragraph's index; null if there are no slides.
 */
export function slideOfEntry(view: PackageView): (index: number) => number | null {
  const slides = slidesOf(view);
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
