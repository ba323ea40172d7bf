import { readDocx } from "../docx/read";
import { readOdf } from "../odf/read";
import type { ZipPackage } from "../package/zip";
import { asText, type PartSpan } from "../text/office-paragraphs";

/** A paragraph or table row of a text document that is in no other one, with its place in the file and its range in the text that `readPackage` returns. */
export type PassageUnit = {
  at: PartSpan;
  /** Of one without text, where the text goes on. */
  from: number;
  to: number;
  text: string;
  /** Of a heading its level; null for others. */
  heading: number | null;
};

/** The text of a document, and its units in order, also those without text. */
export type PassageUnits = { text: string; units: PassageUnit[] };

/** Reads the units of a text document. */
export function passageUnits(zip: ZipPackage, format: "docx" | "odt"): PassageUnits {
  const found = format === "docx" ? readDocx(zip) : readOdf(zip);
  const { text, paragraphs } = asText(found);
  const units: PassageUnit[] = [];
  let next = 0;
  let position = 0;
  for (const { kind, text: own, level = 1, at } of found) {
    const range = own.trim() === "" ? undefined : paragraphs[next++];
    position = range?.from ?? position;
    const { from, to } = range ?? { from: position, to: position };
    if (range !== undefined) position = range.to + 1;
    if (at === undefined) continue;
    const outer = units.at(-1);
    if (outer !== undefined && outer.at.part === at.part && at.from < outer.at.to) {
      // A note or a text box is a part of the paragraph that it is in.
      if (range !== undefined) outer.to = to;
      continue;
    }
    units.push({ at, from, to, text: own.trim(), heading: kind === "heading" ? level : null });
  }
  return { text, units };
}

/** The units that a range of the text touches, as their first and last index; null if there are none. */
export function unitsIn(
  units: readonly PassageUnit[],
  { from, to }: { from: number; to: number },
): { first: number; last: number } | null {
  const isTouched = (unit: PassageUnit): boolean =>
    unit.from < unit.to && unit.from < Math.max(to, from + 1) && from < unit.to;
  const first = units.findIndex(isTouched);
  return first < 0 ? null : { first, last: units.findLastIndex(isTouched) };
}

/** The last unit of the section whose heading has this index: before the next heading of the same or a higher level, or the notes. */
export function endOfSection(units: readonly PassageUnit[], index: number): number {
  const { heading, at } = units[index] ?? { heading: null, at: null };
  if (heading === null) return index;
  const next = units.findIndex(
    (unit, other) => other > index && (unit.at.part !== at?.part || (unit.heading ?? 99) <= heading),
  );
  return (next < 0 ? units.length : next) - 1;
}
