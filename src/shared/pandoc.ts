/** The formats that an installed pandoc writes; each is the extension of its files. */
export const pandocFormats = ["tex", "rst", "adoc", "org", "wiki", "textile", "rtf", "xml"] as const;
export type PandocFormat = (typeof pandocFormats)[number];
