/** Suggests sections for an address that matches none. */
import { cropText } from "../text/characters";
import type { Section } from "./sections";
import { slugParts } from "./slug";

/** A section, with its title cropped for a message. */
export type Nearest = { title: string; section: Section };

const mostNearest = 3;
const longestTitle = 80;

/** The three sections whose paths or titles share the most letter pairs with `asked`, nearest first. */
export function nearestSections(sections: readonly Section[], asked: string): Nearest[] {
  const wanted = pairsOf(slugParts(asked.slice(asked.lastIndexOf("/") + 1)));
  const best: { section: Section; likeness: number }[] = [];
  for (const section of sections) {
    const likeness = likenessOf(wanted, pairsOf(section.slug));
    const place = best.findIndex((other) => other.likeness < likeness);
    if (place >= 0) best.splice(place, 0, { section, likeness });
    else if (best.length < mostNearest) best.push({ section, likeness });
    if (best.length > mostNearest) best.pop();
  }
  return best.map(({ section }) => ({ title: cropText(section.title, longestTitle), section }));
}

function pairsOf(slug: string): Set<string> {
  const padded = ` ${slug.slice(0, longestTitle)} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2));
  return pairs;
}

// Dice coefficient: 1 for equal sets of pairs, 0 for none in common.
function likenessOf(wanted: ReadonlySet<string>, pairs: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of pairs) if (wanted.has(pair)) common++;
  return (2 * common) / (wanted.size + pairs.size);
}
