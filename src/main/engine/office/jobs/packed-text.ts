import { setImmediate as nextTurn } from "node:timers/promises";
import type { Paragraph, ParagraphKind } from "../../../../core/markdown/paragraphs";
import type { PackageText } from "../text/office-paragraphs";

/** The text of a package, packed into the few values that are fastest to send between processes. */
export type PackedText = {
  text: string;
  isCut: boolean;
  /** The kinds that occur, each once; `kindOf` is the index of each paragraph's kind. */
  kinds: ParagraphKind[];
  kindOf: Uint8Array;
  /** `from, to, line_from, line_to` of each paragraph. */
  ranges: Uint32Array;
  /** One on each line; a line is empty if the file gives no name. Null if it names no paragraph. */
  ownNames: string | null;
};

export function packText({ text, paragraphs, ownNames, isCut }: PackageText): PackedText {
  const kinds = [...new Set(paragraphs.map(({ kind }) => kind))];
  const ranges = new Uint32Array(4 * paragraphs.length);
  for (const [index, { from, to, line_from, line_to }] of paragraphs.entries())
    ranges.set([from, to, line_from, line_to], 4 * index);
  return {
    text,
    isCut,
    kinds,
    ranges,
    kindOf: Uint8Array.from(paragraphs, ({ kind }) => kinds.indexOf(kind)),
    ownNames: ownNames.every((name) => name === null) ? null : ownNames.map((name) => name ?? "").join("\n"),
  };
}

/** How many paragraphs are unpacked before yielding: a few milliseconds of work. */
const turn = 20_000;

/** Unpacks the text; yields regularly if there are many paragraphs. */
export async function unpackText({ text, isCut, kinds, kindOf, ranges, ownNames }: PackedText): Promise<PackageText> {
  const paragraphs: Paragraph[] = [];
  for (let index = 0; index < kindOf.length; index++) {
    if (index > 0 && index % turn === 0) await nextTurn();
    const [from = 0, to = 0, line_from = 0, line_to = 0] = ranges.subarray(4 * index, 4 * index + 4);
    const kind = kinds[kindOf[index] ?? 0] ?? "paragraph";
    paragraphs.push({ kind, text: text.slice(from, to), from, to, line_from, line_to });
  }
  const names = ownNames?.split("\n").map((name) => name || null) ?? paragraphs.map(() => null);
  return { text, paragraphs, ownNames: names, isCut };
}
