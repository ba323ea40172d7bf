import type { SectionTarget } from "../../../../core/markdown/section-address";
import { readSection, type SectionContent } from "../../../../core/markdown/section-edits";
import { parseOutline } from "../../../../core/markdown/sections";
import type { LineRange } from "../../../../core/text/line-ranges";
import { lineStart } from "../../../../core/text/lines";
import type { ToolContext } from "../kit/tool";
import type { OpenMarkdown } from "./open-markdown";
import { isSameText, sameIn } from "./section-base";

/** Sections as they were shown: which sections, whether with their sub-sections, and which of their lines. */
export type DisplayedSection = {
  target: SectionTarget;
  includeChildren: boolean;
  read: SectionContent;
  seen: LineRange | null;
};

/**
 * Records what a caller was shown of a document. If it knows the rest from an earlier version, only these sections are updated: changes of others
 * elsewhere do not count as read.
 */
export async function sawSections(
  open: OpenMarkdown,
  shown: readonly DisplayedSection[],
  ctx: ToolContext,
): Promise<void> {
  const { reads, documents } = ctx;
  const { realPath, version } = open.document;
  const base = reads.sectionBase(realPath) ?? reads.of(realPath)?.version ?? version;
  let known = base === version ? null : await documents.textOf(base);
  for (const section of shown) if (known !== null) known = withSection(known, open, section);
  reads.saw(realPath, version, null);
  for (const { seen } of shown) if (seen !== null) reads.saw(realPath, version, seen);
  if (known !== null) reads.knowsSections(realPath, documents.keepText(known));
}

/** The known text with one section as it is now; null if that section can no longer be identified. */
function withSection(known: string, { document, outline }: OpenMarkdown, shown: DisplayedSection): string | null {
  const { target, includeChildren, read } = shown;
  const knownOutline = parseOutline(known);
  const old = sameIn(knownOutline, target);
  if (old === null) return null;
  const was = readSection(known, knownOutline, old, { includeChildren });
  const from = lineStart(known, was.lineStart);
  const to = lineStart(known, was.lineEnd + 1, { line: was.lineStart, start: from });
  const text = `${known.slice(0, from)}${read.content}\n${known.slice(to)}`;
  const fresh = parseOutline(text);
  const now = sameIn(fresh, target);
  if (now === null) return null;
  const isSame = isSameText(
    readSection(text, fresh, now, { includeChildren }).content,
    readSection(document.text, outline, target, { includeChildren }).content,
  );
  return isSame ? text : null;
}
