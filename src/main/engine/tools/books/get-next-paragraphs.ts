import { neighbouringParagraphs } from "./neighbouring-paragraphs";

/** Reads the paragraphs after one, across chunks, chapters and volumes. */
export const getNextParagraphs = neighbouringParagraphs("next");
