/** Replaces, inserts and deletes sections. Every edit is whole lines; nothing outside them changes. */

import type { PendingEdits } from "../review/pending-edits";
import { applyChanges, type Change } from "../text/change";
import { contentLines, lineStart, replaceLines } from "../text/lines";
import { withAcceptedGaps } from "./accepted-gaps";
import type { SectionTarget } from "./section-address";
import { type EditedLines, type EditIntent, findSideEffects } from "./section-warnings";
import {
  closesFrontmatter,
  listSections,
  type Outline,
  opensFrontmatter,
  parseOutline,
  type Section,
} from "./sections";

/** Where inserted content goes: `after` is after the whole subtree, `first_child` after the section's own text. */
export type InsertPosition = "before" | "after" | "first_child" | "last_child";

/** An edit that is not possible; nothing has changed. */
export type RejectedEdit = { status: "refused"; code: "bad_arguments"; message: string; hint: string };

/** The common result of section edits. `changes` is empty if the text is already as wanted. */
type SectionEdit = { status: "edited"; changes: Change[]; text: string; outline: Outline; warnings: string[] };

/**
 * The section before and after; lines refer to the text after the edit. `newLineStart` is the heading's line, and `newLineEnd` the
 * section's last line in a fresh outline. Content without a heading keeps the old path, and its lines are its own.
 */
export type ReplacedSection = SectionEdit & {
  oldContent: string;
  path: string;
  newLineStart: number;
  newLineEnd: number;
  newLineCount: number;
};

/** `insertedAt` is the line of the new heading, or of the content if it has no heading; the path is then null. */
export type InsertedSection = SectionEdit & { insertedAt: number; newSectionPath: string | null };

/**
 * `deletedLines` refer to the text before. They include the blank lines above the section if it was the last of a text without a final line
 * break, which would otherwise end with one.
 */
export type DeletedSection = SectionEdit & { path: string; deletedContent: string; deletedLines: [number, number] };

/** A section's lines without the last line break, with or without its sub-sections. */
export type SectionContent = { path: string; content: string; lineStart: number; lineEnd: number };

/** The address of the front matter. */
export const frontmatterPath = "@frontmatter";

/** The text of a section including its heading, or of the front matter including its fences. */
export function readSection(
  text: string,
  outline: Outline,
  target: SectionTarget,
  { includeChildren }: { includeChildren: boolean },
): SectionContent {
  const path = target === "frontmatter" ? frontmatterPath : target.path;
  const { from, to } = linesOf(outline, target, includeChildren);
  const start = lineStart(text, from);
  const end = lineStart(text, to + 1, { line: from, start });
  return { path, content: text.slice(start, endsLine(text, end) ? end - 1 : end), lineStart: from, lineEnd: to };
}

/**
 * Replaces a section with `content`. With `keepHeading`, the heading stays, and an equal heading at the start of the content is not
 * repeated. Without `includeChildren`, only the section's own text is replaced. Blank lines around the section stay; if there are none, one
 * is added. Front matter may be given with or without its fences.
 */
export function replaceSection(
  text: string,
  outline: Outline,
  target: SectionTarget,
  options: { content: string; keepHeading: boolean; includeChildren: boolean },
): ReplacedSection | RejectedEdit {
  const { content, keepHeading, includeChildren } = options;
  const old = readSection(text, outline, target, { includeChildren });
  const lines = new Lines(text);
  if (target === "frontmatter") return replaceFrontmatter(lines, outline, old, content);
  const given = contentLines(content);
  const whole = { from: target.lineStart, to: old.lineEnd };
  const start = { ...whole, from: target.headingEnd + 1 };
  const repeated = keepHeading ? repeatedHeading(given, lines, target) : 0;
  const region = keepHeading ? start : whole;
  const own = repeated > 0 ? given.slice(repeated) : given;
  const trim = repeated > 0 ? trimBlankEnd : trimBlank;
  const isIdle = isSame(trim(own), trim(lines.slice(region)));
  const edit = isIdle ? { from: region.from, to: region.from - 1, lines: [] } : seam(lines, region, own, trim);
  // A new heading is below the blank line that was added above it.
  const headingLine = keepHeading || isIdle ? target.lineStart : firstSolid(edit);
  const edited = finish(text, outline, edit, { kind: "replace", target, keepHeading, headingLine });
  const fresh = listSections(edited.outline).find((section) => section.lineStart === headingLine);
  const newLineStart = headingLine;
  const newLineEnd = fresh ? (includeChildren ? fresh.lineEnd : fresh.ownEnd) : lastSolid(edit);
  return {
    ...edited,
    oldContent: old.content,
    path: fresh?.path ?? target.path,
    newLineStart,
    newLineEnd,
    newLineCount: newLineEnd - newLineStart + 1,
  };
}

