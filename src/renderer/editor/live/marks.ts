import type { Range } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import type { SyntaxNodeRef } from "@lezer/common";
import { isAttended, isLineAttended } from "../text/attention";
import { frontMatter } from "../text/front-matter";
import {
  drawAlert,
  drawBlockId,
  drawFence,
  drawHeading,
  drawItem,
  drawNote,
  drawPageBreak,
  drawUnderline,
} from "./block-marks";
import { drawnBlockAt } from "./blocks";
import {
  drawCellCode,
  drawEmoji,
  drawEntity,
  drawImage,
  drawInlineNote,
  drawLink,
  drawMath,
  drawNoteNumber,
  drawScript,
  drawTag,
  drawWikiLink,
} from "./inline-marks";
import { liveMessages } from "./messages";
import { type DecorationWriter, type DrawingContext, marksOf, styleMark } from "./pen";
import { RuleWidget } from "./rule-widget";
import { drawnTableAt } from "./tables";

const hidden = Decoration.replace({});
const quote = styleMark("cm-live-quote");
const quoteShown = styleMark("cm-live-quote cm-live-shown");

/**
 * The decorations that hide markup, and show it at the selection. They never change the text. They cover exactly
 * `from`–`to`, which must be complete lines.
 */
export function liveMarks(drawing: DrawingContext): Range<Decoration>[] {
  const { state, part, from: start, to: end } = drawing;
  const found: Range<Decoration>[] = [];
  const pen: DecorationWriter = {
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
  // Front matter is never Markdown, whatever the parser takes it for.
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

/** Draws a node; false if its children must not be drawn. */
function draw(pen: DecorationWriter, node: SyntaxNodeRef, from: number, to: number): boolean | undefined {
  const { state } = pen;
  // Lines replaced by a widget need no marks.
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
    case "Highlight":
    case "InlineCode":
      if (!isAttended(state, from, to)) for (const mark of marksOf(pen, node.node)) pen.hide(mark.from, mark.to);
      if (node.name === "InlineCode") drawCellCode(pen, from, to);
      return undefined;
    case "Link":
      return drawLink(pen, node.node, from, to);
    case "Image":
    case "WikiEmbed":
      return drawImage(pen, node.node, from, to);
    case "Autolink":
      pen.add(from, to, styleMark("cm-live-link"));
      if (!isAttended(state, from, to)) for (const mark of marksOf(pen, node.node)) pen.hide(mark.from, mark.to);
      return false;
    case "URL":
      if (!["Link", "Image", "Autolink", "LinkReference"].includes(node.node.parent?.name ?? ""))
        pen.add(from, to, styleMark("cm-live-link"));
      return false;
    case "Hashtag":
      pen.add(from, to, styleMark("cm-live-hashtag", { title: liveMessages.followTag }));
      return false;
    case "WikiLink":
      return drawWikiLink(pen, node.node, from, to);
    case "FootnoteReference":
      return drawNoteNumber(pen, node.node, from, to);
    case "InlineFootnote":
      return drawInlineNote(pen, from, to);
    case "Superscript":
    case "Subscript":
      return drawScript(pen, node.node, from, to);
    case "Emoji":
      return drawEmoji(pen, from, to);
    case "Paragraph":
      drawPageBreak(pen, from, to);
      drawBlockId(pen, from, to);
      return undefined;
    case "FootnoteDefinition":
      return drawNote(pen, node.node, from, to);
    case "InlineMath":
    case "DisplayMath":
      return drawMath(pen, from, to, node.name === "InlineMath" ? 1 : 2);
    case "Escape":
      if (!isAttended(state, from, to)) pen.hide(from, from + 1);
      return undefined;
    case "Entity":
      return drawEntity(pen, from, to);
    case "QuoteMark":
      pen.add(from, to, isLineAttended(state, from) ? quoteShown : quote);
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
    case "HTMLBlock":
    case "CommentBlock":
      drawPageBreak(pen, from, to);
      return false;
    case "LinkReference":
    case "Comment":
    case "HiddenComment":
    case "HiddenCommentBlock":
    case "ProcessingInstructionBlock":
    case "CodeBlock":
    case "BlockMath":
      return false;
    case "Table":
      // In a table that stays source, nothing is hidden.
      return drawnTableAt(state, from) === null ? false : undefined;
    case "TableDelimiter":
      return false;
    case "HTMLTag":
      drawTag(pen, node.node, from, to);
      return undefined;
    default:
      return undefined;
  }
}
