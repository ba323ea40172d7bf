import type { EditorState, Range } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { frontMatter } from "../canvas/front-matter";
import type { PartTree } from "../canvas/local-tree";
import { alertOf } from "./alerts";
import { isAttended, isLineAttended } from "./attention";
import { drawnBlockAt } from "./blocks";
import { CodeHeaderWidget, CopyButtonWidget } from "./code-header-widget";
import { definitionOf, definitions } from "./definitions";
import { MathWidget } from "./drawing-widget";
import { decodeEntity } from "./entities";
import { addressOf } from "./follow-link";
import { ImageWidget, readImage } from "./image-widget";
import { drawer } from "./live-host";
import { RuleWidget } from "./rule-widget";
import { themeOf } from "./shown-theme";
import { AlertWidget, BreakWidget, TaskWidget } from "./small-widgets";
import { liveWords } from "./words";

/** What the marks of a part of the text are drawn from. `width`: pixels of a piece of text in the canvas's own font. */
export type Drawing = {
  state: EditorState;
  part: PartTree;
  from: number;
  to: number;
  width(text: string): number;
};

type Pen = Drawing & {
  add(from: number, to: number, decoration: Decoration): void;
  hide(from: number, to: number): void;
  line(at: number, className: string, style?: string): void;
  text(from: number, to: number): string;
};

const hidden = Decoration.replace({});
const marked = (className: string, attributes?: Record<string, string>) =>
  Decoration.mark({ class: className, ...(attributes ? { attributes } : {}) });

const look = {
  quote: marked("cm-live-quote"),
  quoteShown: marked("cm-live-quote cm-live-shown"),
  number: marked("cm-live-number"),
  plain: marked("cm-live-plain"),
  note: marked("cm-live-note-name"),
};
const bullets = [0, 1, 2].map((level) => marked(`cm-live-bullet cm-live-bullet-${level}`));

/**
 * The decorations that hide what only tells a program how a text is meant, and show it where the person is. Nothing that
 * they cover is ever changed. They reach exactly over `from`–`to`, which begins and ends with lines.
 */
export function liveMarks(drawing: Drawing): Range<Decoration>[] {
  const { state, part, from: start, to: end } = drawing;
  const found: Range<Decoration>[] = [];
  const pen: Pen = {
    ...drawing,
    add: (from, to, decoration) => {
      if (from >= start && to <= end && (from < to || decoration.spec.widget)) found.push(decoration.range(from, to));
    },
    hide: (from, to) => pen.add(from, to, hidden),
    line: (at, className, style) => {
      const { from } = state.doc.lineAt(at);
      if (from < start || from > end) return;
      found.push(Decoration.line({ class: className, ...(style ? { attributes: { style } } : {}) }).range(from));
    },
    text: (from, to) => state.sliceDoc(from, to),
  };
  // Whatever the Markdown parser takes it for, front matter is that and nothing else.
  const front = state.field(frontMatter, false) ?? 0;
  part.tree.iterate({
    from: Math.max(0, start - part.offset),
    to: end - part.offset,
    enter: (node) => {
      const [from, to] = [node.from + part.offset, node.to + part.offset];
      return from < front && !node.type.isTop ? false : draw(pen, node, from, to);
    },
  });
  return found;
}