/** Inserts `content` next to or into the section `anchor`; its headings keep their levels. */
export function insertSection(
  text: string,
  outline: Outline,
  anchor: SectionTarget,
  { content, position }: { content: string; position: InsertPosition },
): InsertedSection | RejectedEdit {
  const lines = new Lines(text);
  const given = trimBlank(contentLines(content));
  if (given.length === 0) return reject("content is empty", "Give the new section with its heading.");
  if (anchor === "frontmatter" && position !== "after") {
    return reject(
      `Position ${position} is not possible for the front matter.`,
      "Use position after, or a section as the anchor.",
    );
  }
  const at = insertionLine(outline, anchor, position);
  const edit = seam(lines, { from: at, to: at - 1 }, given, trimBlank);
  const edited = finish(text, outline, edit, { kind: "insert", parent: parentOf(outline, anchor, position) });
  const first = firstSolid(edit);
  const last = lastSolid(edit);
  const heading = listSections(edited.outline).find(({ lineStart: line }) => line >= first && line <= last);
  return { ...edited, insertedAt: heading?.lineStart ?? first, newSectionPath: heading?.path ?? null };
}

/**
 * Deletes a section, or only its heading and own text. The text around it stays separated by a blank line, unless the user accepted it
 * without one: with the `pending` edits of the text, deleting an inserted section restores the text before it.
 */
export function deleteSection(
  text: string,
  outline: Outline,
  target: SectionTarget,
  { includeChildren, pending = [] }: { includeChildren: boolean; pending?: PendingEdits },
): DeletedSection {
  const { path, content, lineStart: from, lineEnd: to } = readSection(text, outline, target, { includeChildren });
  const lines = new Lines(text);
  const isApart = from === 1 || to === lines.count || isBlank(lines.at(from - 1)) || target === "frontmatter";
  const edit = upToEnd(lines, { from, to, lines: isApart ? [] : [""] });
  const intent: EditIntent = target === "frontmatter" ? { kind: "frontmatter" } : { kind: "delete", target };
  const edited = finish(text, outline, edit, intent);
  const [deletion] = edited.changes;
  const deletedLines: [number, number] = [edit.from, to];
  if (deletion === undefined || pending.length === 0) return { ...edited, path, deletedContent: content, deletedLines };
  const change = withAcceptedGaps(text, deletion, pending);
  const after = applyChanges(text, [change]);
  const fresh = parseOutline(after);
  return {
    // Warnings are about the section's own lines, not the blank lines around it.
    ...edited,
    changes: [change],
    text: after,
    outline: fresh,
    path,
    deletedContent: content,
    deletedLines,
  };
}

function replaceFrontmatter(
  lines: Lines,
  outline: Outline,
  old: SectionContent,
  content: string,
): ReplacedSection | RejectedEdit {
  const given = trimBlank(contentLines(content));
  const isFenced = opensFrontmatter(given[0] ?? "");
  const inner = isFenced ? given.slice(1, -1) : given;
  if ((isFenced && (given.length < 2 || !closesFrontmatter(given.at(-1) as string))) || inner.some(closesFrontmatter)) {
    return reject(
      "Front matter ends at its first --- or ... line, and this content has one elsewhere.",
      "Give the front matter alone: with both of its --- lines, or without them.",
    );
  }
  const { lineStart: from, lineEnd: to } = old;
  const [opening, closing] = isFenced ? [given[0], given.at(-1)] : [lines.at(from), lines.at(to)];
  const edit = { from, to, lines: [opening as string, ...inner, closing as string] };
  const edited = finish(lines.text, outline, edit, { kind: "frontmatter" });
  const newLineEnd = edited.outline.frontmatter?.lineEnd ?? edit.lines.length;
  const { path, content: oldContent } = old;
  return { ...edited, oldContent, path, newLineStart: 1, newLineEnd, newLineCount: newLineEnd };
}

// The first and last line of the edit's new text, in the text after it; none if it adds nothing.
const firstSolid = ({ from, lines }: EditedLines): number =>
  from +
  Math.max(
    0,
    lines.findIndex((line) => !isBlank(line)),
  );
const lastSolid = ({ from, lines }: EditedLines): number => from + lines.findLastIndex((line) => !isBlank(line));

const reject = (message: string, hint: string): RejectedEdit => ({
  status: "refused",
  code: "bad_arguments",
  message,
  hint,
});

function linesOf(outline: Outline, target: SectionTarget, includeChildren: boolean): { from: number; to: number } {
  if (target !== "frontmatter") {
    return { from: target.lineStart, to: includeChildren ? target.lineEnd : target.ownEnd };
  }
  if (!outline.frontmatter) throw new RangeError("this outline has no front matter");
  return { from: outline.frontmatter.lineStart, to: outline.frontmatter.lineEnd };
}

