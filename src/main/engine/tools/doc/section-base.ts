import { difference } from "../../../../core/diff/difference";
import { findSection, type SectionTarget } from "../../../../core/markdown/address";
import { frontmatterPath, readSection } from "../../../../core/markdown/section-edits";
import { listSections, type Outline, parseOutline } from "../../../../core/markdown/sections";
import { changedLines } from "../../../../core/text/changed-lines";
import { spokenName } from "../../../../core/text/spoken-name";
import type { TextDocument } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { linesInWords } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OpenMarkdown, requireSection } from "./open-markdown";

/** A section about to be edited. */
export type SectionAsked = {
  /** The document as the caller calls it. */
  name: string;
  address: string;
  /** The version that the caller names, as `namedVersion` gives it. */
  named: string | undefined;
  includeChildren: boolean;
};

/** Where the edit goes: in today's text, and in the text that the caller knows where that is another one. */
export type SectionFound = {
  target: SectionTarget;
  base: { version: string; text: string; outline: Outline; target: SectionTarget } | null;
};

/**
 * The section that an edit is aimed at, in the document as it is now. Where that has moved on since the caller's base,
 * the address is understood there, and the section followed to where it stands now: the edit goes ahead if it is as it
 * was, blank lines at its end aside, and is refused as `stale` else.
 */
export async function followSection(
  asked: SectionAsked,
  current: OpenMarkdown,
  ctx: ToolContext,
): Promise<SectionFound> {
  const { document, outline } = current;
  const { realPath } = document;
  const version = asked.named ?? ctx.reads.sectionBase(realPath) ?? ctx.reads.of(realPath)?.version ?? null;
  if (version === null || version === document.version)
    return { target: requireSection(outline, asked.address), base: null };
  const text = await ctx.documents.textOf(version);
  if (text === null) throw unknownBase(asked);
  const known: OpenMarkdown = { document: { ...document, text }, outline: parseOutline(text) };
  const meant = findSection(known.outline, asked.address);
  // An address that meant nothing then is understood today; what it means must have been there then.
  const wasMeant =
    meant.status === "found" ? meant.target : sameIn(known.outline, requireSection(outline, asked.address));
  if (wasMeant === null) throw staleSection(asked, "is new");
  const before = ownLines(known, wasMeant, asked);
  const now = sameIn(outline, wasMeant);
  if (now !== null && isSame(before, ownLines(current, now, asked)))
    return { target: now, base: { version, text, outline: known.outline, target: wasMeant } };
  const moved = wasMeant === "frontmatter" ? [] : likeIn(current, before, wasMeant.level, asked);
  const [only] = moved;
  if (only !== undefined && moved.length === 1)
    return { target: only, base: { version, text, outline: known.outline, target: wasMeant } };
  throw now === null
    ? staleSection(asked, "is gone")
    : staleSection(asked, changed(before, ownLines(current, now, asked)));
}

const pathOf = (target: SectionTarget): string => (target === "frontmatter" ? frontmatterPath : target.path);

/** The section of the same path in another outline; null where there is none. */
export function sameIn(outline: Outline, target: SectionTarget): SectionTarget | null {
  if (target === "frontmatter") return outline.frontmatter === null ? null : "frontmatter";
  return listSections(outline).find(({ path }) => path === pathOf(target)) ?? null;
}

/** The sections of today that hold the same text: where siblings came or went, paths are numbered anew. */
function likeIn(current: OpenMarkdown, before: OwnLines, level: number, asked: SectionAsked): SectionTarget[] {
  return listSections(current.outline).filter(
    (section) =>
      section.level === level &&
      current.document.text.startsWith(before.content, section.from) &&
      isSame(before, ownLines(current, section, asked)),
  );
}

type OwnLines = { content: string; lineStart: number };

function ownLines(
  { document, outline }: OpenMarkdown,
  target: SectionTarget,
  { includeChildren }: SectionAsked,
): OwnLines {
  const { content, lineStart } = readSection(document.text, outline, target, { includeChildren });
  return { content: trimmed(content), lineStart };
}

/** A section's text without the blank lines at its end, which belong to what follows as much as to it. */
const trimmed = (content: string): string => content.replace(/[ \t\n]+$/, "");

/** Whether two texts of a section are the same, blank lines at their ends aside. */
export const isSameText = (a: string, b: string): boolean => trimmed(a) === trimmed(b);

const isSame = (a: OwnLines, b: OwnLines): boolean => a.content === b.content;

function changed(before: OwnLines, after: OwnLines): string {
  const ranges = changedLines({
    before: before.content,
    after: after.content,
    changes: difference(before.content, after.content),
  }).map(({ from, to }) => ({ from: from + after.lineStart - 1, to: to + after.lineStart - 1 }));
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  return ranges.length === 0 ? "changed" : `changed: ${linesInWords(ranges)} ${isOne ? "is" : "are"} different now`;
}

const since = ({ named }: SectionAsked): string =>
  named === undefined ? "since last read" : "since the version named";

function staleSection(asked: SectionAsked, what: string): ToolError {
  const { name, address } = asked;
  const [verb = "", more = ""] = what.split(/(?=:)/);
  return new ToolError("stale", `section ${address} of ${name} ${verb} ${since(asked)}${more}`, {
    hint:
      what === "is gone"
        ? "Look at the outline again with doc_toc."
        : "Read it again with doc_read, then redo your edit on what is there now.",
  });
}

function unknownBase({ name, named }: SectionAsked): ToolError {
  const hint = "Read the section again with doc_read, then redo your edit on what is there now.";
  return named === undefined
    ? new ToolError("stale", `${spokenName(name)} changed since last read`, { hint })
    : new ToolError("stale", `${spokenName(name)} is not at the version named, and that version is not known here`, {
        hint,
      });
}

/** A document, as far as a section is looked for in it. */
export const openText = (document: TextDocument): OpenMarkdown => ({ document, outline: parseOutline(document.text) });
