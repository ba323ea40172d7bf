import {
  foldable,
  foldCode,
  foldEffect,
  foldedRanges,
  unfoldAll,
  unfoldCode,
  unfoldEffect,
} from "@codemirror/language";
import { type EditorState, Facet, type Text } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";
import { parsesLocally } from "../syntax/part-tree";
import { findFrontMatter } from "../text/front-matter";
import { blockSpanAt } from "./fold-at";

/** A heading's line number and level. */
export type HeadingLine = { line: number; level: number };

/**
 * Every heading of a text, found by its lines without a syntax tree, so that it works at any length. Ignores fences and
 * front matter.
 */
export function headingLines(doc: Text): HeadingLine[] {
  const found: HeadingLine[] = [];
  const front = findFrontMatter(doc);
  const first = front > 0 ? doc.lineAt(front).number + 1 : 1;
  let fence: string | null = null;
  let before = "";
  let number = first - 1;
  for (const lines = doc.iterLines(first); !lines.next().done; ) {
    number++;
    const text = lines.value;
    // The first character rules out most lines.
    const sign = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,}|#{1,6}(?=[ \t]|$)|(?:=+|-+)(?=[ \t]*$))/.exec(text)?.[1];
    if (sign === undefined || fence !== null) {
      const isEnd = fence !== null && sign?.startsWith(fence) && text.trim() === sign;
      if (isEnd) fence = null;
    } else if (/^[`~]/.test(sign)) fence = sign;
    else if (sign.startsWith("#")) found.push({ line: number, level: sign.length });
    else if (number > first && isParagraph(before))
      found.push({ line: number - 1, level: sign.startsWith("=") ? 1 : 2 });
    before = fence === null ? text : "";
  }
  return found;
}

const isParagraph = (text: string) => text.trim() !== "" && !/^ {0,3}(?:[-*+>#|]|\d+[.)] |`{3}|~{3}| {4})/.test(text);

/** From the end of a heading's line to the last non-empty line of its section; null if that is empty. */
function spanOf(doc: Text, heading: HeadingLine, next: HeadingLine | undefined): { from: number; to: number } | null {
  const from = doc.line(heading.line).to;
  let last = next ? next.line - 1 : doc.lines;
  while (last > heading.line && doc.line(last).text.trim() === "") last--;
  return last > heading.line ? { from, to: doc.line(last).to } : null;
}

/** The foldable ranges of the sections of some headings, with their subsections. */
function sectionSpans(doc: Text, isWanted: (heading: HeadingLine, index: number) => boolean) {
  const headings = headingLines(doc);
  // For each heading the next one that is not deeper, found from the end.
  const open: number[] = [];
  const next = new Array<number | undefined>(headings.length);
  for (let index = headings.length - 1; index >= 0; index--) {
    const level = headings[index]?.level ?? 1;
    while (open.length > 0 && (headings[open.at(-1) ?? 0]?.level ?? 7) > level) open.pop();
    next[index] = open.at(-1);
    open.push(index);
  }
  return headings.flatMap((heading, index) => {
    if (!isWanted(heading, index)) return [];
    const after = next[index];
    const span = spanOf(doc, heading, after === undefined ? undefined : headings[after]);
    return span ? [span] : [];
  });
}

/** The foldable range of the section or block that begins in the line at `at`; null if there is none. */
export function foldAt(state: EditorState, at: number): { from: number; to: number } | null {
  const line = state.doc.lineAt(at);
  if (!state.facet(parsesLocally)) return foldable(state, line.from, line.to);
  const block = blockSpanAt(state, at);
  if (block !== "heading") return block;
  return sectionSpans(state.doc, (heading) => heading.line === line.number)[0] ?? null;
}

/** Folds ranges in one step, and moves the cursor out of hidden text. */
function fold(view: EditorView, spans: readonly { from: number; to: number }[]): boolean {
  const known = new Set<string>();
  foldedRanges(view.state).between(0, view.state.doc.length, (from, to) => void known.add(`${from} ${to}`));
  const fresh = spans.filter(({ from, to }) => !known.has(`${from} ${to}`));
  if (fresh.length === 0) return false;
  const { head } = view.state.selection.main;
  const hiding = fresh.find(({ from, to }) => from < head && head <= to);
  view.dispatch({
    effects: fresh.map((span) => foldEffect.of(span)),
    ...(hiding ? { selection: { anchor: hiding.from } } : {}),
    scrollIntoView: true,
  });
  return true;
}

/** Folds of another kind, which come first: true if there was one at the cursor. */
export const ownFolds = Facet.define<{ fold: Command; unfold: Command; unfoldAll(view: EditorView): void }>();

/** Folds what begins in the cursor's line, or else its section; repeated, the enclosing section. */
export const foldHere: Command = (view) => {
  if (view.state.facet(ownFolds).some(({ fold }) => fold(view)) || foldCode(view)) return true;
  const { doc } = view.state;
  const block = view.state.facet(parsesLocally) ? foldAt(view.state, view.state.selection.main.head) : null;
  if (block && fold(view, [block])) return true;
  const line = doc.lineAt(view.state.selection.main.head).number;
  const headings = headingLines(doc);
  let index = headings.findLastIndex((heading) => heading.line <= line);
  for (let level = 7; index >= 0; index--) {
    const heading = headings[index];
    if (!heading || heading.level >= level) continue;
    level = heading.level;
    if (
      fold(
        view,
        sectionSpans(doc, (each) => each.line === heading.line),
      )
    )
      return true;
  }
  return false;
};

/** Unfolds what is folded in the cursor's line, and in its section. */
export const unfoldHere: Command = (view) => {
  if (view.state.facet(ownFolds).some(({ unfold }) => unfold(view)) || unfoldCode(view)) return true;
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const effects = foldedIn(view.state, line.from, line.to).map((span) => unfoldEffect.of(span));
  if (effects.length > 0) view.dispatch({ effects });
  return effects.length > 0;
};

function foldedIn(state: EditorState, from: number, to: number) {
  const spans: { from: number; to: number }[] = [];
  foldedRanges(state).between(from, to, (a, b) => void spans.push({ from: a, to: b }));
  return spans;
}

/** Folds every section. */
export const foldSections: Command = (view) =>
  fold(
    view,
    sectionSpans(view.state.doc, () => true),
  );

/** Folds so that the headings down to a level are visible. */
export const foldToLevel =
  (level: number): Command =>
  (view) => {
    unfoldAll(view);
    return (
      fold(
        view,
        sectionSpans(view.state.doc, (heading) => heading.level >= level),
      ) || true
    );
  };

/** Unfolds everything. */
export const unfoldEverything: Command = (view) => {
  const others = view.state.facet(ownFolds);
  for (const { unfoldAll: openOthers } of others) openOthers(view);
  return unfoldAll(view) || others.length > 0;
};
