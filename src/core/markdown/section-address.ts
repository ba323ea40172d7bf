/** Finds the section that a caller means. Steps run in a fixed order; the first step with a match decides. */
import { type Nearest, nearestSections } from "./nearest-sections";
import { listSections, type Outline, type Section } from "./sections";
import { slugParts } from "./slug";

/** The target of an edit or a read. */
export type SectionTarget = Section | "frontmatter";

/** The result of looking up an address. `inside`: the line belongs to a section but is not its heading. */
export type SectionLookup =
  | { status: "found"; target: SectionTarget }
  | { status: "ambiguous"; address: string; matches: Section[] }
  | { status: "not_found"; address: string; nearest: Nearest[] }
  | { status: "inside"; address: string; section: Section; line: number };

/**
 * Looks up an address, in this order: `@frontmatter`, `@48` (a heading's first line), `#0/#1` (positions from zero), a path as printed, a
 * path by its slugs, a slug or title, a path by parts, a part of a slug or title. Letter case and Unicode form do not matter from the slugs
 * on. A line or position that does not exist is not tried as part of a title.
 */
export function findSection(outline: Outline, address: string): SectionLookup {
  const asked = address.trim();
  const all = listSections(outline);
  const notFound = (): SectionLookup => ({ status: "not_found", address, nearest: nearestSections(all, asked) });
  if (asked === "@frontmatter") return outline.frontmatter ? { status: "found", target: "frontmatter" } : notFound();
  const line = /^@(\d+)$/.exec(asked)?.[1];
  if (line !== undefined) {
    const found = findAtLine(all, Number(line));
    if (!found) return notFound();
    if (found.lineStart === Number(line)) return { status: "found", target: found };
    return { status: "inside", address, section: found, line: Number(line) };
  }
  const isPosition = /^#\d+(\/#?\d+)*$/.test(asked);
  const steps = [
    () => (isPosition ? findAtPosition(outline, asked) : []),
    () => all.filter((section) => section.path === asked),
    () => findBySlugs(all, asked),
    () => findByName(all, asked),
    () => (isPosition ? [] : findByParts(all, asked, (segment, part) => segment === part)),
    () => (isPosition ? [] : findByParts(all, asked, (segment, part) => segment.includes(part))),
    () => (isPosition ? [] : findBySubstring(all, asked)),
  ];
  for (const step of steps) {
    const matches = step();
    if (matches.length === 1) return { status: "found", target: matches[0] as Section };
    if (matches.length > 1) return { status: "ambiguous", address, matches };
  }
  return notFound();
}

// The deepest section that contains the line.
function findAtLine(all: readonly Section[], line: number): Section | undefined {
  return all.findLast((section) => section.lineStart <= line && line <= section.lineEnd);
}

function findAtPosition(outline: Outline, asked: string): Section[] {
  let level: readonly Section[] = outline.sections;
  let found: Section | undefined;
  for (const position of asked.split("/")) {
    found = level[Number(position.replace("#", ""))];
    if (!found) return [];
    level = found.children;
  }
  return found ? [found] : [];
}

const segmentsOf = (asked: string): string[] => asked.split("/").map(slugParts).filter(Boolean);

function findBySlugs(all: readonly Section[], asked: string): Section[] {
  const path = segmentsOf(asked).join("/");
  return path === "" ? [] : all.filter((section) => section.path === path);
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase();

function findByName(all: readonly Section[], asked: string): Section[] {
  const slug = slugParts(asked);
  const title = fold(asked);
  return all.filter(
    (section) =>
      fold(section.title) === title ||
      (slug !== "" &&
        (section.slug === slug || (section.slug.startsWith(`${slug}-`) && slugParts(section.title) === slug))),
  );
}

// The last part names the section; the others are its ancestors, in order, possibly with gaps.
function findByParts(
  all: readonly Section[],
  asked: string,
  names: (segment: string, part: string) => boolean,
): Section[] {
  const parts = segmentsOf(asked);
  if (parts.length < 2) return [];
  return all.filter((section) => {
    const segments = section.path.split("/");
    if (!names(segments.pop() as string, parts.at(-1) as string)) return false;
    let at = parts.length - 2;
    for (let above = segments.length - 1; above >= 0 && at >= 0; above--) {
      if (names(segments[above] as string, parts[at] as string)) at--;
    }
    return at < 0;
  });
}

function findBySubstring(all: readonly Section[], asked: string): Section[] {
  const slug = slugParts(asked);
  const title = fold(asked);
  if (title === "") return [];
  return all.filter((section) => fold(section.title).includes(title) || (slug !== "" && section.slug.includes(slug)));
}

/** An error in the words of the tool contract; the code is one of the tools' codes. */
export type AddressError = {
  code: "ambiguous" | "not_found";
  message: string;
  hint?: string;
  candidates: string[];
};

const MAX_LISTED = 10;

/** The error for an address that does not match exactly one section. Candidates are addresses that do. */
export function addressError(found: Exclude<SectionLookup, { status: "found" }>): AddressError {
  if (found.status === "ambiguous") {
    const { address, matches } = found;
    const rows = matches.slice(0, MAX_LISTED).map((section, index) => `  ${index + 1}. ${locationOf(section)}`);
    if (matches.length > MAX_LISTED) rows.push(`  ... and ${matches.length - MAX_LISTED} more`);
    return {
      code: "ambiguous",
      message: [`Ambiguous "${address}" matches:`, ...rows, "Use full path or @line to disambiguate."].join("\n"),
      candidates: matches.slice(0, MAX_LISTED).map((section) => section.path),
    };
  }
  if (found.status === "inside") {
    const { section, line } = found;
    return {
      code: "not_found",
      message: `Line ${line} is inside section ${locationOf(section)}, not its heading.`,
      hint: `Use @${section.lineStart} for that section.`,
      candidates: [section.path],
    };
  }
  const { address, nearest } = found;
  return {
    code: "not_found",
    message: `Section not found: ${address}`,
    hint:
      nearest.length === 0
        ? "The document has no sections."
        : `Nearest: ${nearest.map(({ title, section }) => `"${title}" (${section.path}, @${section.lineStart})`).join("; ")}`,
    candidates: nearest.map(({ section }) => section.path),
  };
}

const locationOf = (section: Section): string => `${section.path} (@${section.lineStart})`;
