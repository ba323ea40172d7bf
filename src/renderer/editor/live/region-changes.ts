import { syntaxTree } from "@codemirror/language";
import { type EditorState, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { changedLines, type ParsedRange } from "../syntax/changed-blocks";
import { carryParts, partTree } from "../syntax/part-tree";
import { attention, type Span, seenAsSource } from "../text/attention";
import { isSameFrontMatter } from "../text/front-matter";
import { changedAttention } from "./changed-spans";
import { setContents } from "./contents-widget";
import { propertiesLoaded } from "./properties-source";
import { region } from "./region";
import { themeOf } from "./shown-theme";

/**
 * What a transaction means for what is drawn around the view. `composed`: an input method writes, and everything only moves along. `lines`: only blocks in
 * these lines are drawn again, the rest moves along.
 */
type Change = { kind: "nothing" } | { kind: "composed" } | { kind: "everything" } | { kind: "lines"; lines: Span };

type RegionChanges = {
  readonly change: Change;
  /** What the next change is compared with: null while an input method writes, and in a giant line. */
  readonly parsed: ParsedRange | null;
  readonly tree: unknown;
  /** Whether an input method has written, and what it changed is not drawn yet. */
  readonly isComposing: boolean;
};

const nothing: Change = { kind: "nothing" };

/** The input method has finished its word: what it changed is drawn. */
export const drawComposed = StateEffect.define<null>();

/** Whether the user is composing a word: what it changes is drawn only when it is finished. */
export const isUndrawn = (state: EditorState): boolean => state.field(regionChanges, false)?.isComposing ?? false;

/** What the last transaction changed around the view, found once for all fields that draw there. */
export const regionChanges = StateField.define<RegionChanges>({
  create: (state) => ({
    change: { kind: "everything" },
    parsed: parsedRegion(state),
    tree: syntaxTree(state),
    isComposing: false,
  }),
  update(value, transaction) {
    const { state, docChanged } = transaction;
    if (docChanged) carryParts(transaction);
    // Nothing is drawn again inside a word that is being composed: the input method would lose it, and write it twice.
    if (docChanged && transaction.isUserEvent("input.type.compose"))
      return { change: { kind: "composed" }, parsed: null, tree: value.tree, isComposing: true };
    const isFinished = docChanged || transaction.effects.some((effect) => effect.is(drawComposed));
    if (value.isComposing && !isFinished) return value.change === nothing ? value : { ...value, change: nothing };
    const tree = syntaxTree(state);
    if (!value.isComposing && !docChanged && tree === value.tree && !hasMoved(transaction))
      return value.change === nothing ? value : { ...value, change: nothing };
    const parsed = parsedRegion(state);
    return { change: changeOf(transaction, value.parsed, parsed), parsed, tree, isComposing: false };
  },
});

/** The part of the text around the view with its tree; null in a giant line. */
export function parsedRegion(state: EditorState): ParsedRange | null {
  const range = state.field(region);
  const part = partTree(state, range.from, range.to);
  return part && { part, doc: state.doc, range };
}

function changeOf(transaction: Transaction, before: ParsedRange | null, after: ParsedRange | null): Change {
  const everything: Change = { kind: "everything" };
  if (!transaction.docChanged || !before || !after || isReset(transaction)) return everything;
  const attended = changedAttention(transaction);
  const lines = attended && changedLines(before, after, transaction.changes, attended);
  return lines && isSameFrontMatter(transaction, lines.from) ? { kind: "lines", lines } : everything;
}

/** Whether what is drawn may look different though its text is the same. */
const isReset = ({ state, startState, reconfigured, effects }: Transaction) =>
  reconfigured ||
  effects.some((effect) => effect.is(propertiesLoaded) || effect.is(setContents)) ||
  themeOf(state) !== themeOf(startState);

/** Whether blocks must be drawn again though the text is the same. */
const hasMoved = (transaction: Transaction) => {
  const { state, startState } = transaction;
  return (
    isReset(transaction) ||
    state.field(attention) !== startState.field(attention, false) ||
    state.field(region) !== startState.field(region, false) ||
    state.facet(seenAsSource).some((spansOf) => spansOf(state) !== spansOf(startState))
  );
};
