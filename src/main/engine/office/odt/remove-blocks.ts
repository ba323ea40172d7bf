import { ToolError } from "../../ports/tool-error";
import { holdsTrackedChange } from "../odf/tracked-changes";
import type { EditedPart } from "../package/splice-xml";
import { type OdtMark, type OdtMarks, odtMarks, type Span } from "./marks";

/** A range to remove, and the text that it is in. */
export type RemovedBlock = Span & { story: Span };

const within = (offset: number, spans: readonly Span[]): boolean =>
  spans.some(({ from, to }) => from <= offset && offset < to);

const mayHaveMarks = /<(?:[\w.-]+:)?(?:annotation|[\w-]+-(?:start|end))\b/;

/**
 * Removes paragraphs, rows or lists from a part. Comments stay, at the paragraph after them (without one, before); so do bookmarks and other ranges that
 * go on elsewhere. `moved` was written elsewhere with all its marks. Returns warnings.
 */
export function removeOdtBlocks(
  part: EditedPart,
  blocks: readonly RemovedBlock[],
  moved: readonly Span[] = [],
): string[] {
  const { xml } = part;
  for (const { from, to } of blocks) {
    if (holdsTrackedChange(xml.slice(from, to)))
      throw new ToolError(
        "unsupported",
        "this paragraph contains the start or end of a tracked change, so it cannot be removed",
        {
          hint: "Accept or reject the change in LibreOffice first, or empty the paragraph.",
        },
      );
    part.splice(from, to, "");
  }
  if (!blocks.some(({ from, to }) => mayHaveMarks.test(xml.slice(from, to)))) return [];
  const scanned = odtMarks(xml);
  const comments = new Set<string>();
  for (const block of blocks) {
    const kept = scanned.marks.filter(
      (mark) => within(mark.from, [block]) && !within(mark.from, moved) && isKept(mark, scanned, blocks),
    );
    if (kept.length === 0) continue;
    const host = hostFor(block, blocks, scanned);
    if (host === null) continue;
    for (const { pair, isComment } of kept) if (isComment) comments.add(pair);
    part.splice(host, host, kept.map(({ from, to }) => xml.slice(from, to)).join(""));
  }
  const count = comments.size;
  if (count === 0) return [];
  return [
    `${count === 1 ? "1 comment" : `${count} comments`} on it stayed, and ${count === 1 ? "is" : "are"} now at the paragraph beside it`,
  ];
}

/** Comments are always kept, other ranges if one end is elsewhere. */
const isKept = ({ pair, isComment }: OdtMark, { marks }: OdtMarks, blocks: readonly Span[]): boolean =>
  isComment || marks.some((other) => other.pair === pair && !within(other.from, blocks));

/** Where in a paragraph that stays the marks of a removed block go; null without one. */
function hostFor(block: RemovedBlock, gone: readonly Span[], { paragraphs }: OdtMarks): number | null {
  const depth = paragraphs.find(({ from }) => from >= block.from)?.depth ?? 0;
  const stay = paragraphs.filter(
    ({ from, to, start, ...each }) =>
      start < to && each.depth === depth && from >= block.story.from && to <= block.story.to && !within(from, gone),
  );
  return stay.find(({ from }) => from >= block.to)?.start ?? stay.findLast(({ to }) => to <= block.from)?.end ?? null;
}
