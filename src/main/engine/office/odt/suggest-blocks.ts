import type { ElementFrame, ElementSpan } from "../package/element-context";
import { elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { Span } from "./marks";
import { odtElementsAt } from "./pieces";
import { endOf, startAgain } from "./suggest-text";
import type { OdtTracking } from "./tracking";

/** Where blocks are inserted: between children of an element. */
export type BlockInsertion = { at: number; xml: string; holder: ElementFrame };

/** A paragraph that is suggested for deletion: `block` is what goes with it, its list item or its list. */
export type GoingParagraph = { element: XmlElement; block: Span; ancestors: readonly ElementFrame[] };

const isParagraph = ({ name }: Pick<ElementSpan, "name">): boolean => name === "text:p" || name === "text:h";
/** Before these, the end of an insertion may stand between paragraphs: office programs take it for the start of the next one. */
const beginsWithParagraph = (each: ElementSpan): boolean =>
  isParagraph(each) || each.name === "text:list" || each.name === "text:section";
const isBlock = ({ name }: ElementSpan): boolean =>
  /^(?:text:(?:p|h|list|section|numbered-paragraph|table-of-content|bibliography|[\w-]+-index)|table:table)$/.test(
    name,
  );
const staying =
  /^text:change(?:-start|-end)?$|^text:(?:bookmark|reference-mark|toc-mark|user-index-mark|alphabetical-index-mark)(?:-start|-end)?$|^office:annotation(?:-end)?$/;
const around = new Set(["text:span", "text:a", "text:meta", "text:ruby", "text:ruby-base"]);

/** What goes to the start and end of a paragraph. An insertion that begins at its end begins after what was deleted there. */
type Host = { before: string; after: string; starts: string };

/** Suggests inserting and deleting paragraphs in one part. Call `finish` when all are known. */
export class BlockSuggestions {
  /** What goes to the start and the end of paragraphs that stay, by their offset. */
  readonly #hosts = new Map<number, Host & { frame: ElementFrame }>();

  constructor(
    private readonly tracking: OdtTracking,
    /** The offsets of blocks that the same edit removes. */
    private readonly gone: ReadonlySet<number>,
  ) {}

  /** Inserts blocks between the children of an element. */
  insert({ at, xml, holder }: BlockInsertion): void {
    const blocks = holder.children.filter((each) => isBlock(each) && !this.gone.has(each.from));
    const next = blocks.find(({ from }) => from >= at);
    const previous = blocks.findLast(({ to }) => to <= at);
    const { start, end } = this.tracking.insertion(at);
    const { part } = this.tracking;
    const prefix = prefixOf(part.xml, next ?? previous ?? holder);
    const inLast = beforeLastEnd(xml, prefix, end);
    // The format allows marks between paragraphs, but not between those of a list item.
    const isBetween = next !== undefined && beginsWithParagraph(next) && !/^text:list-/.test(holder.name);
    if (isBetween || inLast === null) part.splice(at, at, start + xml + end);
    // At the end of a text or before a table, an insertion is from the end of one paragraph to the end of another.
    else if (previous !== undefined && isParagraph(previous)) {
      this.#host(previous).starts += start;
      part.splice(at, at, inLast);
    } else part.splice(at, at, start + inLast);
  }

  /** Inserts items beside an item of a list: `paragraph` is the last one before them, or with `before` the first one after them. */
  insertItems(
    at: number,
    xml: string,
    { paragraph, side }: { paragraph: ElementFrame; side: "before" | "after" },
  ): void {
    const { part } = this.tracking;
    const prefix = prefixOf(part.xml, paragraph);
    const { start, end } = this.tracking.insertion(at);
    if (side === "after") {
      this.#host(paragraph).starts += start;
      part.splice(at, at, beforeLastEnd(xml, prefix, end) ?? xml + end);
    } else {
      part.splice(
        at,
        at,
        xml.replace(new RegExp(`<${prefix}(?:p|h)(?:\\s[^>]*)?>`), (tag) => tag + start),
      );
      this.#host(paragraph).before += end;
    }
  }

  /** Suggests deleting paragraphs. Returns how many can lose only their words, since no other paragraph is beside them. */
  remove(paragraphs: readonly GoingParagraph[]): number {
    let emptied = 0;
    const byBlock = Map.groupBy(
      paragraphs.toSorted((one, other) => one.element.from - other.element.from),
      ({ block }) => block.from,
    );
    for (const inBlock of byBlock.values()) {
      if (this.#removeBlock(inBlock)) continue;
      emptied += inBlock.length;
      for (const { element } of inBlock) this.#empty(element);
    }
    return emptied;
  }

  finish(): void {
    const { part } = this.tracking;
    for (const { frame, before, starts, ...host } of this.#hosts.values()) {
      const after = host.after + starts;
      const { from, to, insideFrom, insideTo } = frame;
      if (part.xml.charCodeAt(insideFrom - 2) === 0x2f) {
        const start = part.xml.slice(from, to).replace(/\s*\/>$/, ">");
        part.splice(from, to, `${start}${before}${after}${endOf(part.xml, frame)}`);
        continue;
      }
      if (before !== "") part.splice(insideFrom, insideFrom, before);
      if (after !== "") part.splice(insideTo, insideTo, after);
    }
    this.#hosts.clear();
  }

  #host(frame: ElementFrame): Host {
    const known = this.#hosts.get(frame.from) ?? { frame, before: "", after: "", starts: "" };
    this.#hosts.set(frame.from, known);
    return known;
  }

  /** Suggests deleting the content of a paragraph that stays. */
  #empty(element: XmlElement): void {
    const { tracking } = this;
    const { part } = tracking;
    const written = segmentsOf(part.xml, element).map(({ kind, xml, from }) => {
      if (kind === "mark") return xml;
      const deleted = `${startAgain(part.xml, element)}${xml}${endOf(part.xml, element)}`;
      return tracking.isOwn(from + 1) ? "" : tracking.deletion(from, deleted);
    });
    if (!element.isEmpty) part.splice(element.insideFrom, element.insideTo, written.join(""));
  }

  /** Moves a block into the list of changes; false if it has no paragraph beside it that could hold the mark. */
  #removeBlock(paragraphs: readonly GoingParagraph[]): boolean {
    const [first] = paragraphs as [GoingParagraph];
    const { part } = this.tracking;
    const { xml } = part;
    const { block, ancestors } = first;
    const holder = ancestors.findLast(({ children }) => children.some(({ from }) => from === block.from));
    if (holder === undefined) return false;
    const isItem = holder.name === "text:list";
    const beside = this.#beside(holder, block, isItem);
    if (beside === null) return false;
    const { host, side } = beside;
    const pieces = paragraphs.length === 1 ? segmentsOf(xml, first.element) : null;
    const isCut = pieces?.some(({ kind }) => kind === "mark") ?? paragraphs.some(({ element }) => hasMarks(element));
    if (isCut && pieces === null) return false;
    const out = pieces === null ? null : this.#segments(first, pieces, { host, side, isItem, holder });
    const whole = xml.slice(block.from, block.to);
    const marks = out ?? this.tracking.deletion(block.from, withBreak(xml, whole, { host, side, isItem, holder }));
    if (side === "after") this.#host(host).after += marks;
    else this.#host(host).before += marks;
    part.splice(block.from, block.to, "");
    return true;
  }

  /** The first or last element in a list item. */
  #edgeOf(item: ElementFrame, side: "first" | "last"): ElementFrame | undefined {
    const element = odtElementsAt(this.tracking.part.xml, [item]).get(item.from);
    const inside = element === undefined ? [] : elementsIn(element);
    const edge = side === "first" ? inside[0] : inside.at(-1);
    return edge && { ...edge, children: [] };
  }

  /** The paragraph that gets the mark: the one before if there is one, else the one after. */
  #beside(holder: ElementFrame, block: Span, isItem: boolean): { host: ElementFrame; side: "before" | "after" } | null {
    const others = holder.children.filter(
      (each) =>
        (isBlock(each) || each.name === "text:list-item") && (each.from === block.from || !this.gone.has(each.from)),
    );
    const at = others.findIndex(({ from }) => from === block.from);
    const paragraphOf = (each: ElementFrame | undefined, side: "first" | "last"): ElementFrame | null => {
      const edge = isItem && each !== undefined ? this.#edgeOf(each, side) : each;
      return edge !== undefined && isParagraph(edge) && !this.gone.has(edge.from) ? edge : null;
    };
    const previous = paragraphOf(others[at - 1], "last");
    // A mark within another insertion would go with that.
    const { tracking } = this;
    const next = paragraphOf(others[at + 1], "first");
    const isNext = next !== null && tracking.isSameInsertion(block.to, next.insideFrom);
    const before = isNext ? ({ host: next, side: "before" } as const) : null;
    // What this author inserted goes with the break that was inserted too.
    if (before !== null && tracking.isOwn(block.to) && !tracking.isOwn(block.from)) return before;
    const isPrevious = previous !== null && tracking.isSameInsertion(previous.insideTo, block.from);
    return isPrevious ? { host: previous, side: "after" } : before;
  }

  /** The marks for a paragraph whose text is deleted piece by piece: with one of the pieces its break goes too. */
  #segments({ element, block }: GoingParagraph, segments: readonly Segment[], beside: Beside): string {
    const { xml } = this.tracking.part;
    const { side } = beside;
    const texts = segments.filter(({ kind }) => kind === "text");
    const isOwn = (segment: Segment): boolean => this.tracking.isOwn(segment.from + 1);
    // With the break that goes: an insertion may contain the one before the paragraph, or the one after it.
    const isAllOwn = this.tracking.isOwn(side === "after" ? element.from : element.to) && texts.every(isOwn);
    const as = (written: string): string => `${startAgain(xml, element)}${written}${endOf(xml, element)}`;
    const asItself = (written: string): string => {
      const start = xml.slice(element.from, element.insideFrom).replace(/\s*\/>$/, ">");
      return start + written + endOf(xml, element);
    };
    const asBlock = (written: string): string => {
      if (element.from === block.from) return asItself(written);
      return xml.slice(block.from, element.from) + asItself(written) + xml.slice(element.to, block.to);
    };
    if (isAllOwn) return segments.map((each) => (each.kind === "mark" ? each.xml : "")).join("");
    const left = segments.filter((each) => each.kind === "mark" || !isOwn(each));
    // The break is at the outer edge of the paragraph; if there is no text, it is deleted alone.
    const edge = side === "after" ? left[0] : left.at(-1);
    let broken = edge;
    if (edge === undefined || edge.kind === "mark") {
      // An insertion may contain the text of the paragraph and not the break after it.
      broken = { kind: "text", xml: "", from: side === "after" ? element.from : element.to };
      if (side === "after") left.unshift(broken);
      else left.push(broken);
    }
    return left
      .map((each) =>
        each.kind === "mark"
          ? each.xml
          : this.tracking.deletion(
              each.from,
              each === broken ? withBreak(xml, asBlock(each.xml), beside) : as(each.xml),
            ),
      )
      .join("");
  }
}

