import type { OfficeShape } from "../../../../core/office/office-view";
import type { TextView } from "../text/view-entry";

/** A slide: its paragraphs are `from`–`to` of all entries, with the notes from `notesFrom` on. */
export type SlideEntry = { title: string; isHidden: boolean; shapes: ShapeEntry[]; notesFrom: number; to: number };

/** A shape; `from`–`to` are its paragraphs among all entries. */
export type ShapeEntry = Omit<OfficeShape, "id" | "paragraphs"> & { from: number; to: number };

/** A presentation for display. */
export type SlidesView = TextView & { slides: SlideEntry[]; size: { width: number; height: number } };
