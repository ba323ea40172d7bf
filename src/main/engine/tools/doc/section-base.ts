import { difference } from "../../../../core/diff/difference";
import { findSection, type SectionTarget } from "../../../../core/markdown/section-address";
import { frontmatterPath, readSection } from "../../../../core/markdown/section-edits";
import { listSections, type Outline, parseOutline } from "../../../../core/markdown/sections";
import { changedLines } from "../../../../core/text/changed-lines";
import { printableName } from "../../../../core/text/printable-name";
import type { TextDocument } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { describeLines } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OpenMarkdown, requireSection } from "./open-markdown";

/** A section about to be edited. */
export type SectionQuery = {
  /** The document, as the caller names it. */
  name: string;
  address: string;
  /** The version that the caller named, as `namedVersion` returns it. */
  named: string | undefined;
  includeChildren: boolean;
};

/** Where the edit goes: in the current text, and also in the text that the caller knows, if that is another version. */
export type LocatedSection = {
  target: SectionTarget;
  base: { version: string; text: string; outline: Outline; target: SectionTarget } | null;
};

/**
 * Finds the section to edit in the current document. If the document has changed since the caller's base, the address is resolved in the base, and
 * the section is followed to the current text. The edit goes ahead if the section is unchanged, apart from blank lines at its end; otherwise it is
 * rejected as `stale`.
 */
export async function followSection(
  query: SectionQuery,
  current: OpenMarkdown,
  ctx: ToolContext,
): Promise<LocatedSection> {
  const { document, outline } = current;
  const { realPath } = document;
  const version = query.named ?? ctx.reads.sectionBase(realPath) ?? ctx.reads.of(realPath)?.version ?? null;
  if (version === null || version === document.version)
    return { target: requireSection(outline, query.address), base: null };
  const text = await ctx.documents.textOf(version);
  if (text === null) throw unknownBase(query);
  const known: OpenMarkdown = { document: { ...document, text }, outline: parseOutline(text) };
  const meant = findSection(known.outline, query.address);
  // An address that did not exist in the base is resolved in the current text; the section that it means must exist in the base.
  const wasMeant =
    meant.status === "found" ? meant.target : sameIn(known.outline, requireSection(outline, query.address));
  if (wasMeant === null) throw staleSection(query, "is new");
  const before = ownLines(known, wasMeant, query);
  const now = sameIn(outline, wasMeant);
  if (now !== null && isSame(before, ownLines(current, now, query)))
    return { target: now, base: { version, text, outline: known.outline, target: wasMeant } };
  const moved = wasMeant === "frontmatter" ? [] : likeIn(current, before, wasMeant.level, query);
  const [only] = moved;
  if (only !== undefined && moved.length === 1)
    return { target: only, base: { version, text, outline: known.outline, target: wasMeant } };
  throw now === null
    ? staleSection(query, "is gone")
    : staleSection(query, changed(before, ownLines(current, now, query)));
}

const pathOf = (target: SectionTarget): string => (target === "frontmatter" ? frontmatterPath : target.path);

/** The section with the same path in another outline; null if there is none. */
export function sameIn(outline: Outline, target: SectionTarget): SectionTarget | null {
  if (target === "frontmatter") return outline.frontmatter === null ? null : "frontmatter";
  return listSections(outline).find(({ path }) => path === pathOf(target)) ?? null;
}

/** The current sections with the same text: when siblings are added or removed, paths are renumbered. */
function likeIn(current: OpenMarkdown, before: OwnLines, level: number, query: SectionQuery): SectionTarget[] {
  return listSections(current.outline).filter(
    (section) =>
      section.level === level &&
      current.document.text.startsWith(before.content, section.from) &&
      isSame(before, ownLines(current, section, query)),
  );
}

type OwnLines = { content: string; lineStart: number };

function ownLines(
  { document, outline }: OpenMarkdown,
  target: SectionTarget,
  { includeChildren }: SectionQuery,
): OwnLines {
  const { content, lineStart } = readSection(document.text, outline, target, { includeChildren });
  return { content: trimmed(content), lineStart };
}

/** A section's text without the blank lines at its end, which belong to the next section just as much. */
const trimmed = (content: string): string => content.replace(/[ \t\n]+$/, "");

/** Whether two texts of a section are equal, apart from blank lines at their ends. */
export const isSameText = (a: string, b: string): boolean => trimmed(a) === trimmed(b);

const isSame = (a: OwnLines, b: OwnLines): boolean => a.content === b.content;

function changed(before: OwnLines, after: OwnLines): string {
  const ranges = changedLines({
    before: before.content,
    after: after.content,
    changes: difference(before.content, after.content),
  }).map(({ from, to }) => ({ from: from + after.lineStart - 1, to: to + after.lineStart - 1 }));
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  return ranges.length === 0 ? "changed" : `changed: ${describeLines(ranges)} ${isOne ? "is" : "are"} different now`;
}

const since = ({ named }: SectionQuery): string =>
  named === undefined ? "since last read" : "since the version named";

function staleSection(query: SectionQuery, what: string): ToolError {
  const { name, address } = query;
  const [verb = "", more = ""] = what.split(/(?=:)/);
  return new ToolError("stale", `section ${address} of ${name} ${verb} ${since(query)}${more}`, {
    hint:
      what === "is gone"
        ? "Look at the outline again with doc_toc."
        : "Read it again with doc_read, then redo your edit on what is there now.",
  });
}

function unknownBase({ name, named }: SectionQuery): ToolError {
  const hint = "Read the section again with doc_read, then redo your edit on what is there now.";
  return named === undefined
    ? new ToolError("stale", `${printableName(name)} changed since last read`, { hint })
    : new ToolError("stale", `${printableName(name)} is not at the version named, and that version is not known here`, {
        hint,
      });
}

/** A document with its outline. */
export const openText = (document: TextDocument): OpenMarkdown => ({ document, outline: parseOutline(document.text) });
