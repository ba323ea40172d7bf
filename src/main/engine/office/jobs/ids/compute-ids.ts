import { setImmediate as nextTurn } from "node:timers/promises";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { KnownParagraph } from "../../../../../core/diff/align-paragraphs";
import type { Paragraph } from "../../../../../core/markdown/paragraphs";
import type { Change } from "../../../../../core/text/change";
import type { NamedText } from "../../../ports/paragraph-ids";
import { assignIds, describeParagraphs } from "./assign-ids";

/** The length of an id in characters. */
export const idLength = "jr_para_".length + 12;

/** Paragraphs packed into the few values that are fastest to send between processes. */
export type PackedParagraphs = {
  /** Their texts, concatenated. */
  text: string;
  /** `length, from, to` of each. */
  ranges: Uint32Array;
  /** As in `NamedText`; null if the file names none of them. */
  ownNames: readonly (string | null)[] | null;
};

/** The input for computing ids. */
export type IdsInput = {
  realPath: string;
  /** The stored ids of the previous version; null if there is none. */
  before: { ids: string; known: Uint8Array } | null;
  texts: PackedParagraphs;
  /** The changes from the previous version to these texts; null if they are unknown. */
  changes: readonly Change[] | null;
};

/** The ids, concatenated, and the data to compare the next version with, both as stored. */
export type IdsResult = { ids: string; known: Uint8Array };

/** The slow part of assigning ids to a document's paragraphs; see `assignIds`. */
export function computeIds({ realPath, before, texts, changes }: IdsInput): IdsResult {
  const known = describeParagraphs({ paragraphs: unpackTexts(texts), ownNames: texts.ownNames ?? [] });
  const earlier = before === null ? null : { ids: splitIds(before.ids), known: unpackKnown(before.known) };
  return { ids: assignIds(realPath, earlier, known, changes).join(""), known: packKnown(known) };
}

/** How many paragraphs are packed before yielding: a few milliseconds of work. */
const PARAGRAPHS_PER_TURN = 20_000;

/** Packs the paragraphs; yields regularly if there are many. */
export async function packTexts({ paragraphs, ownNames = [] }: NamedText): Promise<PackedParagraphs> {
  const ranges = new Uint32Array(3 * paragraphs.length);
  const texts: string[] = [];
  for (let first = 0; first < paragraphs.length; first += PARAGRAPHS_PER_TURN) {
    if (first > 0) await nextTurn();
    const some = paragraphs.slice(first, first + PARAGRAPHS_PER_TURN);
    for (const [index, { text, from, to }] of some.entries()) ranges.set([text.length, from, to], 3 * (first + index));
    texts.push(some.map(({ text }) => text).join(""));
  }
  return { text: texts.join(""), ranges, ownNames: ownNames.every((name) => name === null) ? null : ownNames };
}

function unpackTexts({ text, ranges }: PackedParagraphs): Pick<Paragraph, "text" | "from" | "to">[] {
  let at = 0;
  return Array.from({ length: ranges.length / 3 }, (_, index) => {
    const [length = 0, from = 0, to = 0] = ranges.subarray(3 * index, 3 * index + 3);
    at += length;
    return { text: text.slice(at - length, at), from, to };
  });
}

export const splitIds = (list: string): string[] =>
  Array.from({ length: list.length / idLength }, (_, index) => list.slice(index * idLength, (index + 1) * idLength));

type StoredParagraph = [key: string, from: number, to: number, anchor: string | null, excerpt: string];

export const packKnown = (known: readonly KnownParagraph[]): Uint8Array =>
  deflateRawSync(JSON.stringify(known.map(({ key, from, to, anchor, excerpt }) => [key, from, to, anchor, excerpt])), {
    level: 1,
  });

export function unpackKnown(known: Uint8Array): KnownParagraph[] {
  const rows = JSON.parse(
    inflateRawSync(known, { maxOutputLength: 512 * 1024 * 1024 }).toString(),
  ) as StoredParagraph[];
  return rows.map(([key, from, to, anchor, excerpt]) => ({ key, from, to, anchor, excerpt }));
}
