import { ooxmlProperties } from "../package/package-properties";
import { readSlides, slideBlocks, slideCounts } from "../slide/slide-reading";
import type { OfficeEditor } from "../text/office-format";
import { createPptx } from "./create";
import { editPptx } from "./edit";
import { toldPptx } from "./read-slides";

/** PowerPoint presentations: titles, points and notes by id, slides as a list. */
export const pptxEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => toldPptx(zip, wanted), shared, only),
  edit: editPptx,
  inspect: (zip) => ({ counts: slideCounts(toldPptx(zip)), properties: ooxmlProperties(zip) }),
  blocks: (zip) => slideBlocks(toldPptx(zip)),
  create: createPptx,
};
