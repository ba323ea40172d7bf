import { neighbouringParagraphs } from "./neighbouring-paragraphs";

/** The paragraphs before one, whatever chunk, chapter or volume they are in. */
export const getPreviousParagraphs = neighbouringParagraphs("previous");
