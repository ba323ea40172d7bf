/** Renames a heading and leaves everything else as it is. */
import { BlockScanner } from "../markdown/block-scanner";
import { headingSource } from "../markdown/heading-title";
import type { ScannedHeading } from "../markdown/scanned-blocks";
import { findFrontmatter } from "../markdown/sections";
import { applyChanges, type Change } from "../text/change";

/** The one change, and the text after it. */
export type HeadingRenameResult = { status: "renamed"; change: Change; text: string };

/** `changed`: the heading is no longer there. `odd`: with this title, the document would get other headings. */
export type HeadingRenaming = HeadingRenameResult | { status: "changed" | "empty" | "odd" };

/** The source of the heading that begins on a line (1-based), without its marks; null if there is none. */
export function headingSourceAt(text: string, line: number): string | null {
  const heading = headingsOf(text).find(({ lineStart }) => lineStart === line);
  return heading ? headingSource(text, heading) : null;
}

/** Replaces the title of the heading on `line` with `title`, in Markdown, if its source is still `source`. */
export function renameHeading(
  text: string,
  { line, source, title }: { line: number; source: string; title: string },
): HeadingRenaming {
  const before = headingsOf(text);
  const index = before.findIndex(({ lineStart }) => lineStart === line);
  const heading = before[index];
  if (!heading || headingSource(text, heading) !== source) return { status: "changed" };
  const wanted = title.replace(/\s+/g, " ").trim();
  if (wanted === "") return { status: "empty" };
  const change = changeOf(text, heading, wanted);
  const renamed = applyChanges(text, [change]);
  const after = headingsOf(renamed);
  const now = after[index];
  const isSame =
    after.length === before.length &&
    now !== undefined &&
    headingSource(renamed, now) === wanted &&
    after.every(({ level }, at) => level === before[at]?.level);
  return isSame ? { status: "renamed", change, text: renamed } : { status: "odd" };
}

function changeOf(
  text: string,
  { lineStart, headingEnd, sourceFrom, sourceTo }: ScannedHeading,
  title: string,
): Change {
  const source = text.slice(sourceFrom, sourceTo);
  if (headingEnd > lineStart) {
    const from = sourceFrom + (source.length - source.trimStart().length);
    return { from, to: from + source.trim().length, insert: title };
  }
  const isBare = source === "" && text[sourceFrom - 1] === "#";
  return { from: sourceFrom, to: sourceTo, insert: isBare ? ` ${title}` : title };
}

function headingsOf(text: string): readonly ScannedHeading[] {
  const front = findFrontmatter(text);
  const scanner = new BlockScanner(text, front?.to ?? 0, front?.lineEnd ?? 0);
  scanner.finish();
  return scanner.headings;
}
