import { ToolError } from "../../ports/tool-error";
import { holdsTrackedChange } from "../odf/tracked-changes";
import { offsetsWithin } from "../package/element-context";
import type { EditedPart } from "../package/splice-xml";
import { type OdtMark, type OdtMarks, odtMarksOf, type Span } from "./marks";

/** A range to remove, and the text that it is in. */
export type RemovedBlock = Span & { story: Span };

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
          hint: "Accept or reject the change first, suggest the edit, or empty the paragraph.",
        },
      );
    part.splice(from, to, "");
  }
  if (!blocks.some(({ from, to }) => mayHaveMarks.test(xml.slice(from, to)))) return [];
  const [isMoved, isGone] = [offsetsWithin(moved), offsetsWithin(blocks)];
  const scanned = odtMarksOf(part);
  const staying = new Set(scanned.marks.filter(({ from }) => !isGone(from)).map(({ pair }) => pair));
  // Comments are always kept, other ranges if one end is elsewhere.
  const kept = scanned.marks.filter(
    ({ from, pair, isComment }) => isGone(from) && !isMoved(from) && (isComment || staying.has(pair)),
  );
  const comments = new Set<string>();
  let next = 0;
  for (const block of blocks.toSorted((one, other) => one.from - other.from)) {
    const own: OdtMark[] = [];
    for (let mark = kept[next]; mark !== undefined && mark.from < block.to; mark = kept[++next]) own.push(mark);
    const host = own.length === 0 ? null : hostFor(block, isGone, scanned);
    if (host === null) continue;
    for (const { pair, isComment } of own) if (isComment) comments.add(pair);
    part.splice(host, host, own.map(({ from, to }) => xml.slice(from, to)).join(""));
  }
  const count = comments.size;
  if (count === 0) return [];
  return [
    `${count === 1 ? "1 comment" : `${count} comments`} on it stayed, and ${count === 1 ? "is" : "are"} now at the paragraph beside it`,
  ];
}

/** Where in a paragraph that stays the marks of a removed block go; null without one. */
function hostFor(block: RemovedBlock, isGone: (offset: number) => boolean, { paragraphs }: OdtMarks): number | null {
  const depth = paragraphs.find(({ from }) => from >= block.from)?.depth ?? 0;
  const { story } = block;
  const isHost = ({ from, to, start, ...each }: OdtMarks["paragraphs"][number]): boolean =>
    start < to && each.depth === depth && from >= story.from && to <= story.to && !isGone(from);
  const next = paragraphs.find((each) => each.from >= block.to && isHost(each));
  return next?.start ?? paragraphs.findLast((each) => each.to <= block.from && isHost(each))?.end ?? null;
}
