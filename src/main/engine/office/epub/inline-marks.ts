import { escapedText } from "../../../../core/text/escape-xml";
import { MAX_MARK_DEPTH, MAX_MARKED_DEPTH } from "../../ports/limits";

/** Text, or an element within running text. Ranges and tags are those of the document. */
export type InlineNode =
  | { kind: "text"; text: string; from: number; to: number }
  | {
      kind: "element";
      name: string;
      from: number;
      insideFrom: number;
      to: number;
      startTag: string;
      endTag: string;
      /** It is not part of the book's text, such as a pronunciation. */
      isUnread: boolean;
      hasBlocks: boolean;
      /** Whether its text, without what is unread, has letters, or anything that is shown. */
      hasLetters: boolean;
      showsText: boolean;
      /** It is, or has in it, a link or something above or below the line. */
      isMark: boolean;
      /** Something in it is emphasized. */
      hasEmphasis: boolean;
      /** The number of line breaks in it. */
      breaks: number;
      nodes: InlineNode[];
    };

type InlineElement = InlineNode & { kind: "element" };

/**
 * A line of running text: `plain` without marks, and `marked` with them: `*emphasis*`, `**strong**`, `<g1>…</g1>` around what another element has, and
 * `<x2/>` for what is not translated, such as an image or a footnote's number. Both are the same if the line has no marks.
 */
export type MarkedLine = { plain: string; marked: string };

/** Elements that a translation must keep, by their number in the segment, and those of emphasis in order. */
type Marks = {
  numbered: Map<number, InlineElement>;
  emphasis: InlineElement[];
  strong: InlineElement[];
  breaks: InlineElement[];
  /** The line that each numbered element is in. */
  lines: Map<InlineElement, number>;
  /** The start and end tag around most of the text, as some programs write every run; its words have no mark. */
  usual: { startTag: string; endTag: string } | null;
};

export const emphasis: ReadonlySet<string> = new Set(["em", "i"]);
export const strong: ReadonlySet<string> = new Set(["strong", "b"]);
/** Digits and signs alone are a mark in these. */
export const marking: ReadonlySet<string> = new Set(["a", "sup", "sub"]);

/** Stands for a line break while a segment is written. */
const lineBreak = "\u0000";

/** The lines of a segment that show text. In a heading, a line break is a mark. */
export const markedLines = (nodes: readonly InlineNode[], as: "lines" | "one line"): MarkedLine[] =>
  writtenLines(nodes, as).lines.flatMap(({ plain, marked }) =>
    plain === "" ? [] : [{ plain, marked: /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain) ? marked : plain }],
  );

function writtenLines(nodes: readonly InlineNode[], as: "lines" | "one line"): { lines: MarkedLine[]; marks: Marks } {
  const marks: Marks = {
    numbered: new Map(),
    emphasis: [],
    strong: [],
    breaks: [],
    lines: new Map(),
    usual: usualTags(nodes),
  };
  const hasMarks =
    nodes.some((node) => node.kind === "element" && node.name !== "br") || (as === "one line" && nodes.some(isBreak));
  const written = write(nodes, { marks, as, escapes: hasMarks, depth: 0 });
  const plain = plainText(nodes, as);
  const marked = written.split(lineBreak).map(collapsed);
  const lines = plain.split(lineBreak).map((line, at) => ({ plain: collapsed(line), marked: marked[at] ?? "" }));
  return { lines, marks };
}

/** A line break, or an element with nothing else in it. */
const isOneBreak = (node: InlineElement): boolean =>
  isBreak(node) || (!node.isUnread && !node.showsText && node.breaks === 1);

const isBreak = (node: InlineNode): boolean => node.kind === "element" && node.name === "br";
const collapsed = (text: string): string => text.replace(/[ \t\r\n\f]+/g, " ").replace(/^ | $/g, "");

function plainText(nodes: readonly InlineNode[], as: "lines" | "one line"): string {
  return nodes
    .map((node) => {
      if (node.kind === "text") return node.text;
      if (node.isUnread) return "";
      return isBreak(node) ? (as === "lines" ? lineBreak : " ") : plainText(node.nodes, as);
    })
    .join("");
}