/** False where nothing inside is to be drawn. */
function draw(pen: Pen, node: SyntaxNodeRef, from: number, to: number): boolean | undefined {
  const { state } = pen;
  // What stands in the place of whole lines has nothing of its own to hide.
  if (node.type.is("Block") && drawnBlockAt(state, from, to)) return false;
  switch (node.name) {
    case "ATXHeading1":
    case "ATXHeading2":
    case "ATXHeading3":
    case "ATXHeading4":
    case "ATXHeading5":
    case "ATXHeading6":
      return drawHeading(pen, node.node, from, to);
    case "SetextHeading1":
    case "SetextHeading2":
      return drawUnderline(pen, node.node, from, to);
    case "Emphasis":
    case "StrongEmphasis":
    case "Strikethrough":
    case "InlineCode":
      if (!isAttended(state, from, to)) for (const mark of marksOf(pen, node.node)) pen.hide(mark.from, mark.to);
      return undefined;
    case "Link":
      return drawLink(pen, node.node, from, to);
    case "Image":
    case "WikiEmbed":
      return drawImage(pen, node.node, from, to);
    case "Autolink":
      pen.add(from, to, marked("cm-live-link"));
      if (!isAttended(state, from, to)) for (const mark of marksOf(pen, node.node)) pen.hide(mark.from, mark.to);
      return false;
    case "URL":
      if (!["Link", "Image", "Autolink", "LinkReference"].includes(node.node.parent?.name ?? ""))
        pen.add(from, to, marked("cm-live-link"));
      return false;
    case "WikiLink":
      return drawWikiLink(pen, node.node, from, to);
    case "FootnoteReference":
      return drawNoteNumber(pen, node.node, from, to);
    case "FootnoteDefinition":
      return drawNote(pen, node.node, from);
    case "InlineMath":
    case "DisplayMath":
      return drawMath(pen, from, to, node.name === "InlineMath" ? 1 : 2);
    case "Escape":
      if (!isAttended(state, from, to)) pen.hide(from, from + 1);
      return undefined;
    case "Entity":
      return drawEntity(pen, from, to);
    case "QuoteMark":
      pen.add(from, to, isLineAttended(state, from) ? look.quoteShown : look.quote);
      return undefined;
    case "Blockquote":
      drawAlert(pen, node.node, from, to);
      return undefined;
    case "ListItem":
      drawItem(pen, node.node);
      return undefined;
    case "HorizontalRule":
      if (!isLineAttended(state, from)) pen.add(from, to, Decoration.replace({ widget: new RuleWidget() }));
      return undefined;
    case "FencedCode":
      drawFence(pen, node.node, from, to);
      return false;
    case "LinkReference":
    case "HTMLBlock":
    case "CommentBlock":
    case "Comment":
    case "ProcessingInstructionBlock":
    case "CodeBlock":
    case "BlockMath":
      return false;
    case "Table": {
      const rule = node.node.getChild("TableDelimiter");
      if (rule) pen.line(rule.from + pen.part.offset, "cm-live-table-rule");
      return false;
    }
    case "HTMLTag":
      drawTag(pen, node.node, from, to);
      return undefined;
    default:
      return undefined;
  }
}

const MARKS = new Set(["EmphasisMark", "StrikethroughMark", "CodeMark", "LinkMark", "HeaderMark", "MathMark"]);

function marksOf({ part }: Pen, node: SyntaxNode): { from: number; to: number }[] {
  const marks = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (MARKS.has(child.name)) marks.push({ from: child.from + part.offset, to: child.to + part.offset });
  return marks;
}

function drawHeading(pen: Pen, node: SyntaxNode, from: number, to: number): undefined {
  const [open, ...closing] = marksOf(pen, node);
  if (!open) return;
  const blanks = /^[ \t]*/.exec(pen.text(open.to, Math.min(to, open.to + 20)))?.[0].length ?? 0;
  const line = pen.state.doc.lineAt(from);
  // Without words yet it is a mark that is being written.
  const isEmpty = open.to + blanks >= to;
  if (isEmpty || isLineAttended(pen.state, from)) {
    pen.add(open.from, open.to + blanks, marked("cm-live-heading-mark"));
    // In the margin, so that the words stay where they are.
    if (from === line.from && !isEmpty) {
      const width = pen.width(pen.text(open.from, open.to + blanks));
      pen.line(from, "cm-live-heading-open", `--mark: ${width.toFixed(1)}px`);
    }
    return;
  }
  pen.hide(open.from, open.to + blanks);
  for (const mark of closing) {
    const before = /[ \t]*$/.exec(pen.text(Math.max(open.to + blanks, mark.from - 20), mark.from))?.[0].length ?? 0;
    pen.hide(mark.from - before, mark.to);
  }
}

function drawUnderline(pen: Pen, node: SyntaxNode, from: number, to: number): undefined {
  const mark = marksOf(pen, node).at(-1);
  if (!mark) return;
  pen.line(mark.from, "cm-live-underline");
  if (!isLineAttended(pen.state, from, to)) pen.hide(mark.from, mark.to);
}

