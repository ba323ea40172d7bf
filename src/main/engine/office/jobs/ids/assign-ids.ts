import { hash } from "node:crypto";
import { alignParagraphs, type KnownParagraph } from "../../../../../core/diff/align-paragraphs";
import type { Change } from "../../../../../core/text/change";
import type { NamedText } from "../../../ports/paragraph-ids";

/** Paragraphs with their ids. */
type IdentifiedParagraphs = { known: KnownParagraph[]; ids: string[] };

/** How many characters of a paragraph are kept for comparison. */
const EXCERPT_LENGTH = 160;
/** 32 characters, so that each encodes five bits of a hash. */
const signs = "abcdefghijkmnpqrstuvwxyz23456789";

/** A text whose paragraphs are described. */
type DescribedText = {
  paragraphs: readonly Pick<NamedText["paragraphs"][number], "text" | "from" | "to">[];
  ownNames?: NamedText["ownNames"];
};

/** The data of each paragraph that alignment needs. */
export function describeParagraphs({ paragraphs, ownNames = [] }: DescribedText): KnownParagraph[] {
  return paragraphs.map(({ text, from, to }, index) => ({
    key: hash("sha1", text, "base64").slice(0, 12),
    excerpt: text.slice(0, EXCERPT_LENGTH),
    anchor: ownNames[index] ?? null,
    from,
    to,
  }));
}

/**
 * Assigns ids to the paragraphs of `now`: the ids of `before` for the same paragraphs, and new ones for the rest. A new id depends only on
 * the document's path, the paragraph's text and its number among equal paragraphs, so most ids can be restored after the database is lost.
 */
export function assignIds(
  realPath: string,
  before: IdentifiedParagraphs | null,
  now: readonly KnownParagraph[],
  changes: readonly Change[] | null,
): string[] {
  const origins = before === null ? [] : alignParagraphs(before.known, now, changes);
  const ids = now.map((_, index) => before?.ids[origins[index] ?? -1] ?? "");
  const used = new Set(ids);
  const numbers = new Map<string, number>();
  for (const [index, { key, anchor }] of now.entries()) {
    if (ids[index] !== "") continue;
    const name = anchor === null ? key : `own ${anchor}`;
    for (;;) {
      const number = numbers.get(name) ?? 0;
      numbers.set(name, number + 1);
      const id = newId(`${realPath}\0${name}\0${number}`);
      if (used.has(id)) continue;
      used.add(id);
      ids[index] = id;
      break;
    }
  }
  return ids;
}

function newId(seed: string): string {
  const bytes = hash("sha256", seed, "buffer");
  let id = "jr_para_";
  for (let at = 0; at < 12; at++) id += signs[(bytes[at] ?? 0) & 31];
  return id;
}
