import { type ChangeDesc, type EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import { type Command, Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { calloutName } from "../../../core/markdown/callouts";
import { type ParsedRange, redrawn } from "../syntax/changed-blocks";
import { partTree } from "../syntax/part-tree";
import { heldOpen, isAttended, isHeldOpen } from "../text/attention";
import { frontMatter } from "../text/front-matter";
import { ownFolds } from "../writing/fold-sections";
import { alertOf } from "./alerts";
import { CalloutFoldWidget } from "./callout-fold-widget";
import { liveMessages } from "./messages";
import { parsedRegion, regionChanges } from "./region-changes";

/** A longer callout stays open, in characters: its end would be searched for at every key. */
const MAX_LENGTH = 60_000;

/** The maximum number of choices that are remembered. */
const MAX_CHOICES = 1000;

/** The longest title that is read out, in characters. */
const MAX_TITLE = 200;

/** A callout that can be folded: its title line from `from` to `titleEnd`, and the lines below it up to `to`. `isOpen`: wherever the cursor is. */
export type CalloutFold = {
  from: number;
  titleEnd: number;
  to: number;
  mark: number;
  isOpen: boolean;
  isFolded: boolean;
};

/** What the user chose for the callout whose marker is from `from` to `to`, instead of its sign of folding. */
type Choice = { from: number; to: number; isOpen: boolean };

const chooseFold = StateEffect.define<Choice>({
  map: ({ from, to, isOpen }, changes) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), isOpen }),
});

/** Opens every callout, as if each were without a sign of folding. */
const openAll = StateEffect.define<null>();

type Choices = {
  /** All callouts that the user has made no choice for since are open. */
  readonly areOpen: boolean;
  readonly of: readonly Choice[];
};

/** What the user chose for callouts. It is there in every mode, so that a tab can restore it before its text is drawn. */
export const calloutChoices = StateField.define<Choices>({
  create: () => ({ areOpen: false, of: [] }),
  update(value, { docChanged, changes, effects }) {
    let { areOpen, of: choices } = value;
    // A marker that was edited speaks for itself again.
    if (docChanged && choices.length > 0)
      choices = choices.flatMap((choice) =>
        changes.touchesRange(choice.from, choice.to - 1)
          ? []
          : [{ ...choice, from: changes.mapPos(choice.from, 1), to: changes.mapPos(choice.to, -1) }],
      );
    for (const effect of effects)
      if (effect.is(openAll)) [choices, areOpen] = [[], true];
      else if (effect.is(chooseFold))
        choices = [...choices.filter(({ from }) => from !== effect.value.from), effect.value].slice(-MAX_CHOICES);
    return choices === value.of && areOpen === value.areOpen ? value : { areOpen, of: choices };
  },
});

type CalloutFolds = {
  readonly folds: readonly CalloutFold[];
  readonly decorations: DecorationSet;
  readonly choices: Choices;
};

/** Folded callouts around the view: the title line stays, with a button. A callout that the selection is in is open. */
export const calloutFolds = StateField.define<CalloutFolds>({
  create: (state) => makeFolds(state),
  update(value, transaction) {
    const { state, startState, changes } = transaction;
    const { change, parsed } = state.field(regionChanges);
    const choices = state.field(calloutChoices);
    if (change.kind === "composed")
      return {
        folds: value.folds.map((fold) => moved(fold, changes)),
        decorations: value.decorations.map(changes),
        choices,
      };
    const isHeldAlike = state.facet(heldOpen).every((spansOf) => spansOf(state) === spansOf(startState));
    if (change.kind === "nothing" && choices === value.choices && isHeldAlike) return value;
    if (change.kind !== "lines" || !parsed || choices !== value.choices) return makeFolds(state);
    const { lines } = change;
    const found = findFolds(state, { ...parsed, range: lines }, choices);
    const others = value.folds
      .map((fold) => moved(fold, changes))
      .filter(({ from, to }) => to < lines.from || from > lines.to);
    const folds = [...others, ...found.folds].sort((one, other) => one.from - other.from);
    return {
      folds: folds.length === 0 && value.folds.length === 0 ? value.folds : folds,
      decorations: redrawn(value.decorations.map(changes), lines, found.decorations),
      choices,
    };
  },
  provide: (field) => [
    regionChanges,
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    ownFolds.of({
      fold: (view) => foldHere(view),
      unfold: (view) => unfoldHere(view),
      unfoldAll: (view) => view.dispatch({ effects: openAll.of(null) }),
    }),
  ],
});

