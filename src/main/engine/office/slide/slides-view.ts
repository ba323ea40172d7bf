import type { OfficeShape } from "../../../../core/office/office-view";
import type { TextView } from "../text/view-entry";

/** A slide as a scan finds it: its paragraphs are `from`–`to` of all entries, the notes from `notesFrom` on. */
export type SeenSlide = { title: string; isHidden: boolean; shapes: SeenShape[]; notesFrom: number; to: number };

/** A shape, by its paragraphs among all entries. */
export type SeenShape = Omit<OfficeShape, "id" | "paragraphs"> & { from: number; to: number };

/** A presentation as it is shown. */
export type SlidesView = TextView & { slides: SeenSlide[]; size: { width: number; height: number } };
