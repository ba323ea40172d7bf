/** Titles as they stand in paths and addresses. */
import { splitsPair } from "./characters";

// A path repeats the slugs above it, so one endless title must not be copied into thousands of paths.
const longestSlug = 200;
const between = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * The letters, marks and digits of a title, lower-cased, runs of anything else as one `-`; empty where it has none. Cut
 * after 200 UTF-16 units.
 */
export function slugParts(title: string): string {
  const dashed = title
    .slice(0, longestSlug * 8)
    .normalize("NFC")
    .toLowerCase()
    .replace(between, "-");
  const trimmed = dashed.replace(/^-/, "").slice(0, longestSlug);
  return (splitsPair(dashed.replace(/^-/, ""), longestSlug) ? trimmed.slice(0, -1) : trimmed).replace(/-$/, "");
}

/** The slug of a title, which is `section` where the title has neither letters, marks nor digits. */
export function slugOf(title: string): string {
  return slugParts(title) || "section";
}
