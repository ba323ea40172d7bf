import { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { MAX_PAGE_BREAK } from "../../../core/limits";
import { endingIdAt } from "../../../core/links/block-ids";
import type { CalloutAppearance } from "../../../core/markdown/callouts";
import { isPageBreak } from "../../../core/markdown/page-breaks";
import { directionOf } from "../../../core/text/direction";
import { isAttended, isLineAttended } from "../text/attention";
import { alertOf } from "./alerts";
import { CodeHeaderWidget, CopyButtonWidget } from "./code-header-widget";
import { type DecorationWriter, marksOf, styleMark } from "./pen";
import { RuleWidget } from "./rule-widget";
import { AlertWidget, TaskWidget } from "./small-widgets";

const noteName = styleMark("cm-live-note-name");
const done = styleMark("cm-live-done");
const blockId = styleMark("cm-live-block-id");
const number = styleMark("cm-live-number");
const alertName = styleMark("cm-live-alert-name");
const bullets = [0, 1, 2].map((level) => styleMark(`cm-live-bullet cm-live-bullet-${level}`));

/** The markers of a heading, hidden or in the margin. */
export function drawHeading(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): undefined {
  const [open, ...closing] = marksOf(pen, node);
  if (!open) return;
  const blanks = /^[ \t]*/.exec(pen.text(open.to, Math.min(to, open.to + 20)))?.[0].length ?? 0;
  const line = pen.state.doc.lineAt(from);
  // Without text it is a marker that is still being typed.
  const isEmpty = open.to + blanks >= to;
  if (isEmpty || isLineAttended(pen.state, from)) {
    pen.add(open.from, open.to + blanks, styleMark("cm-live-heading-mark"));
    // In the margin, so that the text does not move.
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

/** A page break as a dashed line, unless the cursor is in it. */
export function drawPageBreak(pen: DecorationWriter, from: number, to: number): void {
  if (to - from > MAX_PAGE_BREAK || isLineAttended(pen.state, from, to) || !isPageBreak(pen.text(from, to))) return;
  pen.add(from, to, Decoration.replace({ widget: new RuleWidget("page break") }));
}

/** The longest end of a paragraph that is searched for an id. */
const MAX_ID = 120;

/** The id that names a paragraph for links, quietly. */
export function drawBlockId(pen: DecorationWriter, from: number, to: number): void {
  const start = Math.max(from, to - MAX_ID, pen.state.doc.lineAt(to).from);
  const at = endingIdAt(pen.text(start, to));
  if (at >= 0 && (at > 0 || start === from || start > to - MAX_ID)) pen.add(start + at, to, blockId);
}

/** The underline of a Setext heading. */
export function drawUnderline(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): undefined {
  const mark = marksOf(pen, node).at(-1);
  if (!mark) return;
  pen.line(mark.from, "cm-live-underline");
  if (!isLineAttended(pen.state, from, to)) pen.hide(mark.from, mark.to);
}

/** A footnote definition; its later lines are as small as the first, and begin below its text. */
export function drawNote(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): undefined {
  const mark = node.getChild("FootnoteMark");
  pen.line(from, "cm-live-note-line");
  for (let next = pen.state.doc.lineAt(from).to + 1; next <= Math.min(to, pen.to); ) {
    const line = pen.state.doc.lineAt(next);
    const isShown = isLineAttended(pen.state, next, line.to);
    const blanks = isShown ? 0 : (/^(?: {1,4}|\t)/.exec(line.text)?.[0].length ?? 0);
    if (line.text.trim() !== "") {
      pen.line(next, `cm-live-note-line${blanks > 0 ? " cm-live-note-more" : ""}`);
      if (blanks > 0) pen.hide(next, next + blanks);
    }
    next = line.to + 1;
  }
  if (!mark) return;
  const [first, last] = [mark.from + pen.part.offset, mark.to + pen.part.offset];
  pen.add(first, last, noteName);
  if (isLineAttended(pen.state, from)) return;
  pen.hide(first, first + 2);
  pen.hide(last - 2, last);
}

/** The colours of alerts, by their names in the theme. */
const COLOURS: Record<CalloutAppearance, string> = {
  note: "accent",
  tip: "good",
  important: "agent",
  warning: "warn",
  caution: "bad",
};

/** How far the text of an alert is read for its direction, in UTF-16 units. */
const DIRECTION_REACH = 200;

/** The title of an alert, and the colour of its lines, except those of alerts in it. */
export function drawAlert(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): void {
  const { doc } = pen.state;
  const alert = alertOf(doc, from, to);
  if (!alert) return;
  const inner = node
    .getChildren("Blockquote")
    .map((each) => [each.from + pen.part.offset, each.to + pen.part.offset] as const)
    .filter(([start, end]) => alertOf(doc, start, end) !== null);
  const last = Math.min(to, pen.to);
  for (let at = Math.max(from, pen.from); at <= last; ) {
    const line = doc.lineAt(at);
    if (!inner.some(([start, end]) => start <= line.to && end > line.from))
      pen.line(line.from, "cm-live-alert", `--bar: var(--${COLOURS[alert.appearance]})`);
    at = line.to + 1;
  }
  if (alert.hasTitle) pen.add(alert.to, doc.lineAt(from).to, alertName);
  if (isLineAttended(pen.state, from)) return;
  // The title is at the side of the text below it, as in the preview.
  const below = doc.sliceString(doc.lineAt(from).to, Math.min(to, doc.lineAt(from).to + DIRECTION_REACH));
  if (directionOf(below) === "rtl") pen.line(from, "cm-live-alert-rtl");
  if (alert.hasTitle) pen.hide(alert.from, alert.to);
  else pen.add(alert.from, alert.to, Decoration.replace({ widget: new AlertWidget(alert.type) }));
}

/** A list item's bullet, number or checkbox. */
export function drawItem(pen: DecorationWriter, node: SyntaxNode): void {
  const mark = node.firstChild;
  if (mark?.name !== "ListMark") return;
  const [from, to] = [mark.from + pen.part.offset, mark.to + pen.part.offset];
  const task = node.getChild("Task")?.getChild("TaskMarker");
  if (task) {
    const end = task.to + pen.part.offset;
    const isDone = /x/i.test(pen.text(end - 3, end));
    if (isDone) strikeOut(pen, end, (task.parent?.to ?? task.to) + pen.part.offset);
    if (isAttended(pen.state, from, end)) return;
    const line = pen.state.doc.lineAt(end);
    const widget = new TaskWidget(isDone, line.text.slice(end - line.from).trim());
    pen.add(from, end, Decoration.replace({ widget }));
    // The checkbox is narrower than its markup: keep the hanging indent aligned.
    pen.line(from, "cm-live-boxed", `--marks: ${pen.width(pen.text(from, end)).toFixed(1)}px`);
  } else if (node.parent?.name === "OrderedList") pen.add(from, to, number);
  else if (!isAttended(pen.state, from, to)) {
    const bullet = bullets[depthOf(node) % bullets.length];
    if (bullet) pen.add(from, to, bullet);
  }
}

/** Strikes the words of each line out, not its indentation. */
function strikeOut(pen: DecorationWriter, from: number, to: number): void {
  for (let at = from; at <= Math.min(to, pen.to); ) {
    const line = pen.state.doc.lineAt(at);
    const start = at + (/^[ \t>]*/.exec(pen.text(at, Math.min(line.to, to)))?.[0].length ?? 0);
    if (start < Math.min(line.to, to)) pen.add(start, Math.min(line.to, to), done);
    at = line.to + 1;
  }
}

/** How many lists an item is nested in; the style repeats beyond the third level. */
function depthOf(node: SyntaxNode): number {
  let depth = 0;
  for (let above = node.parent?.parent; above && depth < 12; above = above.parent)
    if (above.name === "BulletList") depth++;
  return depth;
}

/** The first and the last line of a code block. */
export function drawFence(pen: DecorationWriter, node: SyntaxNode, from: number, to: number): void {
  const { state } = pen;
  const [open, close] = marksOf(pen, node);
  if (!open) return;
  const first = state.doc.lineAt(from);
  const info = node.getChild("CodeInfo");
  const language = info ? pen.text(info.from + pen.part.offset, info.to + pen.part.offset) : "";
  // If the block has only been opened, there is nothing to copy yet.
  if (first.to < to) pen.add(first.to, first.to, Decoration.widget({ widget: new CopyButtonWidget(), side: 1 }));
  if (isLineAttended(state, from, to)) return;
  pen.add(open.from, first.to, Decoration.replace({ widget: new CodeHeaderWidget(language) }));
  if (close && close.from > first.to) pen.hide(close.from, close.to);
}
