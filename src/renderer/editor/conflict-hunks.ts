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
import { bothTexts } from "../../core/text/both-texts";
import { type Choice, grownSpan, keptSpan, type ShownConflict } from "./conflict";
import { CHOICES, HunkWidget } from "./hunk-widget";
import { seenAsSource } from "./live/attention";
import { written } from "./remote-changes";

/** Replaces the visible conflicts. */
export const showConflicts = StateEffect.define<readonly ShownConflict[]>();

/** The user has resolved a conflict. */
export const settled = StateEffect.define<ShownConflict>({ map: mapShown });

/** The resolution of a conflict was undone. */
export const reopened = StateEffect.define<ShownConflict>({ map: mapShown });

function mapShown(conflict: ShownConflict, changes: Parameters<typeof grownSpan>[1]): ShownConflict {
  return grownSpan(conflict, changes);
}

/** Effects that unfold everything that would hide these conflicts, after `changes`. */
export function unfolding(
  state: EditorState,
  changes: ChangeDesc,
  conflicts: readonly ShownConflict[],
): StateEffect<unknown>[] {
  const effects: StateEffect<unknown>[] = [];
  foldedRanges(state).between(0, state.doc.length, (first, last) => {
    const fold = { from: changes.mapPos(first, 1), to: changes.mapPos(last, -1) };
    if (conflicts.some(({ from, to }) => from <= fold.to && to >= fold.from)) effects.push(unfoldEffect.of(fold));
  });
  return effects;
}

/** The open conflicts, in order. */
export const shownConflicts = StateField.define<readonly ShownConflict[]>({
  create: () => [],
  update(shown, transaction) {
    let next = shown;
    if (transaction.docChanged && shown.length > 0) {
      const map = transaction.annotation(written) ? keptSpan : grownSpan;
      next = shown.map((conflict) => map(conflict, transaction.changes));
    }
    for (const effect of transaction.effects) {
      if (effect.is(showConflicts)) next = effect.value;
      else if (effect.is(settled)) next = next.filter(({ id }) => id !== effect.value.id);
      else if (effect.is(reopened) && !next.some(({ id }) => id === effect.value.id))
        next = [...next, effect.value].sort((a, b) => a.from - b.from);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.compute([field, "doc"], (state) => decorate(state, state.field(field))),
});

/** The conflict that contains or touches the cursor, or else one in its line; null if there is none. */
export function conflictAtCursor(state: EditorState): ShownConflict | null {
  const { head } = state.selection.main;
  const shown = state.field(shownConflicts);
  const inside = shown.find(({ from, to }) => head >= from && head <= to);
  if (inside) return inside;
  const line = state.doc.lineAt(head);
  return shown.find(({ from, to }) => from <= line.to && to >= line.from) ?? null;
}

/** The transaction that resolves a conflict, as one undoable step. */
export function settling(state: EditorState, conflict: ShownConflict, choice: Choice): TransactionSpec {
  const { from, to, theirs } = conflict;
  const mine = state.doc.sliceString(from, to);
  const around = {
    startsLine: from === state.doc.lineAt(from).from,
    endsLine: to === state.doc.lineAt(to).to,
  };
  const insert = choice === "mine" ? mine : choice === "theirs" ? theirs : bothTexts(mine, theirs, around);
  return {
    ...(insert === mine ? {} : { changes: { from, to, insert: state.toText(insert) } }),
    effects: settled.of({ ...conflict, to: from + insert.length }),
    annotations: isolateHistory.of("full"),
    userEvent: `conflict.${choice}`,
  };
}

/** Resolves a conflict and moves the cursor to the next one; if there is none, it stays in the text. */
function settle(view: EditorView, id: number, choice: Choice): boolean {
  const conflict = view.state.field(shownConflicts).find((each) => each.id === id);
  if (!conflict) return false;
  view.dispatch(settling(view.state, conflict, choice));
  const next = view.state.field(shownConflicts)[0];
  view.focus();
  if (next) goTo(view, next);
  return true;
}

/** Resolves the conflict at the cursor; otherwise goes to the next one, so that nothing is resolved unseen. */
const byKey = (choice: Choice) => (view: EditorView) => {
  const conflict = conflictAtCursor(view.state);
  if (conflict) return settle(view, conflict.id, choice);
  const shown = view.state.field(shownConflicts);
  const next = shown.find(({ from }) => from >= view.state.selection.main.head) ?? shown[0];
  if (next) goTo(view, next);
  return next !== undefined;
};

function goTo(view: EditorView, { from }: ShownConflict): void {
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
}

/** Shows the conflicts with the buttons that resolve them; Alt+1, Alt+2 and Alt+3 resolve the one at the cursor. */
export function conflictHunks(): Extension {
  return [
    shownConflicts,
    seenAsSource.of((state) => state.field(shownConflicts)),
    invertedEffects.of((transaction) => {
      const back: StateEffect<unknown>[] = [];
      for (const effect of transaction.effects) {
        if (effect.is(settled)) {
          // Undo restores the range that the conflict had before it was resolved.
          const before = transaction.startState.field(shownConflicts).find(({ id }) => id === effect.value.id);
          if (before) back.push(reopened.of(before));
        } else if (effect.is(reopened)) back.push(settled.of(effect.value));
      }
      return back;
    }),
    Prec.high(keymap.of(CHOICES.map((choice, index) => ({ key: `Alt-${index + 1}`, run: byKey(choice) })))),
  ];
}

function decorate(state: EditorState, shown: readonly ShownConflict[]): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const conflict of shown) {
    const to = Math.min(conflict.to, state.doc.length);
    const from = Math.min(conflict.from, to);
    if (from < to) marks.push(Decoration.mark({ class: "cm-conflict-mine", inclusive: true }).range(from, to));
    // A range of whole lines ends with a line break: show the widget below its last line, not below the next one.
    const end = to > from && state.doc.sliceString(to - 1, to) === "\n" ? to - 1 : to;
    const widget = new HunkWidget(conflict, state.doc.sliceString(from, to), settle);
    marks.push(Decoration.widget({ widget, block: true, side: 1 }).range(state.doc.lineAt(end).to));
  }
  return Decoration.set(marks, true);
}
