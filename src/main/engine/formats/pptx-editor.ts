import type { OfficeEditor } from "./office-format";
import { ooxmlProperties } from "./package-properties";
import { createPptx } from "./pptx-create";
import { editPptx } from "./pptx-edit";
import { toldPptx } from "./pptx-reading";
import { slideBlocks, slideCounts, slideLines } from "./slide-reading";

/** PowerPoint presentations: titles, points and notes by their ids, slides as a list. */
export const pptxEditor: OfficeEditor = {
  read: (zip, shared, only) => slideLines(toldPptx(zip), shared, only),
  edit: editPptx,
  inspect: (zip) => ({ counts: slideCounts(toldPptx(zip)), properties: ooxmlProperties(zip) }),
  blocks: (zip) => slideBlocks(toldPptx(zip)),
  create: createPptx,
};
