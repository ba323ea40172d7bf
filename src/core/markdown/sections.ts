/**
 * The sections of a Markdown document, according to CommonMark with GFM tables. Only the document's own headings count, not those in quotes
 * or lists.
 */
import { BlockScanner } from "./block-scanner";
import { headingSource, titleReader } from "./heading-title";
import type { ScannedHeading } from "./scanned-blocks";
import { slugOf } from "./slug";

/** Lines of a document, 1-based and inclusive. */
export type LineSpan = { lineStart: number; lineEnd: number };

/** A heading and everything down to the next heading of the same or a higher level. Lines are 1-based and inclusive. */
export type Section = {
  /** The heading's visible text: without `#`, emphasis, code and link marks. */
  readonly title: string;
  /** The last segment of `path`: the slug of the title, numbered if a sibling has the same one. */
  readonly slug: string;
  /** 1 to 6. */
  level: number;
  /** The slugs from the top level down, joined by `/`; unique in the document. */
  readonly path: string;
  lineStart: number;
  /** The last line of the whole subtree. */
  lineEnd: number;
  /** The last line of the section's own text, before its first child. */
  ownEnd: number;
  /** The heading's last line: the underline, if it has one. */
  headingEnd: number;
  /** The start of the heading's line, in UTF-16 units; the subtree is `charCount` long from there. */
  from: number;
  /** The size of the subtree in UTF-16 units; every line break counts as one. */
  charCount: number;
  children: Section[];
};

/** The structure of one version of a document. Text before the first section belongs to no section. */
export type Outline = {
  /** The `---` block on the first line, with its fences; null if there is none, or if it is never closed. */
  frontmatter: LineSpan | null;
  /** The top-level sections, in document order. */
  sections: Section[];
  /** A final line break does not count as a line. */
  lineCount: number;
};

/**
 * The outline of a text with `\n` line breaks and without a BOM. Never fails: every text has an outline. Linear in the length of the text.
 */
export function parseOutline(text: string): Outline {
  const frontmatter = findFrontmatter(text);
  const scanner = new BlockScanner(text, frontmatter?.to ?? 0, frontmatter?.lineEnd ?? 0);
  scanner.finish();
  const { headings, definitions, lineCount } = scanner;
  const sourceTitle = titleReader(definitions.map(({ label }) => label));
  const titleOf = (heading: ScannedHeading) => sourceTitle(headingSource(text, heading));
  return {
    frontmatter: frontmatter && { lineStart: 1, lineEnd: frontmatter.lineEnd },
    sections: nest(headings, titleOf, { lineCount, length: text.length }),
    lineCount,
  };
}

/** All sections of an outline, in document order. */
export function listSections(outline: Outline): Section[] {
  const listed: Section[] = [];
  const visit = (sections: readonly Section[]) => {
    for (const section of sections) {
      listed.push(section);
      visit(section.children);
    }
  };
  visit(outline.sections);
  return listed;
}

/** The end of the section's own text, in UTF-16 units: its first child, or the end of the subtree. */
export function ownTextEnd(section: Section): number {
  return section.children[0]?.from ?? section.from + section.charCount;
}

const opening = /^---[ \t]*$/;
const closing = /^(?:---|\.\.\.)[ \t]*$/;

/** Whether a line can open front matter. */
export const opensFrontmatter = (line: string): boolean => opening.test(line);

/** Whether a line ends front matter: dashes again, or the dots that end a YAML document. */
export const closesFrontmatter = (line: string): boolean => closing.test(line);

/** The front matter from `---` to the next `---` or `...`: its last line, and the offset after it; null if there is none. */
export function findFrontmatter(text: string): { lineEnd: number; to: number } | null {
  if (!text.startsWith("---")) return null;
  let at = text.indexOf("\n");
  if (at < 0 || !opensFrontmatter(text.slice(0, at))) return null;
  for (let line = 2; at >= 0 && at + 1 < text.length; line++) {
    const start = at + 1;
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const isMark = text.startsWith("---", start) || text.startsWith("...", start);
    if (isMark && closesFrontmatter(text.slice(start, end))) {
      return { lineEnd: line, to: found < 0 ? end : found + 1 };
    }
    at = found;
  }
  return null;
}

/** A section that reads its title on first use: most titles are never needed, and reading them costs more than finding the sections. */
class LazySection implements Section {
  readonly level: number;
  readonly lineStart: number;
  lineEnd: number;
  ownEnd: number;
  readonly headingEnd: number;
  readonly from: number;
  charCount = 0;
  readonly children: LazySection[] = [];
  #title: string | undefined;
  #slug: string | undefined;

  readonly #heading: ScannedHeading;
  readonly #siblings: readonly LazySection[];
  readonly #parent: LazySection | null;
  readonly #titleOf: (heading: ScannedHeading) => string;

  constructor(
    heading: ScannedHeading,
    siblings: readonly LazySection[],
    parent: LazySection | null,
    titleOf: (heading: ScannedHeading) => string,
  ) {
    this.#heading = heading;
    this.#siblings = siblings;
    this.#parent = parent;
    this.#titleOf = titleOf;
    this.level = heading.level;
    this.lineStart = heading.lineStart;
    this.lineEnd = heading.lineStart;
    this.ownEnd = heading.lineStart;
    this.headingEnd = heading.headingEnd;
    this.from = heading.from;
  }

  get title(): string {
    this.#title ??= this.#titleOf(this.#heading);
    return this.#title;
  }

  get slug(): string {
    if (this.#slug === undefined) {
      const names = new Names();
      for (const sibling of this.#siblings) sibling.#slug = names.take(slugOf(sibling.title));
    }
    return this.#slug as string;
  }

  get path(): string {
    return this.#parent ? `${this.#parent.path}/${this.slug}` : this.slug;
  }
}

function nest(
  headings: readonly ScannedHeading[],
  titleOf: (heading: ScannedHeading) => string,
  { lineCount, length }: { lineCount: number; length: number },
): Section[] {
  const top: LazySection[] = [];
  const open: LazySection[] = [];
  const close = (level: number, lineEnd: number, to: number) => {
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      last.lineEnd = lineEnd;
      last.charCount = to - last.from;
      if (last.children.length === 0) last.ownEnd = lineEnd;
      open.pop();
    }
  };
  for (const heading of headings) {
    const { level, lineStart, from } = heading;
    close(level, lineStart - 1, from);
    const parent = open.at(-1) ?? null;
    if (parent && parent.children.length === 0) parent.ownEnd = lineStart - 1;
    const siblings = parent?.children ?? top;
    const section = new LazySection(heading, siblings, parent, titleOf);
    siblings.push(section);
    open.push(section);
  }
  close(0, lineCount, length);
  return top;
}

/** The slugs of one section's children: each is given once, repeated ones with `-1`, `-2` … at the end. */
class Names {
  private readonly next = new Map<string, number>();

  take(slug: string): string {
    let number = this.next.get(slug);
    if (number === undefined) {
      this.next.set(slug, 1);
      return slug;
    }
    while (this.next.has(`${slug}-${number}`)) number++;
    this.next.set(slug, number + 1);
    this.next.set(`${slug}-${number}`, 1);
    return `${slug}-${number}`;
  }
}
