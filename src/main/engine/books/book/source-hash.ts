import type { SourceParagraph } from "./book";
import { textHash } from "./text-hash";

/** Each text is hashed once, until it changes. */
const hashes = new WeakMap<SourceParagraph, string>();

/** The hash of a paragraph's source, which is stored with each translation. If it differs later, the source has changed. */
export function sourceHash(paragraph: SourceParagraph): string {
  const known = hashes.get(paragraph);
  if (known !== undefined) return known;
  const hash = textHash(paragraph.knownAs ?? paragraph.text);
  hashes.set(paragraph, hash);
  return hash;
}
