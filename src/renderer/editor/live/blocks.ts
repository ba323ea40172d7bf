import { type EditorState, type Range, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type WidgetType } from "@codemirror/view";
import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { openedBy, showsSomething } from "../../../core/markdown/html-regions";
import { isContents } from "../../../core/markdown/page-breaks";
import { type ParsedRange, redrawn, topBlocks } from "../syntax/changed-blocks";
import { isAttended } from "../text/attention";
import { frontMatter } from "../text/front-matter";
import { ContentsWidget, contents } from "./contents-widget";
import { DiagramWidget, MathWidget } from "./drawing-widget";
import { HtmlWidget } from "./embed-widget";
import { FrontMatterWidget, HiddenFrontWidget } from "./front-matter-widget";
import { drawer, showEmbed, shownProperties } from "./live-host";
import { propertiesModule } from "./properties-source";
import { region } from "./region";
import { parsedRegion, regionChanges } from "./region-changes";
import { themeOf } from "./shown-theme";

/** Longer blocks stay source: rendering them would slow down every key. */
const MAX_LENGTH = { drawing: 20_000, front: 8_000, html: 20_000, contents: 100 };

/** How many blocks are searched for the one that closes an element. */
const MAX_BLOCKS = 200;

type Blocks = {
  readonly decorations: DecorationSet;
  /** Whether there is HTML: what it is drawn with depends on the blocks below it. */
  readonly hasHtml: boolean;
};

/** The block widgets around the view: drawings and front matter. */
export const blocks = StateField.define<Blocks>({
  create: makeBlocks,
  update(value, { state, changes }) {
    const { change, parsed } = state.field(regionChanges);
    if (change.kind === "nothing") return value;
    if (change.kind === "composed") return { ...value, decorations: value.decorations.map(changes) };
    if (change.kind === "everything" || !parsed || value.hasHtml || hasHtml(parsed)) return makeBlocks(state);
    const { lines } = change;
    const found = findBlocks(state, { ...parsed, range: lines });
    return { ...value, decorations: redrawn(value.decorations.map(changes), lines, found) };
  },
  provide: (field) => [regionChanges, EditorView.decorations.from(field, ({ decorations }) => decorations)],
});

const hasHtml = (parsed: ParsedRange): boolean => topBlocks(parsed).some(({ name }) => name === "HTMLBlock");

/** Whether the node from `from` to `to` is currently replaced by a widget. */
export function drawnBlockAt(state: EditorState, from: number, to: number): boolean {
  let isDrawn = false;
  state.field(blocks, false)?.decorations.between(from, to, (first, last, { spec }) => {
    if (spec.isReplaced && first <= from && last >= to) isDrawn = true;
  });
  return isDrawn;
}

/** The ranges that are replaced by widgets, in order. */
export function drawnBlocks(state: EditorState): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  state.field(blocks, false)?.decorations.between(0, state.doc.length, (from, to, { spec }) => {
    if (spec.isReplaced) spans.push({ from, to });
  });
  return spans;
}

function makeBlocks(state: EditorState): Blocks {
  const parsed = parsedRegion(state);
  const found: Range<Decoration>[] = [];
  const front = state.field(frontMatter, false) ?? 0;
  if (front > 0 && front <= MAX_LENGTH.front && state.field(region).from < front) addFront(state, found, front);
  if (parsed) found.push(...findBlocks(state, parsed));
  return { decorations: Decoration.set(found, true), hasHtml: parsed !== null && hasHtml(parsed) };
}

/** The widgets of the blocks in a range, below the front matter. */
function findBlocks(state: EditorState, { part, range }: ParsedRange): Range<Decoration>[] {
  const found: Range<Decoration>[] = [];
  const front = state.field(frontMatter, false) ?? 0;
  part.tree.iterate({
    from: Math.max(0, range.from - part.offset),
    to: range.to - part.offset,
    enter: (node) => {
      const [first, last] = [node.from + part.offset, node.to + part.offset];
      if (node.type.isTop) return undefined;
      // The blocks before this position are drawn: one that begins above the parsed part may be incomplete, and one inside HTML is drawn with it.
      const drawnTo = found.at(-1)?.to ?? 0;
      if (first < Math.max(front, part.offset + part.opener.length, drawnTo)) return false;
      return block(state, node, first, last, found);
    },
  });
  return found;
}

