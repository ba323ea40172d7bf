import { type EditedPart, prefixOf } from "../package/splice-xml";
import { type DocxMark, type DocxMarks, docxMarks, type Span } from "./marks";
import { docxElements } from "./pieces";

/** A range to remove, and the text that it is in: the body, a note or a text box. */
export type RemovedBlock = Span & { story: Span };

const within = (offset: number, spans: readonly Span[]): boolean =>
  spans.some(({ from, to }) => from <= offset && offset < to);

/** Whether a piece of a part may have marks that must be kept. */
const mayHaveMarks = /<(?:[\w.-]+:)?(?:\w+Range(?:Start|End)|bookmark|perm(?:Start|End)|commentReference)/;

/**
 * Removes paragraphs, rows or tables from a part. Comments stay, at the paragraph after them (without one, before); so do bookmarks and other ranges
 * that go on elsewhere. `moved` was written elsewhere with all its marks. Returns warnings.
 */
export function removeBlocks(part: EditedPart, blocks: readonly RemovedBlock[], moved: readonly Span[] = []): string[] {
  for (const { from, to } of blocks) part.splice(from, to, "");
  if (!blocks.some(({ from, to }) => mayHaveMarks.test(part.xml.slice(from, to)))) return [];
  const scanned = docxMarks(part.xml);
  // What is elsewhere now went with everything in it.
  scanned.marks = scanned.marks.filter(({ from }) => !within(from, moved));
  const rescued = new Map<Span & { start: number }, string>();
  const comments = new Set<string>();
  for (const block of blocks) {
    const kept = scanned.marks.filter((mark) => within(mark.from, [block]) && isKept(mark, scanned, blocks));
    if (kept.length === 0) continue;
    for (const { pair } of kept) if (pair.startsWith("comment ")) comments.add(pair);
    const host = hostFor(block, blocks, scanned);
    if (host !== null)
      rescued.set(host, (rescued.get(host) ?? "") + kept.map((each) => markXml(part.xml, each)).join(""));
  }
  for (const [{ start }, xml] of rescued) part.splice(start, start, xml);
  return [...commentWarning(comments.size), ...lostBookmarks(part.xml, scanned, blocks)];
}

const commentWarning = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? "1 comment" : `${count} comments`} on it stayed, and ${count === 1 ? "is" : "are"} now at the paragraph beside it`,
      ];

/** Comments are always kept, other ranges if one end is elsewhere. */
function isKept({ pair }: DocxMark, { marks }: DocxMarks, blocks: readonly Span[]): boolean {
  if (pair.startsWith("comment ")) return true;
  return marks.some((other) => other.pair === pair && !within(other.from, blocks));
}

/** The paragraph that takes over the marks of a removed block, with the offset where they go. */
function hostFor(block: RemovedBlock, gone: readonly Span[], { paragraphs }: DocxMarks) {
  const depth = paragraphs.find(({ from }) => from >= block.from)?.depth ?? 0;
  const stay = paragraphs.filter(
    ({ from, to, isEmpty, ...each }) =>
      !isEmpty && each.depth === depth && from >= block.story.from && to <= block.story.to && !within(from, gone),
  );
  const next = stay.find(({ from }) => from >= block.to);
  if (next !== undefined) return next;
  const before = stay.findLast(({ to }) => to <= block.from);
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
function lostBookmarks(xml: string, { marks }: DocxMarks, blocks: readonly Span[]): string[] {
  const names = marks.filter(({ name, from }) => name !== "" && name !== "_GoBack" && within(from, blocks));
  const lost = names.filter(({ name, pair }) => {
    if (marks.some((other) => other.pair === pair && !within(other.from, blocks))) return false;
    for (let at = xml.indexOf(name); at >= 0; at = xml.indexOf(name, at + 1)) if (!within(at, blocks)) return true;
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
  { xml }: Pick<EditedPart, "xml">,
  { removed: blocks, moved }: { removed: readonly Span[]; moved: readonly Span[] },
  parts: readonly EditedPart[],
): string[] {
  if (!blocks.some(({ from, to }) => xml.slice(from, to).includes("noteReference"))) return [];
  const references = docxMarks(xml).notes.filter(({ from }) => !within(from, moved));
  const gone = new Set(references.filter(({ from }) => within(from, blocks)).map(({ key }) => key));
  for (const { key, from } of references) if (!within(from, blocks)) gone.delete(key);
  if (gone.size === 0) return [];
  let count = 0;
  for (const part of parts)
    for (const { name, from, to, attributes } of docxElements(part.xml, "w:footnote", "w:endnote")) {
      if (!gone.has(`${name} ${attributes["w:id"]}`) || attributes["w:type"] !== undefined) continue;
      part.splice(from, to, "");
      count++;
    }
  return count === 0 ? [] : [`${count === 1 ? "1 note" : `${count} notes`} of it went with it`];
}
