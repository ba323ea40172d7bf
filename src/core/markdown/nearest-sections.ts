/** Suggests sections for an address that matches none. */
import { cropText } from "../text/characters";
import type { Section } from "./sections";
import { slugParts } from "./slug";

/** A section, with its title cropped for a message. */
export type Nearest = { title: string; section: Section };

const MAX_NEAREST = 3;
const MAX_TITLE = 80;

/** The three sections whose paths or titles share the most letter pairs with `asked`, nearest first. */
export function nearestSections(sections: readonly Section[], asked: string): Nearest[] {
  const wanted = pairsOf(slugParts(asked.slice(asked.lastIndexOf("/") + 1)));
  const best: { section: Section; similarity: number }[] = [];
  for (const section of sections) {
    const similarity = similarityOf(wanted, pairsOf(section.slug));
    const index = best.findIndex((other) => other.similarity < similarity);
    if (index >= 0) best.splice(index, 0, { section, similarity });
    else if (best.length < MAX_NEAREST) best.push({ section, similarity });
    if (best.length > MAX_NEAREST) best.pop();
  }
  return best.map(({ section }) => ({ title: cropText(section.title, MAX_TITLE), section }));
}

function pairsOf(slug: string): Set<string> {
  const padded = ` ${slug.slice(0, MAX_TITLE)} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2));
  return pairs;
}

// Dice coefficient: 1 for equal sets of pairs, 0 for none in common.
function similarityOf(wanted: ReadonlySet<string>, pairs: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of pairs) if (wanted.has(pair)) common++;
  return (2 * common) / (wanted.size + pairs.size);
}
