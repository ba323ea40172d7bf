import type { OfficeEditor } from "./office-format";
import { ooxmlProperties } from "./package-properties";
import { createPptx } from "./pptx-create";
import { editPptx } from "./pptx-edit";
import { toldPptx } from "./pptx-reading";
import { readSlides, slideBlocks, slideCounts } from "./slide-reading";

/** PowerPoint presentations: titles, points and notes by their ids, slides as a list. */
export const pptxEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => toldPptx(zip, wanted), shared, only),
  edit: editPptx,
  inspect: (zip) => ({ counts: slideCounts(toldPptx(zip)), properties: ooxmlProperties(zip) }),
  blocks: (zip) => slideBlocks(toldPptx(zip)),
  create: createPptx,
};
