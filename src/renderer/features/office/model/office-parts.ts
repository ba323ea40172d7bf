import type { Bridge } from "../../../../shared/contract";
import type { OfficeChanged, OfficeContent, OfficeParagraph, OfficeSlide } from "../../../../shared/office";
import { parseAddress } from "./cell-ranges";
import { cellOfId } from "./office-typing";
import { PartList } from "./part-list";
import { SheetCells } from "./sheet-cells";

/** Paragraphs per request when looking for one by id. */
const PARAGRAPH_PAGE = 500;
/** The same for slides. */
const SLIDE_PAGE = 50;

const paragraphsOf = (slide: OfficeSlide): OfficeParagraph[] => [
  ...slide.shapes.flatMap((shape) => shape.paragraphs),
  ...slide.notes,
];

export type OfficeParts = ReturnType<typeof createOfficeParts>;

/** The loaded paragraphs, slides and cells of a document. `changed` is called when more are loaded or some have changed. */
export function createOfficeParts(bridge: Bridge, doc: string, changed: () => void) {
  const paragraphs = new PartList<OfficeParagraph>({
    size: 100,
    ask: async (from, count) => {
      const answer = await bridge.request("office:paragraphs", { doc, from, count });
      return answer.ok ? { ...answer, parts: answer.paragraphs } : null;
    },
    changed,
  });
  const slides = new PartList<OfficeSlide>({
    size: 20,
    ask: async (from, count) => {
      const answer = await bridge.request("office:slides", { doc, from, count });
      return answer.ok ? { ...answer, parts: answer.slides } : null;
    },
    changed,
  });
  const cells = new SheetCells({
    ask: async (sheet, range) => {
      const answer = await bridge.request("office:cells", { doc, sheet, range });
      return answer.ok ? answer : null;
    },
    changed,
  });

  return {
    paragraphs,
    slides,
    cells,
    /** A new version. `splices` and `cells` describe the difference to the loaded one; null: anything may have changed. */
    change(next: OfficeContent, how: Pick<OfficeChanged, "splices" | "cells">): void {
      if (next.kind === "document") paragraphs.change(next.version, next.total, how.splices);
      if (next.kind === "presentation") slides.change(next.version, next.total, how.splices);
      if (next.kind === "spreadsheet") cells.change(next.version, how.cells);
    },
    /** The current text of a paragraph or cell; undefined if it is not loaded. */
    textNow(id: string): string | undefined {
      for (const [, paragraph] of paragraphs.known("fresh")) if (paragraph.id === id) return paragraph.text;
      for (const [, slide] of slides.known("fresh"))
        for (const paragraph of paragraphsOf(slide)) if (paragraph.id === id) return paragraph.text;
      const { sheet, address } = cellOfId(id);
      const cell = parseAddress(address);
      if (!cell || !cells.isFresh(sheet, cell)) return undefined;
      return cells.at(sheet, cell)?.input ?? "";
    },
    /** The index of a paragraph, or of the slide that has it; null if there is none. What is not loaded is searched from the beginning. */
    async indexOf(id: string): Promise<number | null> {
      for (const [index, paragraph] of paragraphs.known()) if (paragraph.id === id) return index;
      for (let from = 0; from < paragraphs.total; from += PARAGRAPH_PAGE) {
        const answer = await bridge.request("office:paragraphs", { doc, from, count: PARAGRAPH_PAGE });
        const at = answer.ok ? answer.paragraphs.findIndex((each) => each.id === id) : -1;
        if (at >= 0) return from + at;
      }
      for (let from = 0; from < slides.total; from += SLIDE_PAGE) {
        const answer = await bridge.request("office:slides", { doc, from, count: SLIDE_PAGE });
        const hasIt = (slide: OfficeSlide) => paragraphsOf(slide).some((each) => each.id === id);
        const at = answer.ok ? answer.slides.findIndex(hasIt) : -1;
        if (at >= 0) return from + at;
      }
      return null;
    },
    /** A paragraph was saved with this text: shows it until the new version is loaded. */
    showWritten(id: string, text: string): void {
      for (const [index, paragraph] of paragraphs.known())
        if (paragraph.id === id && paragraph.text !== text)
          paragraphs.patch(index, { ...paragraph, text, runs: [{ kind: "text", text, style: {} }] });
    },
  };
}
