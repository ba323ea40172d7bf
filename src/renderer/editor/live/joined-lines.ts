import { type EditorState, type Range, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { joinsWithoutSpace } from "../../rendering/line-joins";
import { type ParsedRange, redrawn } from "../syntax/changed-blocks";
import { heldOpen, isAttended, isHeldOpen } from "../text/attention";
import { frontMatter } from "../text/front-matter";
import { alertOf } from "./alerts";
import { element } from "./element";
import { joinsLines } from "./live-host";
import { parsedRegion, regionChanges } from "./region-changes";

/** The lines of a longer paragraph are not joined: laying it out as one line would slow down every key. */
const MAX_LENGTH = 20_000;

/** Nodes whose text is lines of one paragraph; a task is one in a list. */
const PARAGRAPHS = new Set(["Paragraph", "Task"]);

/** Nodes that contain paragraphs. */
const CONTAINERS = new Set(["BulletList", "OrderedList", "ListItem", "Blockquote", "FootnoteDefinition"]);

/**
 * Shows the lines of a paragraph as one where line breaks join, as the preview does. A paragraph with the selection, a conflict or pending edits in it
 * keeps its lines.
 */
export const joinedLines = StateField.define<DecorationSet>({
  create: joinsIn,
  update(value, { state, startState, changes }) {
    const { change, parsed } = state.field(regionChanges);
    const isSame = state.facet(joinsLines) === startState.facet(joinsLines);
    if (isSame && !state.facet(joinsLines)) return value;
    // Nothing moves inside a word that is being composed.
    if (change.kind === "composed") return value.map(changes);
    const isHeldAlike = state.facet(heldOpen).every((spansOf) => spansOf(state) === spansOf(startState));
    if (isSame && isHeldAlike && change.kind === "nothing") return value;
    if (!isSame || change.kind !== "lines" || !parsed) return joinsIn(state);
    return redrawn(value.map(changes), change.lines, findJoins(state, { ...parsed, range: change.lines }));
  },
  provide: (field) => [regionChanges, EditorView.decorations.from(field)],
});

/** The space that is shown in place of a line break: a place to wrap, as the user's own spaces are. */
class JoinWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const dom = element("span", "cm-live-join");
    dom.textContent = " ";
    return dom;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const joined = Decoration.replace({ widget: new JoinWidget() });
const joinedTightly = Decoration.replace({});

function joinsIn(state: EditorState): DecorationSet {
  const parsed = state.facet(joinsLines) ? parsedRegion(state) : null;
  return parsed ? Decoration.set(findJoins(state, parsed), true) : Decoration.none;
}

/** The joins of the lines in a range. */
function findJoins(state: EditorState, { part, range }: ParsedRange): Range<Decoration>[] {
  const front = state.field(frontMatter, false) ?? 0;
  const found: Range<Decoration>[] = [];
  part.tree.iterate({
    from: Math.max(0, range.from - part.offset),
    to: range.to - part.offset,
    enter: (node) => {
      if (node.type.isTop) return undefined;
      // What begins above the part may be another block.
      if (node.from + part.offset < Math.max(front, part.offset + part.opener.length)) return false;
      if (CONTAINERS.has(node.name)) return undefined;
      if (PARAGRAPHS.has(node.name)) joinLines(state, node.node, part.offset, found);
      return false;
    },
  });
  return found;
}

function joinLines(state: EditorState, node: SyntaxNode, offset: number, found: Range<Decoration>[]): void {
  const { doc } = state;
  const [from, to] = [node.from + offset, node.to + offset];
  if (to - from > MAX_LENGTH || isAttended(state, from, to) || isHeldOpen(state, from, to)) return;
  // The title of a callout is a line of its own.
  const isTitled = node.parent?.name === "Blockquote" && alertOf(doc, node.parent.from + offset, to) !== null;
  const title = isTitled && node.prevSibling?.name !== "Paragraph" ? doc.lineAt(from) : null;
  // A `>` may be text, too.
  const quotes = new Map(node.getChildren("QuoteMark").map((mark) => [doc.lineAt(mark.to + offset).number, mark.to]));
  for (let line = doc.lineAt(from); line.to < to; line = doc.line(line.number + 1)) {
    // Two spaces or a backslash at the end of a line are a line break of the writer.
    if (line.number === title?.number || /(?: {2,}|\\)$/.test(line.text)) continue;
    const next = doc.line(line.number + 1);
    const start = line.from + line.text.trimEnd().length;
    const words = (quotes.get(next.number) ?? next.from - offset) + offset;
    const end = words + (/^[ \t]*/.exec(doc.sliceString(words, next.to))?.[0].length ?? 0);
    const before = [...doc.sliceString(Math.max(line.from, start - 2), start)].at(-1) ?? "";
    const after = String.fromCodePoint(next.text.codePointAt(end - next.from) ?? 32);
    found.push((joinsWithoutSpace(before, after) ? joinedTightly : joined).range(start, end));
  }
}
