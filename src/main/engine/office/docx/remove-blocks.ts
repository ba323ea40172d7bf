import { offsetsWithin } from "../package/element-context";
import { type EditedPart, prefixOf } from "../package/splice-xml";
import { type DocxMark, type DocxMarks, docxMarksOf, type Span } from "./marks";
import { docxElements } from "./pieces";

/** A range to remove, and the text that it is in: the body, a note or a text box. */
export type RemovedBlock = Span & { story: Span };

/** Whether a piece of a part may have marks that must be kept. */
const mayHaveMarks = /<(?:[\w.-]+:)?(?:\w+Range(?:Start|End)|bookmark|perm(?:Start|End)|commentReference)/;

/**
 * Removes paragraphs, rows or tables from a part. Comments stay, at the paragraph after them (without one, before); so do bookmarks and other ranges
 * that go on elsewhere. `moved` was written elsewhere with all its marks. Returns warnings.
 */
export function removeBlocks(part: EditedPart, blocks: readonly RemovedBlock[], moved: readonly Span[] = []): string[] {
  for (const { from, to } of blocks) part.splice(from, to, "");
  if (!blocks.some(({ from, to }) => mayHaveMarks.test(part.xml.slice(from, to)))) return [];
  const [isMoved, isGone] = [offsetsWithin(moved), offsetsWithin(blocks)];
  const found = docxMarksOf(part);
  // What is elsewhere now went with everything in it.
  const scanned: DocxMarks = { ...found, marks: found.marks.filter(({ from }) => !isMoved(from)) };
  const going = scanned.marks.filter(({ from }) => isGone(from));
  const staying = new Set(scanned.marks.filter(({ from }) => !isGone(from)).map(({ pair }) => pair));
  // Comments are always kept, other ranges if one end is elsewhere.
  const kept = going.filter(({ pair }) => pair.startsWith("comment ") || staying.has(pair));
  const rescued = new Map<Span & { start: number }, string>();
  const comments = new Set<string>();
  let next = 0;
  for (const block of blocks.toSorted((one, other) => one.from - other.from)) {
    const own: DocxMark[] = [];
    for (let mark = kept[next]; mark !== undefined && mark.from < block.to; mark = kept[++next]) own.push(mark);
    if (own.length === 0) continue;
    for (const { pair } of own) if (pair.startsWith("comment ")) comments.add(pair);
    const host = hostFor(block, isGone, scanned);
    if (host !== null)
      rescued.set(host, (rescued.get(host) ?? "") + own.map((each) => markXml(part.xml, each)).join(""));
  }
  for (const [{ start }, xml] of rescued) part.splice(start, start, xml);
  const lost = going.filter(({ name, pair }) => name !== "" && name !== "_GoBack" && !staying.has(pair));
  return [...commentWarning(comments.size), ...lostBookmarks(part.xml, lost, isGone)];
}

const commentWarning = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? "1 comment" : `${count} comments`} on it stayed, and ${count === 1 ? "is" : "are"} now at the paragraph beside it`,
      ];

/** The paragraph that takes over the marks of a removed block, with the offset where they go. */
function hostFor(block: RemovedBlock, isGone: (offset: number) => boolean, { paragraphs }: DocxMarks) {
  const depth = paragraphs.find(({ from }) => from >= block.from)?.depth ?? 0;
  const { story } = block;
  const isHost = ({ from, to, isEmpty, ...each }: DocxMarks["paragraphs"][number]): boolean =>
    !isEmpty && each.depth === depth && from >= story.from && to <= story.to && !isGone(from);
  const next = paragraphs.find((each) => each.from >= block.to && isHost(each));
  if (next !== undefined) return next;
  const before = paragraphs.findLast((each) => each.to <= block.from && isHost(each));
  if (before === undefined) return null;
  // Before its end tag.
  return { ...before, start: before.end };
}

/** A mark as XML, with a run of its own around a comment's number. */
export function markXml(xml: string, { from, to, kind, properties }: DocxMark): string {
  const mark = xml.slice(from, to);
  if (kind !== "reference") return mark;
  const prefix = prefixOf(xml, { from });
  const own = properties === null ? "" : xml.slice(properties.from, properties.to);
  return `<${prefix}r>${own}${mark}</${prefix}r>`;
}

/** Warns about bookmarks that go although something refers to them. */
function lostBookmarks(xml: string, going: readonly DocxMark[], isGone: (offset: number) => boolean): string[] {
  const lost = going.filter(({ name }) => {
    for (let at = xml.indexOf(name); at >= 0; at = xml.indexOf(name, at + 1)) if (!isGone(at)) return true;
    return false;
  });
  return lost.length === 0
    ? []
    : [
        `${lost.length === 1 ? "a bookmark" : `${lost.length} bookmarks`} to which links or fields of the document lead went with it`,
      ];
}

/** Removes the notes, in these parts, to which nothing refers once these ranges of a part are removed. Returns warnings. */
export function removeNotes(
  part: EditedPart,
  { removed: blocks, moved }: { removed: readonly Span[]; moved: readonly Span[] },
  parts: readonly EditedPart[],
): string[] {
  if (!blocks.some(({ from, to }) => part.xml.slice(from, to).includes("noteReference"))) return [];
  const [isMoved, isGone] = [offsetsWithin(moved), offsetsWithin(blocks)];
  const references = docxMarksOf(part).notes.filter(({ from }) => !isMoved(from));
  const gone = new Set(references.filter(({ from }) => isGone(from)).map(({ key }) => key));
  for (const { key, from } of references) if (!isGone(from)) gone.delete(key);
  if (gone.size === 0) return [];
  let count = 0;
  for (const notes of parts)
    for (const { name, from, to, attributes } of docxElements(notes.xml, "w:footnote", "w:endnote")) {
      if (!gone.has(`${name} ${attributes["w:id"]}`) || attributes["w:type"] !== undefined) continue;
      notes.splice(from, to, "");
      count++;
    }
  return count === 0 ? [] : [`${count === 1 ? "1 note" : `${count} notes`} of it went with it`];
}