/** The callouts around the view that can be folded, outer ones before those in them. */
export const foldableCallouts = (state: EditorState): readonly CalloutFold[] =>
  state.field(calloutFolds, false)?.folds ?? [];

/** What the user chose for callouts, as positions of their markers and whether they are open. */
export const choicesOf = (state: EditorState): [number, boolean][] =>
  (state.field(calloutChoices, false)?.of ?? []).map(({ from, isOpen }) => [from, isOpen]);

/** Effects that make these choices again, where the text still has callouts. */
export const restoreCallouts = ({ doc }: EditorState, choices: readonly [number, boolean][]): StateEffect<unknown>[] =>
  choices.slice(-MAX_CHOICES).flatMap(([from, isOpen]) => {
    const sign = from >= 0 && from < doc.length ? signAt(doc.sliceString(from, from + MAX_TITLE)) : 0;
    return sign > 0 ? [chooseFold.of({ from, to: from + sign, isOpen })] : [];
  });

/** The length of the marker at the beginning of a callout's title; 0 if there is none. */
const signAt = (title: string): number => /^\[![^\]\n]*\][+-]?/.exec(title)?.[0].length ?? 0;

/** A callout after an edit that left it as it was. */
const moved = (fold: CalloutFold, changes: ChangeDesc): CalloutFold => ({
  ...fold,
  from: changes.mapPos(fold.from),
  titleEnd: changes.mapPos(fold.titleEnd),
  to: changes.mapPos(fold.to),
  mark: changes.mapPos(fold.mark, 1),
});

function makeFolds(state: EditorState): CalloutFolds {
  const choices = state.field(calloutChoices);
  const parsed = parsedRegion(state);
  if (!parsed) return { folds: [], decorations: Decoration.none, choices };
  const { folds, decorations } = findFolds(state, parsed, choices);
  return { folds, decorations: Decoration.set(decorations, true), choices };
}

/** The callouts in a range. */
function findFolds(state: EditorState, { part, range }: ParsedRange, choices: Choices) {
  const folds: CalloutFold[] = [];
  const decorations: Range<Decoration>[] = [];
  const front = state.field(frontMatter, false) ?? 0;
  part.tree.iterate({
    from: Math.max(0, range.from - part.offset),
    to: range.to - part.offset,
    enter: (node) => {
      const [first, last] = [node.from + part.offset, node.to + part.offset];
      if (node.type.isTop) return undefined;
      if (first < Math.max(front, part.offset + part.opener.length)) return false;
      if (node.name !== "Blockquote") return ["BulletList", "OrderedList", "ListItem"].includes(node.name);
      const isCut = node.to >= part.tree.length && last < state.doc.length;
      const fold = foldOf(state, { at: first, end: isCut ? endOfQuote(state, first) : last }, choices);
      if (!fold) return undefined;
      folds.push(fold);
      const { titleEnd, isFolded } = fold;
      const isHeld = isHeldOpen(state, fold.from, fold.to);
      const widget = new CalloutFoldWidget(titleOf(state, fold), isFolded, isHeld, toggleCalloutAt);
      if (isFolded) decorations.push(Decoration.replace({ widget }).range(titleEnd, fold.to));
      else decorations.push(Decoration.widget({ widget, side: 1 }).range(titleEnd));
      // What is in hidden lines needs no buttons.
      return !isFolded;
    },
  });
  return { folds, decorations };
}

