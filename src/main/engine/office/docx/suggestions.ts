import type { OfficeSuggestion } from "../../../../core/office/office-view";
import { type EditedPart, editPart, elementsIn, prefixOf, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { LocatedSuggestion } from "../text/located-suggestion";
import { docxMarks } from "./marks";
import { docxParts } from "./read";
import { docxPrefixes } from "./scan";
import { docxSuggestionId } from "./suggestion-id";

const attributes = ["w:id", "w:author", "w:date", "w:val"];
const tracked = new Set([
  ...["w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange", "w:pPrChange", "w:sectPrChange", "w:tblPrChange"],
  ...[
    "w:trPrChange",
    "w:tcPrChange",
    "w:tblPrExChange",
    "w:tblGridChange",
    "w:numberingChange",
    "w:cellIns",
    "w:cellDel",
  ],
]);
const ranges = new Set([...["w:moveFromRangeStart", "w:moveFromRangeEnd", "w:moveToRangeStart", "w:moveToRangeEnd"]]);
const MAX_SUGGESTION_TEXT = 200;

/** The tracked changes of a Word document, in the order of its text, then of its notes, headers and footers. */
export function docxSuggestions(zip: ZipPackage): LocatedSuggestion[] {
  const { main, notes, margins } = docxParts(zip);
  return [main, ...notes, ...margins].flatMap((name) => {
    const part = editPart(zip, name);
    const root = part === null ? null : rootOf(part);
    if (root === null) return [];
    const found = new Map<string, LocatedSuggestion>();
    walk(root, (element) => {
      if (!tracked.has(element.name)) return;
      const id = docxSuggestionId(name, element.name, element.attributes);
      const paragraph = ancestorOf(element, "w:p");
      const text = textOf(element);
      const known = found.get(id);
      if (known !== undefined) known.text = `${known.text}${text}`.slice(0, MAX_SUGGESTION_TEXT);
      // The paragraph mark belongs to the text in the paragraph if the same author inserted or deleted both at once.
      else if (!isMarkOfOwnText(element, paragraph))
        found.set(id, {
          id,
          kind: kindOf(element),
          author: element.attributes["w:author"] ?? "",
          at: element.attributes["w:date"] ?? null,
          text: text.slice(0, MAX_SUGGESTION_TEXT),
          location: paragraph === null ? null : { part: name, from: paragraph.from },
        });
    });
    return [...found.values()];
  });
}

/** The parts of a Word document that change when these tracked changes, or all of them, are accepted or rejected. */
export function resolveDocxSuggestions(
  zip: ZipPackage,
  ids: readonly string[] | "all",
  how: "accept" | "reject",
): { parts: Map<string, Uint8Array | null>; count: number } {
  const { main, notes, margins } = docxParts(zip);
  const wanted = ids === "all" ? null : new Set(ids);
  const parts = new Map<string, Uint8Array | null>();
  let count = 0;
  /** The notes to which the text no longer refers. */
  let gone: ReadonlySet<string> = none;
  for (const name of [main, ...notes, ...margins]) {
    const part = editPart(zip, name);
    const lost = notes.includes(name) ? gone : none;
    const root = part === null ? null : rootOf(part, lost.size > 0);
    if (part === null || root === null) continue;
    const ended =
      lost.size === 0 ? [] : elementsIn(root).filter((each) => lost.has(`${each.name} ${each.attributes["w:id"]}`));
    const resolved = new Set<XmlElement>();
    const isWanted = (element: XmlElement): boolean =>
      wanted === null || wanted.has(docxSuggestionId(name, element.name, element.attributes));
    walk(root, (element) => {
      if (!tracked.has(element.name)) return;
      const paragraph = ancestorOf(element, "w:p");
      const isMarks = isMarkOfOwnText(element, paragraph);
      const own = isMarks ? ownText(element, paragraph) : [element];
      if (own.some(isWanted)) resolved.add(element);
    });
    if (resolved.size === 0 && ended.length === 0) continue;
    count += resolved.size;
    const marks = new Set([...endedRanges(root, resolved, wanted === null), ...ended]);
    const written = new SuggestionResolver(part.xml, { resolved, marks }, how).render(root);
    if (name === main) gone = lostNotes(part.xml, part.xml.slice(0, root.from) + written + part.xml.slice(root.to));
    part.splice(root.from, root.to, written);
    const bytes = part.bytes();
    if (bytes !== null) parts.set(name, bytes);
  }
  return { parts, count };
}

const none: ReadonlySet<string> = new Set();

/** The notes to which a text refers before, and not after. */
function lostNotes(before: string, after: string): Set<string> {
  const notesOf = (xml: string): string[] =>
    xml.includes("noteReference") ? docxMarks(xml).notes.map(({ key }) => key) : [];
  const kept = new Set(notesOf(after));
  return new Set(notesOf(before).filter((key) => !kept.has(key)));
}

/** The marks around moved text whose moves are all resolved: they would mean nothing. With `isAll` also those around no move. */
function endedRanges(root: XmlElement, resolved: ReadonlySet<XmlElement>, isAll: boolean): Set<XmlElement> {
  const starts = new Map<string, XmlElement>();
  /** Where the moves begin, in order, and how many of those up to each are resolved. */
  const moves: { from: number; resolved: number }[] = [];
  const ended = new Set<XmlElement>();
  walk(root, (element) => {
    const { name, attributes: own } = element;
    if (name === "w:moveFrom" || name === "w:moveTo")
      moves.push({ from: element.from, resolved: (moves.at(-1)?.resolved ?? 0) + (resolved.has(element) ? 1 : 0) });
    if (!ranges.has(name)) return;
    const key = `${name.replace(/(?:Start|End)$/, "")} ${own["w:id"]}`;
    if (name.endsWith("Start")) {
      starts.set(key, element);
      return;
    }
    const start = starts.get(key);
    if (start === undefined) {
      if (isAll) ended.add(element);
      return;
    }
    starts.delete(key);
    const first = firstAfter(moves, start.from);
    const inside = moves.length - first;
    const areResolved = (moves.at(-1)?.resolved ?? 0) - (moves[first - 1]?.resolved ?? 0) === inside;
    if (inside > 0 ? areResolved : isAll) ended.add(start).add(element);
  });
  if (isAll) for (const start of starts.values()) ended.add(start);
  return ended;
}

/** The index of the first of some elements, in order, that begins after a position. */
function firstAfter(elements: readonly { from: number }[], position: number): number {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.from ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The outermost element of a part with tracked changes, or of any part. */
function rootOf(part: EditedPart, isAny = false): XmlElement | null {
  if (!isAny && !/<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|\w+Change)[\s/>]/.test(part.xml))
    return null;
  return takeElements(part.xml, { prefixes: docxPrefixes, attributes, take: () => true })[0] ?? null;
}

function walk(element: XmlElement, visit: (element: XmlElement) => void): void {
  visit(element);
  for (const node of element.nodes) if (node.kind === "element") walk(node, visit);
}

function ancestorOf(element: XmlElement, name: string): XmlElement | null {
  for (let at = element.parent; at !== null; at = at.parent) if (at.name === name) return at;
  return null;
}

/** Whether the element marks a paragraph's end as inserted or deleted. */
const isMark = ({ parent }: XmlElement): boolean => parent?.name === "w:rPr" && parent.parent?.name === "w:pPr";

const isMarkOfOwnText = (element: XmlElement, paragraph: XmlElement | null): boolean =>
  isMark(element) && ownText(element, paragraph).length > 0;

/** The text of the paragraph that was suggested together with its end. */
function ownText(mark: XmlElement, paragraph: XmlElement | null): XmlElement[] {
  const { "w:author": author, "w:date": at } = mark.attributes;
  return (paragraph === null ? [] : elementsIn(paragraph, mark.name)).filter(
    ({ attributes: own }) => own["w:author"] === author && own["w:date"] === at,
  );
}

function kindOf(element: XmlElement): OfficeSuggestion["kind"] {
  if (/Pr(?:Ex)?Change$/.test(element.name)) return "formatting";
  if (isMark(element)) return "paragraph";
  const holder = element.parent?.name;
  if (holder === "w:trPr") return "row";
  switch (element.name) {
    case "w:ins":
      return "insertion";
    case "w:del":
      return "deletion";
    case "w:moveTo":
      return "moved here";
    case "w:moveFrom":
      return "moved away";
    default:
      return "other";
  }
}

function textOf(element: XmlElement): string {
  let text = "";
  walk(element, ({ name, nodes, attributes: own }) => {
    if (name === "w:t" || name === "w:delText") for (const node of nodes) if (node.kind === "text") text += node.text;
    if (name === "w:tab" && own["w:val"] === undefined) text += "\t";
    if (name === "w:br") text += "\n";
  });
  return text;
}

const inserting = new Set(["w:ins", "w:moveTo"]);
const taking = new Set(["w:del", "w:moveFrom"]);

/**
 * What a change of properties does not say, and where it is among them: a paragraph's mark and its section, the headers of a section, and what else is
 * suggested about the same paragraph mark, row or cell.
 */
const notInChange: Record<string, { names: readonly string[]; position: "before" | "after" }> = {
  "w:pPr": { names: ["w:rPr", "w:sectPr"], position: "after" },
  "w:sectPr": { names: ["w:headerReference", "w:footerReference"], position: "before" },
  "w:rPr": { names: ["w:ins", "w:del", "w:moveFrom", "w:moveTo"], position: "before" },
  "w:trPr": { names: ["w:ins", "w:del"], position: "after" },
  "w:tcPr": { names: ["w:cellIns", "w:cellDel", "w:cellMerge"], position: "after" },
};

/** Renders a part with some changes resolved; unaffected elements keep their bytes. */
class SuggestionResolver {
  readonly #touched = new Set<XmlElement>();
  private readonly resolved: ReadonlySet<XmlElement>;
  /** Marks that are removed with the resolved changes. */
  private readonly marks: ReadonlySet<XmlElement>;

  constructor(
    private readonly xml: string,
    { resolved, marks }: { resolved: ReadonlySet<XmlElement>; marks: ReadonlySet<XmlElement> },
    private readonly how: "accept" | "reject",
  ) {
    this.resolved = resolved;
    this.marks = marks;
    for (const element of [...resolved, ...marks])
      for (let at: XmlElement | null = element; at !== null; at = at.parent) this.#touched.add(at);
  }

  render(element: XmlElement, isRestored = false): string {
    const { xml, resolved } = this;
    if (resolved.has(element)) return this.#resolvedXml(element);
    if (this.marks.has(element)) return "";
    if (isRestored && (element.name === "w:delText" || element.name === "w:delInstrText"))
      return renamed(xml.slice(element.from, element.to), element.name === "w:delText" ? "t" : "instrText");
    if ((!this.#touched.has(element) && !isRestored) || element.isEmpty) return xml.slice(element.from, element.to);
    if (this.#goesWhole(element)) return "";
    if (this.#losesRows(element)) return this.#insteadOfTable(element);
    const inside = this.#before(element) ?? this.#inside(element, isRestored);
    return `${xml.slice(element.from, element.insideFrom)}${inside}${xml.slice(element.insideTo, element.to)}`;
  }

  #inside(element: XmlElement, isRestored: boolean): string {
    const { xml } = this;
    let written = "";
    let at = element.insideFrom;
    /** The content that paragraphs without an end pass on to the next one. */
    let handedOn = "";
    for (const node of element.nodes) {
      written += xml.slice(at, node.from);
      at = node.to;
      if (node.kind === "text") {
        written += xml.slice(node.from, node.to);
        continue;
      }
      if (node.name === "w:p" && this.#losesEnd(node)) {
        const next = followingParagraph(node);
        if (next !== null || this.#isBare(node)) {
          handedOn += this.#content(node, isRestored);
          if (next === null) {
            written += openRanges(handedOn);
            handedOn = "";
          }
          continue;
        }
      }
      if (handedOn !== "" && node.name === "w:p") {
        written += this.#withContent(node, handedOn, isRestored);
        handedOn = "";
      } else written += this.render(node, isRestored);
    }
    return written + xml.slice(at, element.insideTo);
  }

  /** Accepted insertions and rejected deletions stay, without their marks; the others are removed. */
  #resolvedXml(element: XmlElement): string {
    const { name } = element;
    const isKept = this.how === "accept" ? inserting.has(name) : taking.has(name);
    if (name === "w:rPrChange" || name === "w:pPrChange" || !(inserting.has(name) || taking.has(name))) return "";
    if (isMark(element) || element.parent?.name === "w:trPr" || element.isEmpty) return "";
    return isKept ? this.#inside(element, taking.has(name)) : "";
  }

  /** Whether it is a row that is removed, or properties whose old ones are restored. */
  #goesWhole(element: XmlElement): boolean {
    if (element.name !== "w:tr") return false;
    const marks = elementsIn(element, "w:trPr").flatMap((each) => elementsIn(each));
    const going = this.how === "accept" ? "w:del" : "w:ins";
    return marks.some((mark) => mark.name === going && this.resolved.has(mark));
  }

  /** Whether it is a table that would have no row left, which the format does not allow. */
  #losesRows(element: XmlElement): boolean {
    const rows = element.name === "w:tbl" ? elementsIn(element, "w:tr") : [];
    return rows.length > 0 && rows.every((row) => this.#goesWhole(row));
  }

  /** A paragraph in place of a table, if none follows that could end the text around it. */
  #insteadOfTable({ from, parent }: XmlElement): string {
    const siblings = parent === null ? [] : elementsIn(parent);
    const next = siblings.find((each) => each.from > from);
    return next?.name === "w:p" ? "" : `<${prefixOf(this.xml, { from })}p/>`;
  }

  /** The properties of an element before a rejected change to them; null for any other element. */
  #before(element: XmlElement): string | null {
    if (this.how === "accept") return null;
    const change = elementsIn(element, `${element.name}Change`).find((each) => this.resolved.has(each));
    if (change === undefined) return null;
    const { names, position } = notInChange[element.name] ?? { names: [], position: "after" };
    const old = elementsIn(change, element.name).map((each) => this.#without(each, names));
    const kept = elementsIn(element)
      .filter(({ name }) => names.includes(name))
      .map((each) => this.render(each));
    return (position === "after" ? [...old, ...kept] : [...kept, ...old]).join("");
  }

  /** What is in an element, without children of these names. */
  #without(element: XmlElement, names: readonly string[]): string {
    let written = "";
    let at = element.insideFrom;
    for (const { name, from, to } of elementsIn(element)) {
      if (!names.includes(name)) continue;
      written += this.xml.slice(at, from);
      at = to;
    }
    return written + this.xml.slice(at, element.insideTo);
  }

  #losesEnd(paragraph: XmlElement): boolean {
    const going = this.how === "accept" ? taking : inserting;
    return elementsIn(paragraph, "w:pPr")
      .flatMap((each) => elementsIn(each, "w:rPr"))
      .flatMap((each) => elementsIn(each))
      .some((mark) => going.has(mark.name) && this.resolved.has(mark));
  }

  /** Whether only its end is left of it, and another paragraph remains in its place. */
  #isBare(paragraph: XmlElement): boolean {
    const holder = paragraph.parent;
    const others =
      holder === null ? [] : elementsIn(holder, "w:p").filter((each) => each !== paragraph && !this.#losesEnd(each));
    const isFree =
      others.length > 0 && elementsIn(paragraph, "w:pPr").every((each) => elementsIn(each, "w:sectPr").length === 0);
    return (
      isFree &&
      !/<(?:[\w.-]+:)?(?:t|tab|br|drawing|pict|object|(?:footnote|endnote|comment)Reference)[\s/>]/.test(
        this.#content(paragraph, false),
      )
    );
  }

  /** A paragraph with more content at its start, after its properties. */
  #withContent(paragraph: XmlElement, content: string, isRestored: boolean): string {
    const { xml } = this;
    const start = xml.slice(paragraph.from, paragraph.insideFrom);
    if (paragraph.isEmpty) {
      const name = /^<([^\s/>]+)/.exec(start)?.[1] ?? "";
      return `${start.replace(/\s*\/>$/, ">")}${content}</${name}>`;
    }
    const properties = elementsIn(paragraph, "w:pPr").map((each) => this.render(each, isRestored));
    const own = this.#content(paragraph, isRestored);
    return `${start}${properties.join("")}${content}${own}${xml.slice(paragraph.insideTo, paragraph.to)}`;
  }

  #content(paragraph: XmlElement, isRestored: boolean): string {
    return elementsIn(paragraph)
      .filter(({ name }) => name !== "w:pPr")
      .map((child) => this.render(child, isRestored))
      .join("");
  }
}

