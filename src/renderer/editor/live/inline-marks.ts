import { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { entryWordsFrom } from "../../../core/links/entry-links";
import { isNoteEmbed } from "../../../core/links/note-embeds";
import { isAttended } from "../text/attention";
import { definitionOf, definitions } from "./definitions";
import { MathWidget } from "./drawing-widget";
import { EmbedWidget } from "./embed-widget";
import { emojiOf } from "./emoji-codes";
import { decodeEntities, decodeEntity } from "./entities";
import { addressOf } from "./follow-link";
import { ImageWidget, type NamedImage, readImage } from "./image-widget";
import { drawer, optionalMarks, showEmbed } from "./live-host";
import { liveMessages } from "./messages";
import { type DecorationWriter, marksOf, styleMark } from "./pen";
import { themeOf } from "./shown-theme";
import { BreakWidget, EmojiWidget } from "./small-widgets";
import { drawnTableAt } from "./tables";

const plain = styleMark("cm-live-plain");

/** Shows only the text of a link; brackets that are not a link stay text. */
export function drawLink(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): boolean | undefined {
  const marks = marksOf(pen, node);
  const [open, close] = marks;
  if (!open || !close) return undefined;
  const address = addressOf(pen.state, node, pen.part.offset);
  if (address === null) {
    pen.add(from, to, plain);
    return undefined;
  }
  const isEmpty = close.from <= open.to;
  pen.add(
    isEmpty ? from : open.to,
    isEmpty ? to : close.from,
    styleMark("cm-live-link", { title: liveMessages.follow(shown(address)) }),
  );
  if (isEmpty || isAttended(pen.state, from, to)) return undefined;
  pen.hide(open.from, open.to);
  pen.hide(close.from, to);
  return undefined;
}

/** An address for a tooltip, on one line and not too long. */
const shown = (address: string) => (address.length > 300 ? `${address.slice(0, 300)}…` : address);

/** Shows only the alias of a wiki link, or else its target. */
export function drawWikiLink(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): false {
  const offset = pen.part.offset;
  const target = node.getChild("WikiTarget");
  const alias = node.getChild("WikiAlias");
  const visible = alias ?? target;
  if (!target || !visible) return false;
  const written = pen.text(target.from + offset, target.to + offset);
  const title = liveMessages.follow(written);
  pen.add(visible.from + offset, visible.to + offset, styleMark("cm-live-link cm-live-wiki", { title }));
  if (isAttended(pen.state, from, to)) return false;
  // An entry of the library shows only its name.
  pen.hide(from, visible.from + offset + (alias ? 0 : entryWordsFrom(written)));
  pen.hide(visible.to + offset, to);
  return false;
}

/** If the file is not an image, it is a link to a document. */
const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)(?:\]\])?$/i;

/** An image, in place of its source or, while that is edited, below it. */
export function drawImage(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): false {
  const image = readImage(pen.state, node, pen.part.offset);
  if (!image) return false;
  if (node.name === "WikiEmbed" && !IMAGE_NAME.test(image.address)) return drawEmbed(pen, node, from, to);
  const line = pen.state.doc.lineAt(from);
  const isAlone = line.text.trim().length === to - from;
  const widget = new ImageWidget(image, isAlone ? "block" : "inline");
  if (!isAttended(pen.state, from, to)) pen.add(from, to, Decoration.replace({ widget }));
  else if (isAlone) pen.add(line.to, line.to, Decoration.widget({ widget, side: 1 }));
  return false;
}

/** What may stand before an embed on its line: marks of quotes, lists and tasks. */
const MARKERS = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)*$/;

/** A note in place of an embed that is alone on its line, or below it while it is edited; any other embed is a link. As in the preview (`rendering/embeds.ts`). */
function drawEmbed(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): false {
  const name = node.getChild("WikiTarget");
  const target = name ? pen.text(name.from + pen.part.offset, name.to + pen.part.offset).trim() : "";
  const show = pen.state.facet(showEmbed);
  const line = pen.state.doc.lineAt(from);
  const isAlone = MARKERS.test(line.text.slice(0, from - line.from)) && line.text.slice(to - line.from).trim() === "";
  const isDrawn = show && isAlone && node.parent?.name === "Paragraph" && isNoteEmbed(target);
  if (!isDrawn) return drawWikiLink(pen, node, from, to);
  const widget = new EmbedWidget(target, show);
  if (isAttended(pen.state, from, to)) pen.add(line.to, line.to, Decoration.widget({ widget, side: 1 }));
  else pen.add(from, to, Decoration.replace({ widget }));
  return false;
}

/** A footnote reference is a raised number with the footnote's text as tooltip. */
export function drawNoteNumber(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): false {
  const label = node.getChild("FootnoteLabel");
  if (!label) return false;
  const [first, last] = [label.from + pen.part.offset, label.to + pen.part.offset];
  const note = definitionOf(pen.state.field(definitions), `^${pen.text(first, last)}`);
  pen.add(first, last, styleMark("cm-live-note", note ? { title: note.text } : undefined));
  if (isAttended(pen.state, from, to)) return false;
  pen.hide(from, first);
  pen.hide(last, to);
  return false;
}

