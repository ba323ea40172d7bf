/** What a file is, as far as its name tells. */

const markdownEndings = /\.(?:md|markdown|mdown|mkdn?|mdwn|mdtxt|mdtext|mdx|mdc|qmd|rmd)$/i;
const officeEndings = /\.(docx|xlsx|pptx|odt|ods|odp)$/i;

/** A package format that `office_artifact` edits. */
export type OfficeFormat = "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp";

/** By the ending of the name, in any letter case; everything that is not Markdown counts as text. */
export function formatOf(path: string): "markdown" | "text" {
  return markdownEndings.test(path) ? "markdown" : "text";
}

/** The Office format that the name's ending stands for; null for every other file. */
export function officeFormatOf(path: string): OfficeFormat | null {
  const ending = officeEndings.exec(path)?.[1];
  return ending === undefined ? null : (ending.toLowerCase() as OfficeFormat);
}
