/** A name as it is compared: without regard to letter case, Unicode form, the shape of apostrophes and runs of blanks. */
export function folded(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
