import { Tag, tags } from "@lezer/highlight";
import type { BlockParser, InlineContext, InlineParser, Line, MarkdownConfig } from "@lezer/markdown";
import { MAX_HIDDEN_COMMENT } from "../../../core/limits";
import { hiddenCommentAt, isCommentFence } from "../../../core/markdown/hidden-comments";
import { tagNameAt } from "../../../core/tags/tags";
import { MAX_BLOCK_DEPTH } from "../../ui/limits";

/** The longest inline construct, in characters. Limits the cost of each one that is never closed. */
const REACH = { link: 400, math: 1000, note: 2000 };

const HASH = 35;
const DOLLAR = 36;
const EQUALS = 61;
const PERCENT = 37;
const BRACKET = 91;
const BANG = 33;
const CARET = 94;
const COLON = 58;
const BACKSLASH = 92;

/** `[[Page]]` and `[[Page#Heading|text]]`; with `!` before it, the target is embedded. */
const wikiLink: InlineParser = {
  name: "WikiLink",
  before: "Link",
  parse(cx, next, at) {
    const isEmbedded = next === BANG;
    const open = isEmbedded ? at + 1 : at;
    if ((next !== BRACKET && !isEmbedded) || cx.char(open) !== BRACKET || cx.char(open + 1) !== BRACKET) return -1;
    const inner = cx.slice(open + 2, Math.min(cx.end, open + 2 + REACH.link));
    // In a table the bar is written `\|`.
    const found = /^([^[\]|\n]+?)(?:(\\?\|)[^[\]\n]*)?\]\]/.exec(inner);
    if (!found || found[1]?.trim() === "") return -1;
    const target = open + 2 + (found[1]?.length ?? 0);
    const end = open + 2 + found[0].length;
    const parts = [cx.elt("WikiMark", at, open + 2), cx.elt("WikiTarget", open + 2, target)];
    if (found[2] !== undefined) {
      const alias = target + found[2].length;
      parts.push(cx.elt("WikiMark", target, alias));
      if (alias < end - 2) parts.push(cx.elt("WikiAlias", alias, end - 2));
    }
    parts.push(cx.elt("WikiMark", end - 2, end));
    return cx.addElement(cx.elt(isEmbedded ? "WikiEmbed" : "WikiLink", at, end, parts));
  },
};

/** A footnote reference `[^label]`. */
const footnoteReference: InlineParser = {
  name: "FootnoteReference",
  before: "Link",
  parse(cx, next, at) {
    if (next !== BRACKET || cx.char(at + 1) !== 94) return -1;
    const found = /^\[\^([^\s[\]^]+)\]/.exec(cx.slice(at, Math.min(cx.end, at + REACH.link)));
    if (!found) return -1;
    const end = at + found[0].length;
    return cx.addElement(
      cx.elt("FootnoteReference", at, end, [
        cx.elt("FootnoteMark", at, at + 2),
        cx.elt("FootnoteLabel", at + 2, end - 1),
        cx.elt("FootnoteMark", end - 1, end),
      ]),
    );
  },
};

/** A footnote in its place: `^[text]`. The text is Markdown. */
const inlineFootnote: InlineParser = {
  name: "InlineFootnote",
  before: "Superscript",
  parse(cx, next, at) {
    if (next !== CARET || cx.char(at + 1) !== BRACKET) return -1;
    const text = cx.slice(at + 2, Math.min(cx.end, at + 2 + REACH.note));
    let open = 1;
    let end = 0;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === BACKSLASH) end++;
      else if (code === BRACKET) open++;
      else if (code === BRACKET + 2 && --open === 0) break;
    }
    if (open > 0 || text.slice(0, end).trim() === "") return -1;
    const [from, to] = [at + 2, at + 2 + end];
    const inside = cx.parser.parseInline(cx.slice(from, to), from);
    return cx.addElement(
      cx.elt("InlineFootnote", at, to + 1, [
        cx.elt("FootnoteMark", at, from),
        ...inside,
        cx.elt("FootnoteMark", to, to + 1),
      ]),
    );
  },
};

/** A tag such as `#places/harbour`, at the beginning of a word. */
const hashtag: InlineParser = {
  name: "Hashtag",
  before: "Emphasis",
  parse(cx, next, at) {
    if (next !== HASH) return -1;
    const before = at > cx.offset ? cx.slice(at - 1, at) : "";
    const name = tagNameAt(before, cx.slice(at + 1, Math.min(cx.end, at + REACH.link)));
    return name === null ? -1 : cx.addElement(cx.elt("Hashtag", at, at + 1 + name.length));
  },
};

/** The text of a tag, for themes. */
export const tagText = Tag.define();

/** A code such as `:smile:`, also with the signs that GitHub's names have. */
const emojiCode: InlineParser = {
  name: "EmojiCode",
  before: "Emoji",
  parse(cx, next, at) {
    if (next !== COLON) return -1;
    const found = /^:[a-z0-9_+-]{1,60}:/.exec(cx.slice(at, Math.min(cx.end, at + 62)));
    return found ? cx.addElement(cx.elt("Emoji", at, at + found[0].length)) : -1;
  },
};

