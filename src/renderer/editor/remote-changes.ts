import { historyField, invertedEffects, isolateHistory } from "@codemirror/commands";
import {
  Annotation,
  type ChangeDesc,
  type ChangeSet,
  type EditorSelection,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Writer } from "../../shared/contract";
import { canvasWords } from "./messages";
import { withoutBreaks } from "./without-breaks";

/** On a transaction that brings somebody else's write: the person did not type it. */
export const written = Annotation.define<Writer>();

/** How long the lines of a write glow, in milliseconds; the style sheet fades them within it. */
export const GLOW = 2500;

/** A glow for more lines than this would be the whole page: the rest stays calm. */
const MOST_LINES = 2000;

/** Marks the history's step of a write, and so its undoing. */
const stepOfWrite = StateEffect.define<null>();

const glowOver = StateEffect.define<Writer>();

const glowing = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(glow, transaction) {
    let marks = glow.map(transaction.changes);
    const by = transaction.annotation(written);
    if (by || isUndoneWrite(transaction)) marks = withoutGlow(marks, transaction);
    if (by) marks = marks.update({ add: glowOf(transaction.state, transaction.changes, by), sort: true });
    for (const effect of transaction.effects) {
      if (effect.is(glowOver)) marks = marks.update({ filter: (_from, _to, mark) => mark.spec.by !== effect.value });
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Whether the user undid or redid somebody's write. */
const isUndoneWrite = ({ effects, changes }: Transaction): boolean =>
  !changes.empty && effects.some((effect) => effect.is(stepOfWrite));

/** The lines that a change is in no longer glow for the writes before it. */
function withoutGlow(marks: DecorationSet, { state, changes }: Transaction): DecorationSet {
  const changed = new Set(changedLines(state, changes));
  return marks.update({ filter: (from) => !changed.has(from) });
}

/** Whose write glows between `from` and `to`, if anybody's does. */
export function glowIn(state: EditorState, from: number, to: number): Writer | null {
  let by: Writer | null = null;
  state.field(glowing, false)?.between(from, to, (_from, _to, mark) => {
    by = mark.spec.by;
    return false;
  });
  return by;
}

/** Whether anything glows otherwise than before. */
export const isGlowChanged = (before: EditorState, after: EditorState): boolean =>
  before.field(glowing, false) !== after.field(glowing, false);

function glowOf(state: EditorState, changes: ChangeSet, by: Writer) {
  const label = nameOf(by);
  return changedLines(state, changes).map((from, index) =>
    Decoration.line({
      class: "cm-changed-line",
      attributes: index === 0 ? { "data-writer": label, "data-kind": by.kind } : { "data-kind": by.kind },
      by,
    }).range(from),
  );
}

/** Where the lines begin that a write changed, in the text after it. */
function changedLines(state: EditorState, changes: ChangeSet): number[] {
  const starts: number[] = [];
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    const doc = state.doc;
    const { from, to } = withoutBreaks(doc, { from: fromB, to: toB });
    // A span that ends with its line break does not change the line after it.
    const end = to > from && doc.sliceString(to - 1, to) === "\n" ? to - 1 : to;
    const last = doc.lineAt(end).number;
    for (let n = doc.lineAt(from).number; n <= last && starts.length < MOST_LINES; n++) {
      const start = doc.line(n).from;
      if (start !== starts.at(-1)) starts.push(start);
    }
  });
  return starts;
}

/** How many lines a write changed, as it is told to the person; at least one. */
export function countChangedLines(before: EditorState, changes: ChangeSet): number {
  let lines = 0;
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const removed = before.doc.lineAt(toA).number - before.doc.lineAt(fromA).number;
    lines += Math.max(removed, inserted.lines - 1, 1);
  });
  return Math.max(1, lines);
}

/** The transaction that brings a write: one step of its own in the history, moving neither cursor nor scroll. */
export function bringing(changes: ChangeSet, by: Writer, ...effects: StateEffect<unknown>[]): TransactionSpec {
  return {
    changes,
    effects: [stepOfWrite.of(null), ...effects],
    annotations: [written.of(by), isolateHistory.of("full")],
  };
}

