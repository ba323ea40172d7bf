import { createOdp } from "./odp-create";
import { editOdp } from "./odp-edit";
import { toldOdp } from "./odp-reading";
import type { OfficeEditor } from "./office-format";
import { odfProperties } from "./package-properties";
import { slideBlocks, slideCounts, slideLines } from "./slide-reading";

/** OpenDocument presentations: titles, points and notes by their ids, slides as a list. */
export const odpEditor: OfficeEditor = {
  read: (zip, shared, only) => slideLines(toldOdp(zip), shared, only),
  edit: editOdp,
  inspect: (zip) => ({ counts: slideCounts(toldOdp(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => slideBlocks(toldOdp(zip)),
  create: createOdp,
};
