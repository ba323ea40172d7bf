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
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { isFromOtherPeople, isGuest, isMember, memberNames } from "../../../core/review/guest";
import { GALLEY, GIT } from "../../../core/review/writer";
import type { Writer } from "../../../shared/contract";
import { trimLineBreaks } from "../text/trim-line-breaks";
import { syncMessages } from "./messages";

/** On a transaction that applies a remote change: the user did not type it. */
export const remoteWrite = Annotation.define<Writer>();

/** Whether a transaction is what others wrote. */
export const isRemoteWrite = (transaction: Transaction): boolean => transaction.annotation(remoteWrite) !== undefined;

/** How long the changed lines are highlighted, in milliseconds; the style sheet fades them within it. */
export const GLOW = 2500;

/** The maximum number of lines that are highlighted for one change. */
const MAX_LINES = 2000;

/** Marks the undo step of a remote change, and its undo and redo. */
const writeStep = StateEffect.define<null>();

const glowOver = StateEffect.define<Writer>();

const glowing = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(glow, transaction) {
    let marks = glow.map(transaction.changes);
    const by = transaction.annotation(remoteWrite);
    if (by || isWriteUndone(transaction)) marks = withoutGlow(marks, transaction);
    if (by) marks = marks.update({ add: glowOf(transaction.state, transaction.changes, by), sort: true });
    for (const effect of transaction.effects) {
      if (effect.is(glowOver)) marks = marks.update({ filter: (_from, _to, mark) => mark.spec.by !== effect.value });
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Whether the user undid or redid a remote change. */
const isWriteUndone = ({ effects, changes }: Transaction): boolean =>
  !changes.empty && effects.some((effect) => effect.is(writeStep));

/** Removes earlier highlights from the changed lines. */
function withoutGlow(marks: DecorationSet, { state, changes }: Transaction): DecorationSet {
  const changed = new Set(changedLines(state, changes));
  return marks.update({ filter: (from) => !changed.has(from) });
}

function glowOf(state: EditorState, changes: ChangeSet, by: Writer) {
  const label = writerName(by);
  return changedLines(state, changes).map((from, index) =>
    Decoration.line({
      class: isFromOtherPeople(by) ? "cm-changed-line cm-from-others" : "cm-changed-line",
      attributes: index === 0 ? { "data-writer": label, "data-kind": by.kind } : { "data-kind": by.kind },
      by,
    }).range(from),
  );
}

/** The starts of the lines that a change touched, in the text after it. */
function changedLines(state: EditorState, changes: ChangeSet): number[] {
  const starts: number[] = [];
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    const doc = state.doc;
    const { from, to } = trimLineBreaks(doc, { from: fromB, to: toB });
    // A range that ends with its line break does not change the next line.
    const end = to > from && doc.sliceString(to - 1, to) === "\n" ? to - 1 : to;
    const last = doc.lineAt(end).number;
    for (let n = doc.lineAt(from).number; n <= last && starts.length < MAX_LINES; n++) {
      const start = doc.line(n).from;
      if (start !== starts.at(-1)) starts.push(start);
    }
  });
  return starts;
}

/** The number of changed lines as announced to the user; at least one. */
export function countChangedLines(before: EditorState, changes: ChangeSet): number {
  let lines = 0;
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const removed = before.doc.lineAt(toA).number - before.doc.lineAt(fromA).number;
    lines += Math.max(removed, inserted.lines - 1, 1);
  });
  return Math.max(1, lines);
}

/**
 * The transaction of a remote change, which moves neither cursor nor scroll position. It is an undo step of its own, unless it is from other people: theirs is
 * not this user's to undo, since that would take it away from all.
 */
export function remoteTransaction(changes: ChangeSet, by: Writer, ...effects: StateEffect<unknown>[]): TransactionSpec {
  if (isFromOtherPeople(by))
    return { changes, effects, annotations: [remoteWrite.of(by), Transaction.addToHistory.of(false)] };
  return {
    changes,
    effects: [writeStep.of(null), ...effects],
    annotations: [remoteWrite.of(by), isolateHistory.of("full")],
  };
}

/** The name of a writer as shown to the user; an external program has none, and is called `unknown`. */
export function writerName(by: Writer, unknown = syncMessages.anotherProgram): string {
  // Main's name for the user is English, for agents to read.
  if (by.kind === "you") return syncMessages.you;
  if (by.kind === "program" && ([GIT.name, GALLEY.name].includes(by.name) || isGuest(by))) return by.name;
  if (isMember(by)) return memberNames(by) ?? syncMessages.sharedFolder;
  return by.kind === "program" || by.name === "" ? unknown : by.name;
}

/** Ends the highlight of one change; `by` must be the object that annotated its transaction. */
export const endGlow = (by: Writer): TransactionSpec => ({ effects: glowOver.of(by) });

/** The part of CodeMirror's undo steps that is used here. It is not documented. */
type Step = {
  /**
   * The changes of undoing or redoing it. Only the first step of a branch can have none: then it holds selections only.
   */
  changes?: ChangeSet;
  /** In the text after `changes`. */
  effects: readonly StateEffect<unknown>[];
  /** Later changes through which the steps below have not been mapped yet. */
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
 * Rebases the redo steps over a remote change. CodeMirror's own mapping treats the positions of effects as positions
 * before the step, but they are positions after it.
 */
function rebaseRedo(undone: readonly Step[], write: ChangeDesc): Step[] {
  const steps: Step[] = [];
  let way = write;
  for (const step of undone.toReversed()) {
    const selectionsAfter = step.selectionsAfter.map((selection) => selection.map(way));
    // Keep the prototype with its methods.
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
    // Drop steps whose text the change has deleted.
    if (!next.changes.empty || next.effects.length > 0) steps.push(next);
  }
  return steps.reverse();
}

/**
 * A new undo step normally clears the redo steps. A remote change is a step and must not, because the user did not act.
 * So the redo steps are rebased and put back into the history value that the change created and that nothing else has
 * seen yet. They come after the redo of the change itself, if that is undone. Other history implementations are left
 * alone.
 */
function keepRedo({ startState, state, changes }: Transaction): void {
  const [before, after] = [historyIn(startState), historyIn(state)];
  if (before === null || after === null || before === after || before.undone.length === 0) return;
  after.undone = rebaseRedo(before.undone, changes.desc);
}

/** Keeps redo steps across remote changes. */
const redoKeeper = StateField.define<null>({
  create: () => null,
  update(_, transaction) {
    const by = transaction.annotation(remoteWrite);
    if (by && !isFromOtherPeople(by) && !transaction.changes.empty) keepRedo(transaction);
    return null;
  },
});

/** Highlights remote changes, keeps each as an undo step of its own, and scrolls to what undoing one changes. */
export function remoteChanges(): Extension {
  return [
    glowing,
    redoKeeper,
    invertedEffects.of((transaction) => transaction.effects.filter((effect) => effect.is(writeStep))),
    EditorView.updateListener.of((update) => {
      for (const transaction of update.transactions) {
        const isStep = transaction.effects.some((effect) => effect.is(writeStep));
        if (!isStep || transaction.annotation(remoteWrite) || transaction.changes.empty) continue;
        let first = -1;
        transaction.changes.iterChangedRanges((_fromA, _toA, from) => {
          if (first < 0) first = from;
        });
        const at = Math.min(first, update.state.doc.length);
        // After the update: the history has scrolled to the cursor, which may be far from the undone text.
        queueMicrotask(() => {
          if (update.view.state === update.state)
            update.view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 48 }) });
        });
      }
    }),
  ];
}