/** What the person sees of a writer. */
export function nameOf(by: Writer): string {
  // What main calls the person is English, for agents to read.
  if (by.kind === "you") return canvasWords.you;
  return by.kind === "program" || by.name === "" ? canvasWords.anotherProgram : by.name;
}

/** Ends the glow of one write; the object is the one its transaction was annotated with. */
export const endGlow = (by: Writer): TransactionSpec => ({ effects: glowOver.of(by) });

/** A step of the library's history as far as it is used here; nothing of it is documented. */
type Step = {
  /** What undoing or redoing it does to the text. Only the first one of a branch may have none: then it has selections alone. */
  changes?: ChangeSet;
  /** In the text after `changes`. */
  effects: readonly StateEffect<unknown>[];
  /** What was written since, which the steps below it have yet to be brought over. */
  mapped?: ChangeDesc | undefined;
  startSelection?: EditorSelection;
  selectionsAfter: readonly EditorSelection[];
};
type History = { undone: readonly Step[] };

const historyIn = (state: EditorState): History | null => {
  const value: unknown = state.field(historyField, false);
  return typeof value === "object" && value !== null && "undone" in value ? (value as History) : null;
};

/**
 * What can be redone, by the text with a write in it. The library's own way takes positions of effects for those of the text before a
 * step, where they are of the one after it.
 */
function afterWrite(undone: readonly Step[], write: ChangeDesc): Step[] {
  const steps: Step[] = [];
  let way = write;
  for (const step of undone.toReversed()) {
    const selectionsAfter = step.selectionsAfter.map((selection) => selection.map(way));
    // With its methods.
    const next: Step = Object.assign(Object.create(Object.getPrototypeOf(step)), step, { selectionsAfter });
    if (step.changes === undefined) {
      steps.push(next);
      break;
    }
    const below = way.mapDesc(step.changes, true);
    next.changes = step.changes.map(way);
    next.effects = StateEffect.mapEffects(step.effects, below);
    if (step.startSelection) next.startSelection = step.startSelection.map(below);
    way = step.mapped ? step.mapped.composeDesc(below) : below;
    next.mapped = undefined;
    // Of what the write took away there is nothing to redo.
    if (!next.changes.empty || next.effects.length > 0) steps.push(next);
  }
  return steps.reverse();
}

/**
 * A step of the history ends what can be redone. A write is a step, and must not: the user did not leave what they had undone. So
 * what could be redone is put back into the history that the write has made, which nobody else has yet, by the text with the write
 * in it. It comes after the redo of the write itself, where that is undone. With another history nothing is kept, as ever.
 */
function keepUndone({ startState, state, changes }: Transaction): void {
  const [before, after] = [historyIn(startState), historyIn(state)];
  if (before === null || after === null || before === after || before.undone.length === 0) return;
  after.undone = afterWrite(before.undone, changes.desc);
}

/** What could be redone before a write can be redone after it. */
const redoKept = StateField.define<null>({
  create: () => null,
  update(_, transaction) {
    if (transaction.annotation(written) && !transaction.changes.empty) keepUndone(transaction);
    return null;
  },
});

/** Shows writes as they come, keeps each as a step of its own, and brings into view what undoing one changes. */
export function remoteWrites(): Extension {
  return [
    glowing,
    redoKept,
    invertedEffects.of((transaction) => transaction.effects.filter((effect) => effect.is(stepOfWrite))),
    EditorView.updateListener.of((update) => {
      for (const transaction of update.transactions) {
        const isStep = transaction.effects.some((effect) => effect.is(stepOfWrite));
        if (!isStep || transaction.annotation(written) || transaction.changes.empty) continue;
        let first = -1;
        transaction.changes.iterChangedRanges((_fromA, _toA, from) => {
          if (first < 0) first = from;
        });
        const at = Math.min(first, update.state.doc.length);
        // After the update: the history has scrolled to the cursor, which may be far from what was undone.
        queueMicrotask(() => {
          if (update.view.state === update.state)
            update.view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 48 }) });
        });
      }
    }),
  ];
}