/** The paragraph that stays, and on which side of it the mark goes; `holder` is what the removed block is in. */
type Beside = { host: ElementFrame; side: "before" | "after"; isItem: boolean; holder: ElementFrame };

/** A deleted block as the list of changes has it: with the paragraph that stays, empty, so that the break between the two is deleted too. */
function withBreak(xml: string, block: string, { host, side, isItem, holder }: Beside): string {
  const bare = `${startAgain(xml, host)}${endOf(xml, host)}`;
  if (!isItem) return side === "after" ? bare + block : block + bare;
  const prefix = prefixOf(xml, host);
  const other = `<${prefix}list-item>${bare}</${prefix}list-item>`;
  return `${startAgain(xml, holder)}${side === "after" ? other + block : block + other}${endOf(xml, holder)}`;
}

/** A stretch of a paragraph's content, or a mark that stays in the text. */
type Segment = { kind: "text" | "mark"; xml: string; from: number };

const hasMarks = (element: XmlElement): boolean =>
  elementsIn(element).some((child) => staying.test(child.name) || (around.has(child.name) && hasMarks(child)));

/** The content of a paragraph, cut at marks; elements around a cut are ended and begun again. */
function segmentsOf(xml: string, paragraph: XmlElement): Segment[] {
  const segments: Segment[] = [];
  const prefix = prefixOf(xml, paragraph);
  let current = "";
  let from = paragraph.insideFrom;
  let hasContent = false;
  let isAfterCut = false;
  let isAfterBlank = true;
  const cut = (path: readonly XmlElement[], next: number): void => {
    const ends = path.map((each) => endOf(xml, each)).reverse();
    if (hasContent) segments.push({ kind: "text", xml: current + ends.join(""), from });
    current = path.map((each) => startAgain(xml, each)).join("");
    from = next;
    hasContent = false;
    isAfterCut = true;
  };
  const walk = (element: XmlElement, path: readonly XmlElement[]): void => {
    for (const node of element.nodes) {
      const raw = xml.slice(node.from, node.to);
      if (node.kind === "text") {
        const [blanks = ""] = /^[ \t\r\n]*/.exec(raw) ?? [];
        // A blank at the start of a paragraph would be ignored.
        const lead = isAfterCut && !hasContent && blanks !== "" ? (isAfterBlank ? "" : `<${prefix}s/>`) : blanks;
        current += lead + raw.slice(blanks.length);
        if (!hasContent) from = node.from;
        hasContent ||= raw !== "";
        isAfterBlank = /[ \t\r\n]$/.test(raw);
      } else if (staying.test(node.name)) {
        cut(path, node.to);
        segments.push({ kind: "mark", xml: raw, from: node.from });
      } else if (around.has(node.name) && hasMarks(node)) {
        current += xml.slice(node.from, node.insideFrom);
        walk(node, [...path, node]);
        current += xml.slice(node.insideTo, node.to);
      } else {
        current += raw;
        if (!hasContent) from = node.from;
        hasContent = true;
        isAfterBlank = node.name === "text:line-break";
      }
    }
  };
  walk(paragraph, []);
  if (hasContent) segments.push({ kind: "text", xml: current, from });
  return segments;
}

/** The XML of blocks with a mark at the end of their last paragraph; null if they do not end with a paragraph. */
function beforeLastEnd(xml: string, prefix: string, mark: string): string | null {
  const end = new RegExp(`</${prefix}[ph]>((?:</${prefix}(?:list-item|list)>)*)$`).exec(xml);
  return end === null ? null : xml.slice(0, end.index) + mark + xml.slice(end.index);
}