/** The end of a quote that is longer than the part around the view. */
function endOfQuote(state: EditorState, from: number): number | null {
  const part = partTree(state, state.doc.lineAt(from).from, Math.min(state.doc.length, from + MAX_LENGTH));
  if (!part) return null;
  for (let node = part.tree.resolveInner(from - part.offset, 1); node.parent; node = node.parent)
    if (node.name === "Blockquote" && node.from + part.offset === from)
      return node.to < part.tree.length ? node.to + part.offset : null;
  return null;
}

function foldOf(
  state: EditorState,
  { at, end }: { at: number; end: number | null },
  { areOpen, of: choices }: Choices,
): CalloutFold | null {
  if (end === null || end - at > MAX_LENGTH) return null;
  const title = state.doc.lineAt(at);
  const alert = alertOf(state.doc, at, end);
  const to = state.doc.lineAt(end).to;
  if (!alert?.fold || to <= title.to) return null;
  const isOpen = choices.find(({ from }) => from === alert.from)?.isOpen ?? (areOpen || alert.fold === "open");
  const isFolded = !isOpen && !isAttended(state, title.from, to) && !isHeldOpen(state, title.from, to);
  return { from: title.from, titleEnd: title.to, to, mark: alert.from, isOpen, isFolded };
}

/** The writer's own title, or the name of the type. */
function titleOf({ doc }: EditorState, { mark, titleEnd }: CalloutFold): string {
  const text = doc.sliceString(mark, Math.min(titleEnd, mark + MAX_TITLE));
  const [, type = "", own = ""] = /^\[!([^\]]*)\][+-]?[ \t]*(.*)$/.exec(text) ?? [];
  return own.trim() || calloutName(type.toLowerCase(), liveMessages.alert);
}

/** Opens a callout, or folds it and moves the cursor out of it. False if it cannot be folded, as with pending edits in it. */
function toggleCallout(view: EditorView, fold: CalloutFold, isOpen = fold.isFolded): boolean {
  const { state } = view;
  if (!isOpen && isHeldOpen(state, fold.from, fold.to)) return false;
  const { main } = state.selection;
  const isInside = isAttended(state, fold.from, fold.to) || (main.from <= fold.to && main.to >= fold.from);
  const outside = fold.to < state.doc.length ? fold.to + 1 : fold.from > 0 ? fold.from - 1 : null;
  const mustMove = !isOpen && isInside;
  // A text that is all callout has no other line for the cursor.
  if (mustMove && outside === null) return false;
  const sign = signAt(state.sliceDoc(fold.mark, fold.titleEnd)) || 1;
  view.dispatch({
    effects: chooseFold.of({ from: fold.mark, to: fold.mark + sign, isOpen }),
    ...(mustMove && outside !== null ? { selection: { anchor: outside }, userEvent: "select" } : {}),
  });
  return true;
}

/** The same for the callout whose title line is at `at`. */
export function toggleCalloutAt(view: EditorView, at: number): boolean {
  const line = view.state.doc.lineAt(at);
  const fold = foldableCallouts(view.state).find(({ from }) => from === line.from);
  return fold !== undefined && toggleCallout(view, fold);
}

/** The innermost callout that the cursor is in. */
const calloutAtCursor = ({ state }: EditorView): CalloutFold | undefined => {
  const { head } = state.selection.main;
  return foldableCallouts(state).findLast(({ from, to }) => from <= head && head <= to);
};

const foldHere: Command = (view) => {
  const fold = calloutAtCursor(view);
  return fold !== undefined && toggleCallout(view, fold, false);
};

/** The callout at the cursor is open already; it stays so when the cursor leaves. */
const unfoldHere: Command = (view) => {
  const fold = calloutAtCursor(view);
  return fold !== undefined && !fold.isOpen && toggleCallout(view, fold, true);
};
