/** An EPUB as plain values, from which `epubPackage` writes it. */
export type EpubPlan = {
  title: string;
  authors: readonly string[];
  /** The date as the document writes it; empty if it has none. */
  date: string;
  /** When the document was made or exported, as ISO 8601 in UTC, without fractions of a second. */
  moment: string;
  /** A BCP 47 tag; anything else is written as `und`. */
  lang: string;
  /** Who wrote what, in a sentence; empty if the book does not say. */
  authorship: string;
  /** A URN; the same document always has the same one. */
  identifier: string;
  /** What the reader's table of contents is called. */
  contentsTitle: string;
  chapters: readonly EpubChapter[];
  /** The headings in their order; `address` is relative, such as `c0001.xhtml#second`. */
  contents: readonly { level: number; title: string; address: string }[];
  pictures: readonly EpubPicture[];
};

/** `xhtml` is the well-formed content of the chapter's body. */
export type EpubChapter = { name: string; title: string; xhtml: string; hasMath: boolean };

/** `name` is relative to the chapters, such as `p0001.png`. */
export type EpubPicture = { name: string; type: string; bytes: Uint8Array };
