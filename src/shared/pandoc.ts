/** The formats that an installed pandoc writes; each is the extension of its files. */
export const pandocFormats = ["tex", "rst", "adoc", "org", "wiki", "textile", "rtf", "xml"] as const;
export type PandocFormat = (typeof pandocFormats)[number];

/**
 * A document as HTML that pandoc reads. `pageBreak`: the text of a paragraph that stands for a page break, letters only. `hasContents`: it wants a
 * table of contents.
 */
export type PandocPage = { html: string; pageBreak: string; hasContents: boolean };