/** The tags of the spans that have more than half of the text. */
function usualTags(nodes: readonly InlineNode[]): Marks["usual"] {
  const lengths = new Map<string, number>();
  let all = 0;
  for (const node of nodes) {
    const { length } = plainText([node], "one line").trim();
    all += length;
    if (isSpan(node)) lengths.set(node.startTag, (lengths.get(node.startTag) ?? 0) + length);
  }
  const [startTag = "", most = 0] = [...lengths].sort((a, b) => b[1] - a[1])[0] ?? [];
  const found = nodes.find((node) => isSpan(node) && node.startTag === startTag);
  return found?.kind === "element" && most * 2 >= all && !/\sid\s*=/.test(startTag)
    ? { startTag, endTag: found.endTag }
    : null;
}

const isSpan = (node: InlineNode): node is InlineElement => node.kind === "element" && node.name === "span";

type Writing = { marks: Marks; as: "lines" | "one line"; escapes: boolean; depth: number };

/** Writes nodes behind the sign `before`, which is not in the result. */
function write(nodes: readonly InlineNode[], writing: Writing, before = ""): string {
  const pieces: string[] = [];
  let last = before;
  for (const node of nodes) {
    const piece = node.kind === "element" ? writeElement(node, last, writing) : textOf(node.text, writing);
    pieces.push(piece);
    last = piece.at(-1) ?? last;
  }
  return pieces.join("");
}

const textOf = (text: string, { escapes }: Writing): string => (escapes ? escaped(text) : text);

const escaped = (text: string): string => text.replace(/[\\*]|<(?=\/?[gx]\d)/g, "\\$&");

function writeElement(node: InlineElement, before: string, around: Writing): string {
  const { marks, as } = around;
  const writing = { ...around, depth: around.depth + 1 };
  if (as === "lines" && isOneBreak(node)) {
    marks.breaks.push(node);
    return lineBreak;
  }
  if (node.startTag === marks.usual?.startTag) return write(node.nodes, writing, before);
  // What stands above a word goes with the word.
  if (node.name === "ruby")
    return write(
      node.nodes.filter((each) => each.kind === "text" || !each.isUnread),
      writing,
      before,
    );
  if (writing.depth > MAX_MARKED_DEPTH && node.showsText) return write(node.nodes, around, before);
  if (isAtomic(node)) return (isBreak(node) ? " " : "") + numbered(node, marks, (number) => `<x${number}/>`);
  const [kind, sign] = emphasis.has(node.name)
    ? (["emphasis", "*"] as const)
    : strong.has(node.name)
      ? (["strong", "**"] as const)
      : ([null, ""] as const);
  if (kind !== null && before !== "*" && !node.hasEmphasis) {
    marks[kind].push(node);
    return write(node.nodes, writing)
      .split(lineBreak)
      .map((line) =>
        line.replace(/^(\s*)([\s\S]*?)(\s*)$/, (_, lead, words, tail) =>
          words === "" ? lead : lead + sign + words + sign + tail,
        ),
      )
      .join(lineBreak);
  }
  return numbered(node, marks, (number) =>
    write(node.nodes, writing)
      .split(lineBreak)
      .map((line) => `<g${number}>${line}</g${number}>`)
      .join(lineBreak),
  );
}

/** Without letters: an image, an anchor, a footnote's number. */
const isAtomic = (node: InlineElement): boolean =>
  node.isUnread || isBreak(node) || !node.showsText || (!node.hasLetters && node.isMark);

function numbered(
  node: InlineElement,
  { numbered: all, lines, breaks }: Marks,
  as: (number: number) => string,
): string {
  const number = all.size + 1;
  lines.set(node, breaks.length);
  all.set(number, node);
  return as(number);
}

/**
 * The content of a segment with some lines translated, as XHTML. Marks get the elements of the source back; an element that a translation has lost is
 * kept if it shows something of its own (an image, a footnote's number) and left out if it only surrounds words. Nothing else of a
 * translation is taken for a tag.
 */
