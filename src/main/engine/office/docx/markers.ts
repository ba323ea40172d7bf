import { MAX_MARKER } from "../../ports/limits";
import { scanXml } from "../package/scan-xml";
import { docxPrefixes } from "./scan";

type Level = { format: string; text: string; start: number };

/** The markers of a document's list items. Must be called in text order, since items are counted. */
export class DocxMarkers {
  readonly #abstract = new Map<string, Level[]>();
  readonly #lists = new Map<string, { abstract: string; starts: Map<number, number> }>();
  readonly #counts = new Map<string, number[]>();

  constructor(numbering: string | null) {
    if (numbering === null) return;
    let levels: Level[] = [];
    let level = -1;
    let list = "";
    let override = -1;
    scanXml(numbering, docxPrefixes, {
      open: (name, tag) => {
        const value = tag.attribute("w:val") ?? "";
        if (name === "w:abstractNum") {
          levels = [];
          this.#abstract.set(tag.attribute("w:abstractNumId") ?? "", levels);
        } else if (name === "w:lvl" && list === "") {
          level = Math.min(8, Math.max(0, Number(tag.attribute("w:ilvl")) || 0));
          levels[level] = { format: "decimal", text: "", start: 1 };
        } else if (name === "w:num") {
          list = tag.attribute("w:numId") ?? "";
          this.#lists.set(list, { abstract: "", starts: new Map() });
        } else if (name === "w:abstractNumId" && list !== "") {
          const known = this.#lists.get(list);
          if (known !== undefined) known.abstract = value;
        } else if (name === "w:lvlOverride") override = Number(tag.attribute("w:ilvl")) || 0;
        else if (name === "w:startOverride" && list !== "")
          this.#lists.get(list)?.starts.set(override, Number(value) || 1);
        const now = levels[level];
        if (list !== "" || now === undefined) return;
        if (name === "w:numFmt") now.format = value;
        else if (name === "w:lvlText") now.text = value.slice(0, MAX_MARKER);
        else if (name === "w:start") now.start = Number.isFinite(Number(value)) ? Number(value) : 1;
      },
      close(name) {
        if (name === "w:lvl") level = -1;
        else if (name === "w:num") list = "";
      },
      text() {},
    });
  }

  /** The marker of the next item of a list; a bullet for an unknown list, null if its items have none. */
  next(number: string, level: number): string | null {
    const list = this.#lists.get(number);
    const levels = list === undefined ? undefined : this.#abstract.get(list.abstract);
    const own = levels?.[level];
    if (list === undefined || levels === undefined || own === undefined) return "•";
    if (own.format === "bullet") return /[a-zA-Z0-9\ue000-\uf8ff]/.test(own.text) || own.text === "" ? "•" : own.text;
    if (own.format === "none") return null;
    // A list with its own start value has its own counters; the others share those of their abstract list.
    const counted = list.starts.size > 0 ? `list ${number}` : `abstract ${list.abstract}`;
    const counts = this.#counts.get(counted) ?? [];
    this.#counts.set(counted, counts);
    counts.length = Math.min(counts.length, level + 1);
    for (let above = 0; above < level; above++) counts[above] ??= list.starts.get(above) ?? levels[above]?.start ?? 1;
    counts[level] = (counts[level] ?? (list.starts.get(level) ?? own.start) - 1) + 1;
    return own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      return inFormat(counts[at] ?? 1, levels[at]?.format ?? "decimal");
    });
  }
}

function inFormat(number: number, format: string): string {
  switch (format) {
    case "lowerLetter":
      return letters(number);
    case "upperLetter":
      return letters(number).toUpperCase();
    case "lowerRoman":
      return roman(number).toLowerCase();
    case "upperRoman":
      return roman(number);
    case "decimalZero":
      return String(number).padStart(2, "0");
    default:
      return String(number);
  }
}

/** The maximum number of letters in a marker: a file may say that a list begins at a billion. */
const MAX_LETTERS = 100;

/** a … z, aa, bb … as Word numbers lists. */
export const letters = (number: number): string =>
  number < 1 || number > 26 * MAX_LETTERS
    ? String(number)
    : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));

/** A number in Roman numerals, or in Arabic ones if it is out of range. */
export function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  const signs: [number, string][] = [
    ...([
      [1000, "M"],
      [900, "CM"],
      [500, "D"],
      [400, "CD"],
      [100, "C"],
      [90, "XC"],
      [50, "L"],
    ] as const),
    ...([
      [40, "XL"],
      [10, "X"],
      [9, "IX"],
      [5, "V"],
      [4, "IV"],
      [1, "I"],
    ] as const),
  ].map(([value, sign]) => [value, sign]);
  let left = number;
  let written = "";
  for (const [value, sign] of signs) for (; left >= value; left -= value) written += sign;
  return written;
}
