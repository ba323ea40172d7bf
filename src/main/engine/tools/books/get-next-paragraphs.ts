import { neighbouringParagraphs } from "./neighbouring-paragraphs";

/** The paragraphs after one, whatever chunk, chapter or volume they are in. */
export const getNextParagraphs = neighbouringParagraphs("next");
