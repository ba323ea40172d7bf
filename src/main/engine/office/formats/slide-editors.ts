import { createOdp } from "../odp/create";
import { editOdp } from "../odp/edit";
import { readOdpSlides } from "../odp/read";
import { odfProperties, ooxmlProperties } from "../package/package-properties";
import { createPptx } from "../pptx/create";
import { editPptx } from "../pptx/edit";
import { readPptxSlides } from "../pptx/slide-texts";
import { readSlides, slideBlocks, slideCounts } from "../slide/read-slides";
import type { OfficeEditor } from "../text/office-format";

/** PowerPoint presentations: titles, points and notes by id, slides as a list. */
export const pptxEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => readPptxSlides(zip, wanted), shared, only),
  edit: editPptx,
  inspect: (zip) => ({ counts: slideCounts(readPptxSlides(zip)), properties: ooxmlProperties(zip) }),
  blocks: (zip) => slideBlocks(readPptxSlides(zip)),
  create: createPptx,
};

/** OpenDocument presentations: titles, points and notes by id, slides as a list. */
export const odpEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => readOdpSlides(zip, wanted), shared, only),
  edit: editOdp,
  inspect: (zip) => ({ counts: slideCounts(readOdpSlides(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => slideBlocks(readOdpSlides(zip)),
  create: createOdp,
};
