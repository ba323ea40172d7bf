import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension, Range, Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { highlightTree } from "@lezer/highlight";
import { changedLines, type ParsedRange, redrawn } from "./syntax/changed-blocks";
import { onCodeLanguage } from "./syntax/code-language";
import type { PartTree } from "./syntax/local-tree";
import { forgetParts, partTree } from "./syntax/part-tree";
import { frontMatter, isSameFrontMatter, type Step } from "./text/front-matter";
import { BULLET, INDENT, openingWidth, type WidthMeasure } from "./text/opening-width";
import { TextMeasure } from "./text/text-measure";
import { highlights } from "./theme";
import { readOpening } from "./writing/opening";

/** How far beyond the view lines are styled, in characters. */
const MARGIN = 500;

/** A line with such letters near its beginning is laid out in the direction of its first words. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const REACH = 200;
const autoDirection = Decoration.line({ attributes: { dir: "auto" } });

/** The style of a line, derived from the tree. */
type LineStyle = {
  classes: Set<string>;
  quote: number;
  hang: number;
  bullets: number[];
  /** The start of the line above which this one continues without markers or blanks of its own; empty if it has them. */
  continued: string;
  /** The start of the item that this line of code is in, whose text is as far in as the code; empty if it is in none. */
  item: string;
};

/**
 * Styles Markdown source: sized headings, code on a soft background, quotes with a bar, list items with a hanging
 * indent. Uses only decorations, and only for the visible lines. `local`: the text is too long for a complete tree, so
 * the visible part is parsed and highlighted by itself.
 */