export function translatedContent(
  xml: string,
  { nodes, level }: { nodes: readonly InlineNode[]; level: number },
  translated: ReadonlyMap<number, string>,
): string {
  const { lines, marks } = writtenLines(nodes, level > 0 ? "one line" : "lines");
  const used = new Set<InlineElement>();
  const reading: Reading = { xml, marks, used, emphasis: [...marks.emphasis], strong: [...marks.strong] };
  let shown = -1;
  const written = lines.map(({ plain, marked }, at) => {
    if (plain !== "") shown++;
    const text = (plain === "" ? undefined : translated.get(shown)) ?? marked;
    const hasMarks = plain !== marked || !/[\\*]|<\/?[gx]\d/.test(plain);
    const content = hasMarks ? readMarks(text, reading) : usualText(escapedText(text), marks);
    const lost = [...marks.lines].filter(
      ([node, line]) => line === at && isAtomic(node) && !isBreak(node) && !used.has(node),
    );
    return content + lost.map(([node]) => rawOf(xml, node)).join("");
  });
  // A line whose words are in the one before has no break either.
  const content = written
    .map((line, at) => (at === 0 || line === "" ? line : `${rawOf(xml, marks.breaks[at - 1])}${line}`))
    .join("");
  const [lead = "", tail = ""] = [/^\s+/, /\s+$/].map((edge, at) => edge.exec(textAtEdge(nodes, at))?.[0]);
  return lead + content + tail;
}

const textAtEdge = (nodes: readonly InlineNode[], edge: number): string => {
  const node = nodes.at(edge === 0 ? 0 : -1);
  return node?.kind === "text" ? node.text : "";
};

const rawOf = (xml: string, node: InlineElement | undefined): string =>
  node === undefined ? "" : xml.slice(node.from, node.to);

/** `emphasis` and `strong` are the elements that no mark has taken yet. */
type Reading = {
  xml: string;
  marks: Marks;
  used: Set<InlineElement>;
  emphasis: InlineElement[];
  strong: InlineElement[];
};

/** The first mark of a text: what is before it, and what it encloses. */
const mark =
  /\\([\\*<])|<x(\d+)\s*\/>|<g(\d+)>([\s\S]*?)<\/g\3>|<\/?[gx]\d+\s*\/?>|\*\*(?=\S)((?:\\.|(?!\*\*)[^\\])+?)(?<=\S)\*\*|\*(?=[^\s*])((?:\\.|[^*\\])+?)(?<=\S)\*(?!\*)/g;

/** Reads the marks of a translated line. Marks within marks are read in turn; the nesting is that of the text, which is bounded. */
function readMarks(text: string, reading: Reading, depth = 0): string {
  if (depth > MAX_MARK_DEPTH) return escapedText(text);
  if ((text.match(/<g\d/g)?.length ?? 0) > MAX_GROUPS) return escapedText(withoutMarks(text));
  const { xml, marks, used } = reading;
  const shown = (words: string): string => (depth === 0 ? usualText(escapedText(words), marks) : escapedText(words));
  let content = "";
  let at = 0;
  for (const found of text.matchAll(mark)) {
    content += shown(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, sign, atom, group, inner, strongText, emphasisText] = found;
    const inside = (words: string): string => readMarks(words, reading, depth + 1);
    if (sign !== undefined) content += shown(sign);
    else if (atom !== undefined) {
      const node = marks.numbered.get(Number(atom));
      if (node !== undefined && !used.has(node)) content += rawOf(xml, node);
      if (node !== undefined) used.add(node);
    } else if (group !== undefined) content += around(inside(inner ?? ""), marks.numbered.get(Number(group)), used);
    else if (strongText !== undefined) content += around(inside(strongText), reading.strong.shift(), used, "strong");
    else if (emphasisText !== undefined) content += around(inside(emphasisText), reading.emphasis.shift(), used, "em");
    // A tag without its other half, or one that the source lacks, is left out.
  }
  return content + shown(text.slice(at));
}

/** Words without a mark, within the tags that most of the segment has. */
const usualText = (content: string, { usual }: Marks): string =>
  content === "" || usual === null ? content : usual.startTag + content + usual.endTag;

/** A line with more groups loses its marks: each is looked for to the end of the line. */
const MAX_GROUPS = 500;

/** Words within their element; the second time without its id, which must be unique. */
function around(content: string, node: InlineElement | undefined, used: Set<InlineElement>, name = ""): string {
  if (node === undefined) return name === "" ? content : `<${name}>${content}</${name}>`;
  const tag = used.has(node) ? node.startTag.replace(/\s(?:xml:)?id\s*=\s*(?:"[^"]*"|'[^']*')/g, "") : node.startTag;
  used.add(node);
  return tag.endsWith("/>") ? tag + content : `${tag}${content}${node.endTag}`;
}

/** A line with marks as plain text, for what has no elements: titles, contents lists, other formats. */
export const withoutMarks = (text: string): string =>
  text.replace(/<\/?g\d+>|<x\d+\s*\/>/g, "").replace(/\\([\\*<])/g, "$1");
