/** Slugs: titles in the form used by paths and addresses. */
import { splitsPair } from "../text/characters";

// A path repeats the slugs above it, so a very long title must not be copied into thousands of paths.
const MAX_SLUG = 200;
const dash = 45;
const between = /[^\p{L}\p{M}\p{N}]+/gu;
// Most titles are ASCII only, for which this pattern is equivalent and three times as fast.
const betweenAscii = /[^A-Za-z0-9]+/g;

/**
 * The letters, marks and digits of a title, in lower case, with runs of anything else as one `-`; empty if it has none. Cut after 200
 * UTF-16 units.
 */
export function slugParts(title: string): string {
  const plain = title.length > MAX_SLUG * 8 ? title.slice(0, MAX_SLUG * 8) : title;
  const slug = isAscii(plain)
    ? plain.replace(betweenAscii, "-").toLowerCase()
    : plain.normalize("NFC").toLowerCase().replace(between, "-");
  const from = slug.startsWith("-") ? 1 : 0;
  let to = Math.min(slug.length, from + MAX_SLUG);
  if (splitsPair(slug, to)) to--;
  if (to > from && slug.charCodeAt(to - 1) === dash) to--;
  return slug.slice(from, to);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** The slug of a title; `section` if the title has no letters, marks or digits. */
export function slugOf(title: string): string {
  return slugParts(title) || "section";
}

/** GitHub's name for a heading: lower case, blanks as dashes, other characters left out. Neither numbered nor cut. */
export const hubSlug = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