/** A footnote in its place: its text without its marks, in smaller type. */
export function drawInlineNote(pen: DecorationWriter, from: number, to: number): undefined {
  pen.add(from + 2, to - 1, styleMark("cm-live-inline-note"));
  if (isAttended(pen.state, from, to)) return;
  pen.hide(from, from + 2);
  pen.hide(to - 1, to);
}

/** Text between `^` or `~`, where the setting has them on. */
export function drawScript(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): undefined {
  if (!pen.state.facet(optionalMarks).superSubscript) return;
  pen.add(from + 1, to - 1, styleMark(`cm-live-tag-${node.name === "Superscript" ? "sup" : "sub"}`));
  if (isAttended(pen.state, from, to)) return;
  for (const mark of marksOf(pen, node)) pen.hide(mark.from, mark.to);
}

/** An emoji in place of its code. A code that touches a word is none, as in the preview. */
export function drawEmoji(pen: DecorationWriter, from: number, to: number): false {
  if (!pen.state.facet(optionalMarks).emojiCodes || isAttended(pen.state, from, to)) return false;
  if (/[\p{L}\p{N}_:]$/u.test(pen.text(Math.max(0, from - 2), from))) return false;
  if (/^[\p{L}\p{N}_:]/u.test(pen.text(to, Math.min(pen.state.doc.length, to + 2)))) return false;
  const name = pen.text(from + 1, to - 1);
  const character = emojiOf(name);
  if (character !== null) pen.add(from, to, Decoration.replace({ widget: new EmojiWidget(character, name) }));
  return false;
}

/** An inline formula, if a drawer is available. */
export function drawMath(pen: DecorationWriter, from: number, to: number, marks: 1 | 2): false {
  const draw = pen.state.facet(drawer);
  if (!draw || isAttended(pen.state, from, to)) return false;
  const source = pen.text(from + marks, to - marks);
  const line = pen.state.doc.lineAt(from);
  const isAlone = marks === 2 && line.text.trim().length === to - from;
  const widget = new MathWidget(source, isAlone ? "block" : "inline", draw, themeOf(pen.state));
  pen.add(from, to, Decoration.replace({ widget }));
  return false;
}

/** In a cell, a bar in code is written with a backslash, which is not part of the code. */
export function drawCellCode(pen: DecorationWriter, from: number, to: number): void {
  if (drawnTableAt(pen.state, from) === null || isAttended(pen.state, from, to)) return;
  for (const { index } of pen.text(from, to).matchAll(/\\\|/g)) pen.hide(from + index, from + index + 1);
}

/** An entity is shown as its character. */
export function drawEntity(pen: DecorationWriter, from: number, to: number): undefined {
  const character = decodeEntity(pen.text(from, to));
  if (character === null || isAttended(pen.state, from, to)) return;
  pen.add(from, to, Decoration.replace({ widget: character }));
}

/** HTML tags that only style text. */
const TAGS = /^<(kbd|sub|sup|mark|u|ins|b|strong|i|em|small)>$/i;

/** An image of HTML with its size; null for other tags, and where it has no address. */
function readImageTag(tag: string): NamedImage | null {
  if (!/^<img\s/i.test(tag)) return null;
  const value = (name: string) => {
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag);
    return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? "");
  };
  const pixels = (name: string) => (/^\d{1,4}$/.test(value(name)) ? Number(value(name)) || null : null);
  const address = value("src");
  return address === "" ? null : { address, alt: value("alt"), width: pixels("width"), height: pixels("height") };
}

/** The longest tag that is looked into. */
const MAX_TAG = 2000;

/** Applies harmless tags, and shows images; all others stay source. */
export function drawTag(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): void {
  const image = to - from <= MAX_TAG ? readImageTag(pen.text(from, to)) : null;
  if (image) {
    if (!isAttended(pen.state, from, to))
      pen.add(from, to, Decoration.replace({ widget: new ImageWidget(image, "inline", "as it is") }));
    return;
  }
  const written = pen.text(from, Math.min(to, from + 20));
  if (/^<br ?\/?>$/i.test(written)) {
    // In a cell it is the only way to a new line: it stays one while the cursor is beside it.
    const isInCell = drawnTableAt(pen.state, from) !== null;
    const isHidden = isInCell ? !isAttended(pen.state, from + 1, to - 1) : !isAttended(pen.state, from, to);
    if (isHidden) pen.add(from, to, Decoration.replace({ widget: new BreakWidget() }));
    return;
  }
  const name = TAGS.exec(written)?.[1]?.toLowerCase();
  if (!name) return;
  let close = node.nextSibling;
  for (let steps = 0; close && steps < 40; close = close.nextSibling, steps++) {
    if (close.name !== "HTMLTag") continue;
    const [first, last] = [close.from + pen.part.offset, close.to + pen.part.offset];
    if (pen.text(first, Math.min(last, first + 20)).toLowerCase() !== `</${name}>`) continue;
    if (first > to) pen.add(to, first, styleMark(`cm-live-tag-${name}`));
    if (isAttended(pen.state, from, last)) return;
    pen.hide(from, to);
    pen.hide(first, last);
    return;
  }
}
