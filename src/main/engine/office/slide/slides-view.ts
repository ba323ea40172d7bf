import type { OfficeShape } from "../../../../core/office/office-view";
import type { TextView } from "../text/view-entry";

/** A slide: its paragraphs are `from`–`to` of all entries, with the notes from `notesFrom` on. */
export type SeenSlide = { title: string; isHidden: boolean; shapes: SeenShape[]; notesFrom: number; to: number };

/** A shape; `from`–`to` are its paragraphs among all entries. */
export type SeenShape = Omit<OfficeShape, "id" | "paragraphs"> & { from: number; to: number };

/** A presentation for display. */
export type SlidesView = TextView & { slides: SeenSlide[]; size: { width: number; height: number } };
