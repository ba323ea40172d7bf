/** Titles as they stand in paths and addresses. */
import { splitsPair } from "../text/characters";

// A path repeats the slugs above it, so one endless title must not be copied into thousands of paths.
const longestSlug = 200;
const dash = 45;
const between = /[^\p{L}\p{M}\p{N}]+/gu;
// Most titles are ASCII alone, where this says the same in a third of the time.
const betweenAscii = /[^A-Za-z0-9]+/g;

/**
 * The letters, marks and digits of a title, lower-cased, runs of anything else as one `-`; empty where it has none. Cut
 * after 200 UTF-16 units.
 */
export function slugParts(title: string): string {
  const plain = title.length > longestSlug * 8 ? title.slice(0, longestSlug * 8) : title;
  const slug = isAscii(plain)
    ? plain.replace(betweenAscii, "-").toLowerCase()
    : plain.normalize("NFC").toLowerCase().replace(between, "-");
  const from = slug.startsWith("-") ? 1 : 0;
  let to = Math.min(slug.length, from + longestSlug);
  if (splitsPair(slug, to)) to--;
  if (to > from && slug.charCodeAt(to - 1) === dash) to--;
  return slug.slice(from, to);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** The slug of a title, which is `section` where the title has neither letters, marks nor digits. */
export function slugOf(title: string): string {
  return slugParts(title) || "section";
}

/** As GitHub names a heading: lower case, blanks as dashes, other signs left out. Not numbered, and as long as the title. */
export const hubSlug = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