/** Front matter as the setting has it. Where it cannot be a form, it stays source, with the reason below it. */
function addFront(state: EditorState, found: Range<Decoration>[], front: number): void {
  const shown = state.facet(shownProperties);
  if (shown === "source") return;
  const source = state.sliceDoc(0, front);
  const properties = shown === "hidden" ? null : propertiesModule();
  const read = properties?.readProperties(source) ?? null;
  if (properties && read?.status === "invalid") {
    const widget = new properties.PropertiesProblemWidget(read);
    found.push(Decoration.widget({ widget, block: true, side: 1 }).range(front));
    return;
  }
  addBlock(state, found, 0, front, () => {
    if (shown === "hidden") return new HiddenFrontWidget();
    if (properties && read?.status === "read") return new properties.PropertiesWidget(source, read);
    const card = new FrontMatterWidget(source);
    return card.properties ? card : null;
  });
}

/** Only enter nodes that can contain a block. */
function block(
  state: EditorState,
  node: SyntaxNodeRef,
  from: number,
  to: number,
  found: Range<Decoration>[],
): boolean | undefined {
  const draw = state.facet(drawer);
  const theme = themeOf(state);
  switch (node.name) {
    case "BlockMath":
      if (draw && to - from <= MAX_LENGTH.drawing) {
        const source = state
          .sliceDoc(from, to)
          .replace(/^\$\$|\$\$\s*$/g, "")
          .trim();
        if (source) addBlock(state, found, from, to, () => new MathWidget(source, "block", draw, theme), "and below");
      }
      return false;
    case "Paragraph":
      if (to - from <= MAX_LENGTH.contents && node.node.parent?.type.isTop && isContents(state.sliceDoc(from, to)))
        addBlock(
          state,
          found,
          from,
          to,
          () => new ContentsWidget(state.field(contents, false)?.rows ?? null),
          "and below",
        );
      return false;
    case "HTMLBlock":
      addHtml(state, found, node, from);
      return false;
    case "FencedCode": {
      const info = node.node.getChild("CodeInfo");
      const shift = from - node.from;
      const language = info ? state.sliceDoc(info.from + shift, info.to + shift) : "";
      const kind = drawnLanguage(language);
      if (!draw || !kind || to - from > MAX_LENGTH.drawing) return false;
      const body = /^[^\n]*\n([\s\S]*?)\n?[ \t>]*[`~]{3,}[ \t]*$/.exec(state.sliceDoc(from, to))?.[1] ?? "";
      if (body.trim() === "") return false;
      const widget = () =>
        kind === "math" ? new MathWidget(body, "block", draw, theme) : new DiagramWidget(body, "block", draw, theme);
      addBlock(state, found, from, to, widget, "and below");
      return false;
    }
    default:
      return (
        node.type.is("Document") ||
        node.name === "BulletList" ||
        node.name === "OrderedList" ||
        node.name === "ListItem"
      );
  }
}

/** HTML, with what stands between the block that opens an element and the one that closes it. It stays source where it is not closed. */
function addHtml(state: EditorState, found: Range<Decoration>[], node: SyntaxNodeRef, from: number): void {
  const show = state.facet(showEmbed);
  const to = show ? endOfHtml(state, node.node, from - node.from) : null;
  if (!show || to === null) return;
  const source = state.sliceDoc(from, to);
  if (showsSomething(source)) addBlock(state, found, from, to, () => new HtmlWidget(source, show));
}

function endOfHtml(state: EditorState, first: SyntaxNode, shift: number): number | null {
  let open = 0;
  let node: SyntaxNode | null = first;
  for (let steps = 0; node && steps < MAX_BLOCKS; steps++, node = node.nextSibling) {
    if (node.to - first.from > MAX_LENGTH.html) return null;
    if (node.name === "HTMLBlock") open += openedBy(state.sliceDoc(node.from + shift, node.to + shift));
    if (open <= 0) return open < 0 ? null : node.to + shift;
  }
  return null;
}

function drawnLanguage(info: string): "math" | "diagram" | null {
  const name = /^[^\s{]*/.exec(info)?.[0].toLowerCase();
  if (name === "mermaid") return "diagram";
  return name === "math" ? "math" : null;
}

/**
 * Replaces the lines from `from` to `to`, which must contain nothing else, with a widget. `and below`: while the
 * selection is in them, the widget is shown below instead.
 */
function addBlock(
  state: EditorState,
  found: Range<Decoration>[],
  from: number,
  to: number,
  make: (indent: number) => WidgetType | null,
  attended: "nothing" | "and below" = "nothing",
): void {
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const indent = from - first.from;
  if (/\S/.test(first.text.slice(0, indent)) || last.to !== to) return;
  const isOpen = isAttended(state, first.from, last.to);
  if (isOpen && attended === "nothing") return;
  const widget = make(indent);
  if (!widget) return;
  if (isOpen) found.push(Decoration.widget({ widget, block: true, side: 1 }).range(last.to));
  else found.push(Decoration.replace({ widget, block: true, isReplaced: true }).range(first.from, last.to));
}
