/** File formats, by file name. */

const markdownEndings = /\.(?:md|markdown|mdown|mkdn?|mdwn|mdtxt|mdtext|mdx|mdc|qmd|rmd)$/i;
const officeEndings = /\.(docx|xlsx|pptx|odt|ods|odp)$/i;

/** A package format that `office_artifact` edits. */
export type OfficeFormat = "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp";

/** By the extension, in any letter case; everything that is not Markdown is text. */
export function formatOf(path: string): "markdown" | "text" {
  return markdownEndings.test(path) ? "markdown" : "text";
}

/** The Office format of the extension; null for any other file. */
export function officeFormatOf(path: string): OfficeFormat | null {
  const ending = officeEndings.exec(path)?.[1];
  return ending === undefined ? null : (ending.toLowerCase() as OfficeFormat);
}