function drawLink(pen: Pen, node: SyntaxNode, from: number, to: number): boolean | undefined {
  const marks = marksOf(pen, node);
  const [open, close] = marks;
  if (!open || !close) return undefined;
  const address = addressOf(pen.state, node, pen.part.offset);
  if (address === null) {
    pen.add(from, to, look.plain);
    return undefined;
  }
  const isEmpty = close.from <= open.to;
  pen.add(
    isEmpty ? from : open.to,
    isEmpty ? to : close.from,
    marked("cm-live-link", { title: liveWords.follow(shown(address)) }),
  );
  if (isEmpty || isAttended(pen.state, from, to)) return undefined;
  pen.hide(open.from, open.to);
  pen.hide(close.from, to);
  return undefined;
}

/** An address as a hint shows it: as one line that is not too long. */
const shown = (address: string) => (address.length > 300 ? `${address.slice(0, 300)}…` : address);

function drawWikiLink(pen: Pen, node: SyntaxNode, from: number, to: number): false {
  const offset = pen.part.offset;
  const target = node.getChild("WikiTarget");
  const alias = node.getChild("WikiAlias");
  const words = alias ?? target;
  if (!target || !words) return false;
  const title = liveWords.follow(pen.text(target.from + offset, target.to + offset));
  pen.add(words.from + offset, words.to + offset, marked("cm-live-link cm-live-wiki", { title }));
  if (isAttended(pen.state, from, to)) return false;
  pen.hide(from, words.from + offset);
  pen.hide(words.to + offset, to);
  return false;
}

/** Another document may be meant by such an address as well: that is a link to it. */
const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

function drawImage(pen: Pen, node: SyntaxNode, from: number, to: number): false {
  const image = readImage(pen.state, node, pen.part.offset);
  if (!image) return false;
  if (node.name === "WikiEmbed" && !IMAGE_NAME.test(image.address)) return drawWikiLink(pen, node, from, to);
  const line = pen.state.doc.lineAt(from);
  const isAlone = line.text.trim().length === to - from;
  const widget = new ImageWidget(image, isAlone ? "block" : "inline");
  if (!isAttended(pen.state, from, to)) pen.add(from, to, Decoration.replace({ widget }));
  else if (isAlone) pen.add(line.to, line.to, Decoration.widget({ widget, side: 1 }));
  return false;
}

function drawNoteNumber(pen: Pen, node: SyntaxNode, from: number, to: number): false {
  const label = node.getChild("FootnoteLabel");
  if (!label) return false;
  const [first, last] = [label.from + pen.part.offset, label.to + pen.part.offset];
  const note = definitionOf(pen.state.field(definitions), `^${pen.text(first, last)}`);
  pen.add(first, last, marked("cm-live-note", note ? { title: note.text } : undefined));
  if (isAttended(pen.state, from, to)) return false;
  pen.hide(from, first);
  pen.hide(last, to);
  return false;
}

function drawNote(pen: Pen, node: SyntaxNode, from: number): undefined {
  const mark = node.getChild("FootnoteMark");
  pen.line(from, "cm-live-note-line");
  if (!mark) return;
  const [first, last] = [mark.from + pen.part.offset, mark.to + pen.part.offset];
  pen.add(first, last, look.note);
  if (isLineAttended(pen.state, from)) return;
  pen.hide(first, first + 2);
  pen.hide(last - 2, last);
}

function drawMath(pen: Pen, from: number, to: number, marks: 1 | 2): false {
  const draw = pen.state.facet(drawer);
  if (!draw || isAttended(pen.state, from, to)) return false;
  const source = pen.text(from + marks, to - marks);
  const line = pen.state.doc.lineAt(from);
  const isAlone = marks === 2 && line.text.trim().length === to - from;
  const widget = new MathWidget(source, isAlone ? "block" : "inline", draw, themeOf(pen.state));
  pen.add(from, to, Decoration.replace({ widget }));
  return false;
}

function drawEntity(pen: Pen, from: number, to: number): undefined {
  const character = decodeEntity(pen.text(from, to));
  if (character === null || isAttended(pen.state, from, to)) return;
  pen.add(from, to, Decoration.replace({ widget: character }));
}

