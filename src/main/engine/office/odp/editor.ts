import { odfProperties } from "../package/package-properties";
import { readSlides, slideBlocks, slideCounts } from "../slide/read-slides";
import type { OfficeEditor } from "../text/office-format";
import { createOdp } from "./create";
import { editOdp } from "./edit";
import { readOdpSlides } from "./read-slides";

/** OpenDocument presentations: titles, points and notes by id, slides as a list. */
export const odpEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => readOdpSlides(zip, wanted), shared, only),
  edit: editOdp,
  inspect: (zip) => ({ counts: slideCounts(readOdpSlides(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => slideBlocks(readOdpSlides(zip)),
  create: createOdp,
};