/** The ends of ranges in a piece of XML whose other end is not in it. */
function openRanges(xml: string): string {
  const marks = [
    ...xml.matchAll(
      /<(?:[\w.-]+:)?(bookmark|commentRange|perm)(?:Start|End)\b[^>]*?\bid\s*=\s*["']([^"']*)["'][^>]*>/g,
    ),
  ];
  const pairs = Map.groupBy(marks, ([, family, id]) => `${family} ${id}`);
  return [...pairs.values()]
    .flatMap(([mark, other]) => (other === undefined && mark !== undefined ? [mark[0]] : []))
    .join("");
}

function followingParagraph(paragraph: XmlElement): XmlElement | null {
  const siblings = paragraph.parent === null ? [] : elementsIn(paragraph.parent);
  const passed = new Set(["w:bookmarkStart", "w:bookmarkEnd", "w:commentRangeStart", "w:commentRangeEnd", ...ranges]);
  const next = siblings.slice(siblings.indexOf(paragraph) + 1).find(({ name }) => !passed.has(name));
  return next?.name === "w:p" ? next : null;
}

const renamed = (element: string, name: string): string =>
  element
    .replace(/^<([\w.-]+:)?[\w.-]+/, (_, prefix: string = "") => `<${prefix}${name}`)
    .replace(/<\/([\w.-]+:)?[\w.-]+(\s*)>$/, (_, prefix: string = "", blank: string) => `</${prefix}${name}${blank}>`);
