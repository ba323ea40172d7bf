import { createOdp } from "./odp-create";
import { editOdp } from "./odp-edit";
import { toldOdp } from "./odp-reading";
import type { OfficeEditor } from "./office-format";
import { odfProperties } from "./package-properties";
import { readSlides, slideBlocks, slideCounts } from "./slide-reading";

/** OpenDocument presentations: titles, points and notes by their ids, slides as a list. */
export const odpEditor: OfficeEditor = {
  read: (zip, shared, only) => readSlides((wanted) => toldOdp(zip, wanted), shared, only),
  edit: editOdp,
  inspect: (zip) => ({ counts: slideCounts(toldOdp(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => slideBlocks(toldOdp(zip)),
  create: createOdp,
};
