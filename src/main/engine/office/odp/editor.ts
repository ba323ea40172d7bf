import { odfProperties } from "../package/package-properties";
import { readSlides, slideBlocks, slideCounts } from "../slide/slide-reading";
import type { OfficeEditor } from "../text/office-format";
import { createOdp } from "./create";
import { editOdp } from "./edit";
import { toldOdp } from "./read-slides";

/** OpenDocument presentations: titles, points and notes by id, slides as a list. */
export const odpEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => toldOdp(zip, wanted), shared, only),
  edit: editOdp,
  inspect: (zip) => ({ counts: slideCounts(toldOdp(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => slideBlocks(toldOdp(zip)),
  create: createOdp,
};