export const markdownStyle = (trees: "whole" | "local"): Extension => [
  frontMatter,
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      #tree;
      #measure = new TextMeasure();
      /** What is styled, in one piece each. */
      #styled: readonly ParsedRange[];
      #isOutdated = false;
      readonly #unlisten: () => void;

      constructor(view: EditorView) {
        this.#unlisten = trees === "local" ? onCodeLanguage(() => this.#handleLanguageLoaded(view)) : () => {};
        this.#tree = syntaxTree(view.state);
        this.#measure.prepare(view, "outdated");
        this.#styled = rangesOf(view);
        this.decorations = decorate(view.state, this.#styled, this.#measure, trees);
      }

      update(update: ViewUpdate): void {
        const tree = syntaxTree(update.state);
        const isResized = update.geometryChanged && !update.docChanged && this.#measure.isOutdated(update.view);
        const isSame = !update.docChanged && !update.viewportChanged && tree === this.#tree;
        if (isSame && !isResized && !this.#isOutdated) return;
        this.#isOutdated = false;
        this.#tree = tree;
        this.#measure.prepare(update.view, isResized ? "outdated" : "known");
        const before = this.#styled;
        this.#styled = rangesOf(update.view);
        this.decorations = this.#move(update, before) ?? decorate(update.state, this.#styled, this.#measure, trees);
      }

      /** The language of a code block: its code is parsed again, and highlighted. */
      #handleLanguageLoaded(view: EditorView): void {
        forgetParts(view.state.doc);
        this.#isOutdated = true;
        view.dispatch({});
      }

      destroy(): void {
        this.#unlisten();
      }

      #move(update: ViewUpdate, [before, second]: readonly ParsedRange[]): DecorationSet | null {
        const [after, ...others] = this.#styled;
        if (!update.docChanged || !before || !after || second || others.length > 0) return null;
        return moveStyles(this.decorations, update, before, after, this.#measure, trees);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];

/** The visible lines, and as many beside them. */
function rangesOf({ state, visibleRanges }: EditorView): ParsedRange[] {
  const { doc } = state;
  const ranges: ParsedRange[] = [];
  let done = -1;
  for (const visible of visibleRanges) {
    const from = Math.max(done + 1, doc.lineAt(Math.max(0, visible.from - MARGIN)).from);
    const to = doc.lineAt(Math.min(doc.length, visible.to + MARGIN)).to;
    if (from > to) continue;
    done = to;
    const part = partTree(state, from, to);
    if (part) ranges.push({ part, doc, range: { from, to } });
  }
  return ranges;
}

/** The styles after an edit: those of the blocks that it changed are made again. Null if all of them must be. */
export function moveStyles(
  known: DecorationSet,
  step: Step,
  before: ParsedRange,
  after: ParsedRange,
  measure: WidthMeasure,
  trees: "whole" | "local",
): DecorationSet | null {
  const range = changedLines(before, after, step.changes, []);
  if (!range || !isSameFrontMatter(step, range.from)) return null;
  return redrawn(known.map(step.changes), range, styles(step.state, { ...after, range }, measure, trees));
}

/** The styles of all lines in some ranges. */
export const decorate = (
  state: EditorState,
  ranges: readonly ParsedRange[],
  measure: WidthMeasure,
  trees: "whole" | "local",
): DecorationSet =>
  Decoration.set(
    ranges.flatMap((range) => styles(state, range, measure, trees)),
    true,
  );

/** The styles of the lines in a range. */
function styles(
  state: EditorState,
  { part, range: { from: start, to: end } }: ParsedRange,
  measure: WidthMeasure,
  trees: "whole" | "local",
): Range<Decoration>[] {
  const marks: Range<Decoration>[] = [];
  if (trees === "local")
    highlightTree(
      part.tree,
      highlights,
      (first, last, className) => {
        const span = { from: Math.max(start, first + part.offset), to: Math.min(end, last + part.offset) };
        if (span.from < span.to) marks.push(Decoration.mark({ class: className }).range(span.from, span.to));
      },
      Math.max(0, start - part.offset),
      end - part.offset,
    );
  for (let at = start; at <= end; ) {
    const line = state.doc.lineAt(at);
    if (RIGHT_TO_LEFT.test(line.text.slice(0, REACH))) marks.push(autoDirection.range(line.from));
    at = line.to + 1;
  }
  for (const [at, { classes, quote, hang, bullets, continued, item }] of styleLines(state, part, start, end)) {
    const style: string[] = [];
    if (quote > 0) style.push(`--quote: ${quote}`);
    if (continued !== "") {
      style.push(`--continued: ${openingWidth(continued, measure, "1em")}`);
      classes.add("cm-line-continued");
    }
    if (item !== "") {
      const blanks = /^ */.exec(state.doc.sliceString(at, Math.min(end, at + item.length)))?.[0].length ?? 0;
      style.push(`--item: ${openingWidth(item, measure, "var(--canvas-size, 16px)")}; --blanks: ${blanks}`);
      classes.add("cm-line-inset");
    }
    if (hang > 0 && !classes.has("cm-line-code")) {
      const prefix = state.doc.sliceString(at, hang);
      const width = measure.width(prefix);
      const blanks = /^ */.exec(prefix)?.[0].length ?? 0;
      if (blanks > 0) marks.push(Decoration.mark({ class: "cm-indent" }).range(at, at + blanks));
      for (const mark of bullets) marks.push(Decoration.mark({ class: "cm-mark-bullet" }).range(mark, mark + 1));
      if (width > 0) {
        const more = blanks * INDENT + bullets.length * BULLET;
        style.push(`--hang: calc(${width.toFixed(1)}px + ${more.toFixed(2)}em)`);
        classes.add("cm-line-hang");
      }
    }
    const attributes = style.length > 0 ? { style: style.join("; ") } : {};
    marks.push(Decoration.line({ class: [...classes].join(" "), attributes }).range(at));
  }
  return marks;
}

/** The styles of the lines from `start` to `end`, by where they begin. */
export function styleLines(
  state: EditorState,
  { tree, offset }: PartTree,
  start: number,
  end: number,
): Map<number, LineStyle> {
  const { doc } = state;
  const lines = new Map<number, LineStyle>();
  const at = (position: number): LineStyle => {
    const { from } = doc.lineAt(position);
    const known = lines.get(from);
    if (known) return known;
    const fresh = { classes: new Set<string>(), quote: 0, hang: 0, bullets: [], continued: "", item: "" };
    lines.set(from, fresh);
    return fresh;
  };
  const every = (from: number, to: number, addStyle: (line: LineStyle, position: number) => void) => {
    const last = Math.min(to, end);
    for (let position = Math.max(from, start); position <= last; ) {
      const line = doc.lineAt(position);
      addStyle(at(line.from), line.from);
      position = line.to + 1;
    }
  };

  /**
   * The first line of an item hangs after its marker; continuation lines hang where their own text begins, or as far as the first line if they are
   * not indented.
   */
  const styleItem = (mark: { name: string; from: number; to: number } | null, from: number, to: number) => {
    const first = doc.lineAt(from);
    const opener = readOpening(first.text).openers.find((each) => each.at === from - first.from);
    const textStart = first.text.slice(0, opener?.inner ?? 0);
    every(from, to, (line, position) => {
      line.classes.add("cm-line-list");
      const { text } = doc.lineAt(position);
      const indent = /^[ \t]*/.exec(text)?.[0].length ?? 0;
      if (indent < text.length) line.hang = Math.max(line.hang, position + indent);
      if (position > from && indent === 0 && /^[^>]/.test(text)) line.continued = textStart;
    });
    if (mark?.name !== "ListMark" || mark.from + offset < start) return;
    const line = at(mark.from + offset);
    hangAfter(line, doc, mark.from + offset, mark.to + offset);
    // The digits of a list number all have the same width.
    if (mark.to - mark.from === 1 && mark.from + offset <= end) line.bullets.push(mark.from + offset);
  };

  const front = state.field(frontMatter);
  if (front > 0)
    every(0, front, (line, position) => {
      line.classes.add("cm-line-front");
      if (position === 0) line.classes.add("cm-line-first");
      if (doc.lineAt(position).to === front) line.classes.add("cm-line-last");
    });

  tree.iterate({
    from: Math.max(0, start - offset),
    to: end - offset,
    enter: (found) => {
      const { name, node } = found;
      const from = found.from + offset;
      const to = found.to + offset;
      if (to <= front) return;
      const level = /^(?:ATX|Setext)Heading([1-6])$/.exec(name)?.[1];
      if (level) every(from, to, (line) => line.classes.add("cm-line-heading").add(`cm-line-h${level}`));
      else if (name === "FencedCode" || name === "CodeBlock") {
        const isFence = name === "FencedCode";
        const item = itemAround(doc, node, from, offset);
        every(from, to, (line, position) => {
          line.classes.add("cm-line-code");
          line.item = item;
          if (position <= from) line.classes.add("cm-line-first").add(isFence ? "cm-line-fence" : "cm-line-indented");
          if (doc.lineAt(position).to >= to) {
            line.classes.add("cm-line-last");
            if (isFence && node.lastChild?.name === "CodeMark" && node.lastChild.from > found.from && position > from)
              line.classes.add("cm-line-fence");
          }
        });
      } else if (name === "Blockquote")
        every(from, to, (line, position) => {
          line.quote++;
          line.classes.add("cm-line-quote");
          if (position > from && /^[^>\s]/.test(doc.lineAt(position).text)) line.continued = "> ";
        });
      else if (name === "QuoteMark") hangAfter(at(from), doc, from, to);
      else if (name === "Table") every(from, to, (line) => line.classes.add("cm-line-table"));
      else if (name === "HorizontalRule") at(from).classes.add("cm-line-rule");
      else if (name === "HTMLBlock" || name === "CommentBlock")
        every(from, to, (line) => line.classes.add("cm-line-html"));
      else if (name === "ListItem") styleItem(node.firstChild, from, to);
      else if (name === "TaskMarker") {
        const line = at(from);
        hangAfter(line, doc, from, to);
        if (/x/i.test(doc.sliceString(from, to))) line.classes.add("cm-line-done");
      }
    },
  });
  return lines;
}

/** The start of the item that a block of code is in; empty if it is in none, in a quote, or begins in the item's own line. */
function itemAround(doc: Text, { parent }: SyntaxNode, from: number, offset: number): string {
  if (parent?.name !== "ListItem") return "";
  const line = doc.lineAt(parent.from + offset);
  const { openers } = readOpening(line.text);
  const opener = openers.find(({ at }) => at === parent.from + offset - line.from);
  if (!opener || from <= line.to || openers.some(({ kind }) => kind === "quote")) return "";
  return line.text.slice(0, opener.inner);
}

/** Wrapped lines are indented to the text after the marker. */
function hangAfter(line: LineStyle, doc: Text, from: number, to: number): void {
  const { to: end } = doc.lineAt(from);
  const blanks = /^[ \t]*/.exec(doc.sliceString(to, Math.min(end, to + 20)))?.[0].length ?? 0;
  line.hang = Math.max(line.hang, to + blanks);
}