/**
 * Inline `$x$` and `$$x$$`. As in Pandoc, the opening `$` must not be followed by a space; the closing one must not
 * follow a space or precede a digit, so that prices stay text.
 */
const inlineMath: InlineParser = {
  name: "InlineMath",
  before: "Emphasis",
  parse(cx, next, at) {
    if (next !== DOLLAR) return -1;
    const marks = cx.char(at + 1) === DOLLAR ? 2 : 1;
    if (cx.char(at + marks) === DOLLAR || cx.char(at - 1) === DOLLAR) return -1;
    const end = endOfMath(cx, at + marks, marks);
    if (end < 0) return -1;
    return cx.addElement(
      cx.elt(marks === 2 ? "DisplayMath" : "InlineMath", at, end, [
        cx.elt("MathMark", at, at + marks),
        cx.elt("MathMark", end - marks, end),
      ]),
    );
  },
};

function endOfMath(cx: InlineContext, from: number, marks: number): number {
  const text = cx.slice(from, Math.min(cx.end, from + REACH.math));
  if (marks === 1 && /^\s/.test(text)) return -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === DOLLAR) {
      if (marks === 2) return text.charCodeAt(i + 1) === DOLLAR && i > 0 ? from + i + 2 : -1;
      const isClosing = i > 0 && !/\s/.test(text[i - 1] ?? "") && !/\d/.test(text[i + 1] ?? "");
      if (isClosing) return from + i + 1;
      if (text.charCodeAt(i + 1) === DOLLAR) return -1;
    }
  }
  return -1;
}

/** Lines between `$$` and `$$`, which are alone on their lines or at the ends of the formula. */
const blockMath: BlockParser = {
  name: "BlockMath",
  before: "FencedCode",
  parse(cx, line) {
    const open = startOfMath(line);
    if (open < 0) return false;
    const from = cx.lineStart + open;
    const base = line.baseIndent;
    const marks = [cx.elt("MathMark", from, from + 2)];
    let end = closingOf(line.text, open + 2);
    // A blank line, or the end of the quote or item, ends an unclosed formula.
    while (end < 0 && cx.nextLine() && line.baseIndent >= base && line.text.slice(line.basePos).trim() !== "") {
      for (const mark of line.markers) marks.push(mark);
      end = closingOf(line.text, line.basePos);
    }
    if (end >= 0) {
      marks.push(cx.elt("MathMark", cx.lineStart + end - 2, cx.lineStart + end));
      cx.nextLine();
    }
    cx.addElement(cx.elt("BlockMath", from, Math.max(from + 2, cx.prevLineEnd()), marks));
    return true;
  },
  endLeaf: (_cx, line) => startOfMath(line) >= 0,
};

/** `%%text%%`, which only the writer sees. */
const hiddenComment: InlineParser = {
  name: "HiddenComment",
  before: "Escape",
  parse(cx, next, at) {
    if (next !== PERCENT) return -1;
    const before = at > cx.offset ? cx.slice(at - 1, at) : "";
    const length = hiddenCommentAt(before, cx.slice(at, Math.min(cx.end, at + MAX_HIDDEN_COMMENT)));
    return length < 0 ? -1 : cx.addElement(cx.elt("HiddenComment", at, at + length));
  },
};

/** The lines between two lines of `%%`. One that is never closed reaches to the end of its quote, item or document. */
const hiddenCommentLines: BlockParser = {
  name: "HiddenCommentBlock",
  before: "FencedCode",
  parse(cx, line) {
    if (!isFenceOfComment(line)) return false;
    const from = cx.lineStart + line.pos;
    const base = line.baseIndent;
    const quotes = quotesOf(line);
    // A line of quote markers alone has no blank behind them.
    const isInside = () =>
      line.baseIndent >= base || (quotes > 0 && line.pos === line.text.length && quotesOf(line) >= quotes);
    while (cx.nextLine() && isInside()) {
      if (!isFenceOfComment(line)) continue;
      cx.nextLine();
      break;
    }
    cx.addElement(cx.elt("HiddenCommentBlock", from, Math.max(from + 2, cx.prevLineEnd())));
    return true;
  },
  endLeaf: (_cx, line) => isFenceOfComment(line),
};

const quotesOf = ({ text, pos }: Line): number => text.slice(0, pos).split(">").length - 1;

const isFenceOfComment = (line: Line): boolean =>
  line.next === PERCENT && line.indent - line.baseIndent < 4 && isCommentFence(line.text.slice(line.pos));

/** The highlighted text of `==text==`, for themes. */
export const highlightedText = Tag.define();

const highlightMark = { resolve: "Highlight", mark: "HighlightMark" };