/** Tags that say how words look, and nothing else. */
const TAGS = /^<(kbd|sub|sup|mark|u|ins|b|strong|i|em|small)>$/i;

function drawTag(pen: Pen, node: SyntaxNode, from: number, to: number): void {
  const written = pen.text(from, Math.min(to, from + 20));
  if (/^<br ?\/?>$/i.test(written)) {
    if (!isAttended(pen.state, from, to)) pen.add(from, to, Decoration.replace({ widget: new BreakWidget() }));
    return;
  }
  const name = TAGS.exec(written)?.[1]?.toLowerCase();
  if (!name) return;
  let close = node.nextSibling;
  for (let steps = 0; close && steps < 40; close = close.nextSibling, steps++) {
    if (close.name !== "HTMLTag") continue;
    const [first, last] = [close.from + pen.part.offset, close.to + pen.part.offset];
    if (pen.text(first, Math.min(last, first + 20)).toLowerCase() !== `</${name}>`) continue;
    if (first > to) pen.add(to, first, marked(`cm-live-tag-${name}`));
    if (isAttended(pen.state, from, last)) return;
    pen.hide(from, to);
    pen.hide(first, last);
    return;
  }
}

function drawAlert(pen: Pen, node: SyntaxNode, from: number, to: number): void {
  const alert = alertOf(pen.state.doc, from, to);
  if (!alert || node.parent?.name !== "Document") return;
  const last = Math.min(to, pen.to);
  for (let at = Math.max(from, pen.from); at <= last; ) {
    const line = pen.state.doc.lineAt(at);
    pen.line(line.from, `cm-live-alert cm-live-alert-${alert.kind}`);
    at = line.to + 1;
  }
  if (!isLineAttended(pen.state, from))
    pen.add(alert.from, alert.to, Decoration.replace({ widget: new AlertWidget(alert.kind) }));
}

function drawItem(pen: Pen, node: SyntaxNode): void {
  const mark = node.firstChild;
  if (mark?.name !== "ListMark") return;
  const [from, to] = [mark.from + pen.part.offset, mark.to + pen.part.offset];
  const task = node.getChild("Task")?.getChild("TaskMarker");
  if (task) {
    const end = task.to + pen.part.offset;
    if (isAttended(pen.state, from, end)) return;
    const isDone = /x/i.test(pen.text(end - 3, end));
    const line = pen.state.doc.lineAt(end);
    const widget = new TaskWidget(isDone, line.text.slice(end - line.from).trim());
    pen.add(from, end, Decoration.replace({ widget }));
    // The box is narrower than its marks: what is wrapped hangs under the words all the same.
    pen.line(from, "cm-live-boxed", `--marks: ${pen.width(pen.text(from, end)).toFixed(1)}px`);
  } else if (node.parent?.name === "OrderedList") pen.add(from, to, look.number);
  else if (!isAttended(pen.state, from, to)) {
    const bullet = bullets[depthOf(node) % bullets.length];
    if (bullet) pen.add(from, to, bullet);
  }
}

/** How many lists a list is in; what is deeper than one can see looks the same again. */
function depthOf(node: SyntaxNode): number {
  let depth = 0;
  for (let above = node.parent?.parent; above && depth < 12; above = above.parent)
    if (above.name === "BulletList") depth++;
  return depth;
}

function drawFence(pen: Pen, node: SyntaxNode, from: number, to: number): void {
  const { state } = pen;
  const [open, close] = marksOf(pen, node);
  if (!open) return;
  const first = state.doc.lineAt(from);
  const info = node.getChild("CodeInfo");
  const language = info ? pen.text(info.from + pen.part.offset, info.to + pen.part.offset) : "";
  // Where it is only begun there is nothing to copy yet.
  if (first.to < to) pen.add(first.to, first.to, Decoration.widget({ widget: new CopyButtonWidget(), side: 1 }));
  if (isLineAttended(state, from, to)) return;
  pen.add(open.from, first.to, Decoration.replace({ widget: new CodeHeaderWidget(language) }));
  if (close && close.from > first.to) pen.hide(close.from, close.to);
}
