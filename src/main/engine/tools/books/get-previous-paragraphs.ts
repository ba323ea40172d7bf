import { neighbouringParagraphs } from "./neighbouring-paragraphs";

/** Reads the paragraphs before one, across chunks, chapters and volumes. */
export const getPreviousParagraphs = neighbouringParagraphs("previous");
