import { ooxmlProperties } from "../package/package-properties";
import { readSlides, slideBlocks, slideCounts } from "../slide/read-slides";
import type { OfficeEditor } from "../text/office-format";
import { createPptx } from "./create";
import { editPptx } from "./edit";
import { readPptxSlides } from "./read-slides";

/** PowerPoint presentations: titles, points and notes by id, slides as a list. */
export const pptxEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => readPptxSlides(zip, wanted), shared, only),
  edit: editPptx,
  inspect: (zip) => ({ counts: slideCounts(readPptxSlides(zip)), properties: ooxmlProperties(zip) }),
  blocks: (zip) => slideBlocks(readPptxSlides(zip)),
  create: createPptx,
};