/** `==text==`. As with `~~`, an opening mark is followed by text and a closing one follows text; three signs are none. */
const highlight: InlineParser = {
  name: "Highlight",
  after: "Emphasis",
  parse(cx, next, at) {
    if (next !== EQUALS || cx.char(at + 1) !== EQUALS || cx.char(at + 2) === EQUALS || cx.char(at - 1) === EQUALS)
      return -1;
    const [before, after] = [cx.slice(at - 1, at), cx.slice(at + 2, at + 3)];
    const [afterBlank, beforeBlank] = [/\s|^$/.test(before), /\s|^$/.test(after)];
    const [afterSign, beforeSign] = [/\p{P}|\p{S}/u.test(before), /\p{P}|\p{S}/u.test(after)];
    const opens = !beforeBlank && (!beforeSign || afterBlank || afterSign);
    const closes = !afterBlank && (!afterSign || beforeBlank || beforeSign);
    return cx.addDelimiter(highlightMark, at, at + 2, opens, closes);
  },
};

/** The position of a `$$` that opens a maths block; -1 if text follows it on the same line after a closing `$$`. */
function startOfMath(line: Line): number {
  const { text, pos } = line;
  if (line.next !== DOLLAR || text.charCodeAt(pos + 1) !== DOLLAR || line.indent - line.baseIndent >= 4) return -1;
  if (text.charCodeAt(pos + 2) === DOLLAR) return -1;
  const again = text.indexOf("$$", pos + 2);
  return again < 0 || (again > pos + 2 && text.slice(again + 2).trim() === "") ? pos : -1;
}

function closingOf(text: string, from: number): number {
  const at = text.indexOf("$$", from);
  return at >= 0 && text.slice(at + 2).trim() === "" ? at + 2 : -1;
}

/** Limits the nesting of quotes and lists: thousands of levels would take seconds to parse and draw. */
const tooDeep: BlockParser = {
  name: "TooDeep",
  before: "Blockquote",
  parse(cx, line) {
    if (cx.depth < MAX_BLOCK_DEPTH) return false;
    const from = cx.lineStart + line.pos;
    const end = cx.lineStart + line.text.length;
    cx.addElement(cx.elt("Paragraph", from, end));
    cx.nextLine();
    return true;
  },
};

const DEFINITION = /^\[\^[^\s[\]^]+\]:[ \t]*/;

/** `[^label]: text`, which continues in indented lines. */
const footnoteDefinition: BlockParser = {
  name: "FootnoteDefinition",
  before: "LinkReference",
  parse(cx, line) {
    const found = definitionAt(line);
    if (!found) return false;
    const from = cx.lineStart + line.pos;
    cx.startComposite("FootnoteDefinition", line.pos, 4);
    cx.addElement(cx.elt("FootnoteMark", from, from + found.trimEnd().length));
    line.moveBase(line.pos + found.length);
    return null;
  },
  endLeaf: (_cx, line) => definitionAt(line) !== null,
};

const definitionAt = (line: Line): string | null =>
  line.next === BRACKET && line.indent - line.baseIndent < 4
    ? (DEFINITION.exec(line.text.slice(line.pos, line.pos + REACH.link))?.[0] ?? null)
    : null;

/** Extensions beyond GitHub's Markdown: wiki links, footnotes, maths, highlights. */
export const markdownSyntax: MarkdownConfig = {
  defineNodes: [
    { name: "WikiLink", style: { "WikiLink/...": tags.link } },
    { name: "WikiEmbed", style: { "WikiEmbed/...": tags.link } },
    { name: "Highlight", style: { "Highlight/...": highlightedText } },
    { name: "HighlightMark", style: tags.processingInstruction },
    { name: "Hashtag", style: tagText },
    { name: "WikiMark", style: tags.processingInstruction },
    { name: "HiddenComment", style: { "HiddenComment/...": tags.comment } },
    { name: "HiddenCommentBlock", block: true, style: { "HiddenCommentBlock/...": tags.comment } },
    "WikiTarget",
    "WikiAlias",
    { name: "FootnoteReference", style: { "FootnoteReference/...": tags.link } },
    { name: "FootnoteMark", style: tags.processingInstruction },
    "FootnoteLabel",
    "InlineFootnote",
    {
      name: "FootnoteDefinition",
      block: true,
      composite(_cx, line, value) {
        if (line.next > -1 && line.indent < line.baseIndent + value) return false;
        line.moveBaseColumn(line.baseIndent + value);
        return true;
      },
    },
    { name: "InlineMath", style: { "InlineMath/...": tags.special(tags.monospace) } },
    { name: "DisplayMath", style: { "DisplayMath/...": tags.special(tags.monospace) } },
    { name: "BlockMath", block: true, style: { "BlockMath/...": tags.special(tags.monospace) } },
    { name: "MathMark", style: tags.processingInstruction },
  ],
  parseInline: [hiddenComment, hashtag, wikiLink, footnoteReference, inlineFootnote, emojiCode, inlineMath, highlight],
  parseBlock: [footnoteDefinition, hiddenCommentLines, blockMath, tooDeep],
};
