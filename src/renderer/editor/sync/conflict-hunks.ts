import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { foldedRanges, unfoldEffect } from "@codemirror/language";
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  Prec,
  type Range,
  StateEffect,
  StateField,
  type TransactionSpec,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";
import { joinTexts } from "../../../core/text/join-texts";
import { seenAsSource } from "../text/attention";
import { type Choice, fixedRange, growingRange, type VisibleConflict } from "./conflict";
import { CHOICES, HunkWidget } from "./hunk-widget";
import { remoteWrite } from "./remote-changes";

/** Replaces the visible conflicts. */
export const setConflicts = StateEffect.define<readonly VisibleConflict[]>();

/** The user has resolved a conflict. */
export const conflictResolved = StateEffect.define<VisibleConflict>({ map: mapConflict });

/** The resolution of a conflict was undone. */
export const conflictReopened = StateEffect.define<VisibleConflict>({ map: mapConflict });

function mapConflict(conflict: VisibleConflict, changes: Parameters<typeof growingRange>[1]): VisibleConflict {
  return growingRange(conflict, changes);
}

/** Effects that unfold everything that would hide these conflicts, after `changes`. */
export function unfoldEffects(
  state: EditorState,
  changes: ChangeDesc,
  conflicts: readonly VisibleConflict[],
): StateEffect<unknown>[] {
  const effects: StateEffect<unknown>[] = [];
  foldedRanges(state).between(0, state.doc.length, (first, last) => {
    const fold = { from: changes.mapPos(first, 1), to: changes.mapPos(last, -1) };
    if (conflicts.some(({ from, to }) => from <= fold.to && to >= fold.from)) effects.push(unfoldEffect.of(fold));
  });
  return effects;
}

/** The open conflicts, in order. */
export const visibleConflicts = StateField.define<readonly VisibleConflict[]>({
  create: () => [],
  update(visible, transaction) {
    let next = visible;
    if (transaction.docChanged && visible.length > 0) {
      const map = transaction.annotation(remoteWrite) ? fixedRange : growingRange;
      next = visible.map((conflict) => map(conflict, transaction.changes));
    }
    for (const effect of transaction.effects) {
      if (effect.is(setConflicts)) next = effect.value;
      else if (effect.is(conflictResolved)) next = next.filter(({ id }) => id !== effect.value.id);
      else if (effect.is(conflictReopened) && !next.some(({ id }) => id === effect.value.id))
        next = [...next, effect.value].sort((a, b) => a.from - b.from);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.compute([field, "doc"], (state) => decorate(state, state.field(field))),
});

/** The conflict that contains or touches the cursor, or else one in its line; null if there is none. */
export function conflictAtCursor(state: EditorState): VisibleConflict | null {
  const { head } = state.selection.main;
  const visible = state.field(visibleConflicts);
  const inside = visible.find(({ from, to }) => head >= from && head <= to);
  if (inside) return inside;
  const line = state.doc.lineAt(head);
  return visible.find(({ from, to }) => from <= line.to && to >= line.from) ?? null;
}

/** The transaction that resolves a conflict, as one undoable step. */
export function resolveTransaction(state: EditorState, conflict: VisibleConflict, choice: Choice): TransactionSpec {
  const { from, to, theirs } = conflict;
  const mine = state.doc.sliceString(from, to);
  const lineContext = {
    startsLine: from === state.doc.lineAt(from).from,
    endsLine: to === state.doc.lineAt(to).to,
  };
  const insert = choice === "mine" ? mine : choice === "theirs" ? theirs : joinTexts(mine, theirs, lineContext);
  return {
    ...(insert === mine ? {} : { changes: { from, to, insert: state.toText(insert) } }),
    effects: conflictResolved.of({ ...conflict, to: from + insert.length }),
    annotations: isolateHistory.of("full"),
    userEvent: `conflict.${choice}`,
  };
}

/** Resolves a conflict and moves the cursor to the next one; if there is none, it stays in the text. */
function resolve(view: EditorView, id: number, choice: Choice): boolean {
  const conflict = view.state.field(visibleConflicts).find((each) => each.id === id);
  if (!conflict) return false;
  view.dispatch(resolveTransaction(view.state, conflict, choice));
  const next = view.state.field(visibleConflicts)[0];
  view.focus();
  if (next) revealConflict(view, next);
  return true;
}

/** Resolves the conflict at the cursor; otherwise goes to the next one, so that nothing is resolved unseen. */
const resolveByKey = (choice: Choice) => (view: EditorView) => {
  const conflict = conflictAtCursor(view.state);
  if (conflict) return resolve(view, conflict.id, choice);
  const visible = view.state.field(visibleConflicts);
  const next = visible.find(({ from }) => from >= view.state.selection.main.head) ?? visible[0];
  if (next) revealConflict(view, next);
  return next !== undefined;
};

function revealConflict(view: EditorView, { from }: VisibleConflict): void {
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
}

/** Shows the conflicts with the buttons that resolve them; Alt+1, Alt+2 and Alt+3 resolve the one at the cursor. */
export function conflictHunks(): Extension {
  return [
    visibleConflicts,
    seenAsSource.of((state) => state.field(visibleConflicts)),
    invertedEffects.of((transaction) => {
      const inverse: StateEffect<unknown>[] = [];
      for (const effect of transaction.effects) {
        if (effect.is(conflictResolved)) {
          // Undo restores the range that the conflict had before it was resolved.
          const before = transaction.startState.field(visibleConflicts).find(({ id }) => id === effect.value.id);
          if (before) inverse.push(conflictReopened.of(before));
        } else if (effect.is(conflictReopened)) inverse.push(conflictResolved.of(effect.value));
      }
      return inverse;
    }),
    Prec.high(keymap.of(CHOICES.map((choice, index) => ({ key: `Alt-${index + 1}`, run: resolveByKey(choice) })))),
  ];
}

function decorate(state: EditorState, visible: readonly VisibleConflict[]): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const conflict of visible) {
    const to = Math.min(conflict.to, state.doc.length);
    const from = Math.min(conflict.from, to);
    if (from < to) marks.push(Decoration.mark({ class: "cm-conflict-mine", inclusive: true }).range(from, to));
    // A range of whole lines ends with a line break: show the widget below its last line, not below the next one.
    const end = to > from && state.doc.sliceString(to - 1, to) === "\n" ? to - 1 : to;
    const widget = new HunkWidget(conflict, state.doc.sliceString(from, to), resolve);
    marks.push(Decoration.widget({ widget, block: true, side: 1 }).range(state.doc.lineAt(end).to));
  }
  return Decoration.set(marks, true);
}
