/** Normalizes a name for comparison: letter case, Unicode form, apostrophes, dashes and runs of blanks do not matter. */
export function folded(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