function insertionLine(outline: Outline, anchor: SectionTarget, position: InsertPosition): number {
  if (anchor === "frontmatter") return (outline.frontmatter?.lineEnd ?? 0) + 1;
  if (position === "before") return anchor.lineStart;
  return (position === "first_child" ? anchor.ownEnd : anchor.lineEnd) + 1;
}

// The intended parent of the inserted section; null at the top level.
function parentOf(outline: Outline, anchor: SectionTarget, position: InsertPosition): Section | null {
  if (anchor === "frontmatter") return null;
  if (position === "first_child" || position === "last_child") return anchor;
  return listSections(outline).find((section) => section.children.includes(anchor)) ?? null;
}

// How many of the given lines repeat the target's own heading, in the same or another notation; 0 if they do not.
function repeatedHeading(given: readonly string[], lines: Lines, target: Section): number {
  const first = given.findIndex((line) => !isBlank(line));
  if (first < 0) return 0;
  const heading = lines.slice({ from: target.lineStart, to: target.headingEnd });
  if (isSame(given.slice(first, first + heading.length), heading)) return first + heading.length;
  // A heading is no longer than its paragraph, so the search can stop there.
  const end = given.findIndex((line, index) => index > first && isBlank(line));
  const like = parseOutline(given.slice(first, end < 0 ? undefined : end).join("\n")).sections[0];
  if (like?.lineStart !== 1 || like.title !== target.title || like.level !== target.level) return 0;
  return first + like.headingEnd;
}

type LineRange = { from: number; to: number };

// The lines that change when `given` replaces `region` (empty for an insertion). Blank lines at the edges of the region
// stay; if there are none between two texts, one is added.
function seam(lines: Lines, region: LineRange, given: readonly string[], trim: typeof trimBlank): EditedLines {
  let { from, to } = region;
  while (from <= to && isBlank(lines.at(from))) from++;
  while (to >= from && isBlank(lines.at(to))) to--;
  const isBare = from > to;
  // The region is only blank lines: the first stays above, the others below.
  if (isBare && region.from <= region.to) {
    from = region.from + 1;
    to = region.from;
  }
  const content = trim(given);
  if (content.every(isBlank)) return upToEnd(lines, without(lines, region, { from, to }));
  // A heading in the content keeps its own distance to the text below it.
  const keepsHead = trim === trimBlankEnd;
  if (keepsHead) from = region.from;
  const above = !keepsHead && from > 1 && !isBlank(lines.at(from - 1)) ? [""] : [];
  const below = to < lines.count && !isBlank(lines.at(to + 1)) ? [""] : [];
  return { from, to, lines: [...above, ...content, ...below] };
}

// Removing the end of a text without a final line break also removes the blank lines above it.
function upToEnd(lines: Lines, edit: EditedLines): EditedLines {
  if (edit.to < lines.count || edit.lines.length > 0 || lines.text.endsWith("\n")) return edit;
  let { from } = edit;
  while (from > 1 && isBlank(lines.at(from - 1))) from--;
  return { ...edit, from };
}

function without(lines: Lines, region: LineRange, core: LineRange): EditedLines {
  if (core.from > core.to) return { ...core, lines: [] };
  const hasBlankAbove = core.from === 1 || isBlank(lines.at(core.from - 1));
  if (region.to === lines.count) return { from: region.from, to: region.to, lines: [] };
  if (hasBlankAbove) return { from: core.from, to: region.to, lines: [] };
  return { ...core, lines: core.to < region.to ? [] : [""] };
}

function finish(text: string, outline: Outline, edit: EditedLines, intent: EditIntent): SectionEdit {
  const start = lineStart(text, edit.from);
  const end = lineStart(text, edit.to + 1, { line: edit.from, start });
  const change = replaceLines(text, start, Math.max(start, end), edit.lines);
  const isIdle = text.slice(change.from, change.to) === change.insert;
  const changes = isIdle ? [] : [change];
  const after = applyChanges(text, changes);
  const fresh = isIdle ? outline : parseOutline(after);
  const warnings = isIdle ? [] : findSideEffects(edit, { before: outline, after: fresh, intent });
  return { status: "edited", changes, text: after, outline: fresh, warnings };
}

const isBlank = (line: string): boolean => /^[ \t]*$/.test(line);

const endsLine = (text: string, at: number): boolean => at > 0 && text.charCodeAt(at - 1) === 10;

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

function trimBlankEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : trimBlankEnd(lines.slice(first));
}

/** The lines of a text by number, 1-based. */
class Lines {
  private readonly all: string[];
  readonly count: number;

  constructor(readonly text: string) {
    this.all = contentLines(text);
    this.count = this.all.length;
  }

  at(line: number): string {
    return this.all[line - 1] ?? "";
  }

  slice({ from, to }: LineRange): string[] {
    return this.all.slice(from - 1, Math.max(from - 1, to));
  }
}
