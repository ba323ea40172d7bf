import {
  type ChangeSet,
  type EditorState,
  StateEffect,
  StateField,
  type Text,
  type TransactionSpec,
} from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type { LineRange } from "../../core/text/line-ranges";
import { type LineMover, lineMoverOver } from "../../core/text/move-line-ranges";
import type { Events, Reading } from "../../shared/contract";
import { toChanges } from "./change-sets";
import type { Synchroniser } from "./synchroniser";

const showReadings = StateEffect.define<readonly Reading[]>();

/** The effect that shows read ranges in an editor attached later. */
export const shownReadings = (readings: readonly Reading[]): StateEffect<unknown> => showReadings.of(readings);

/** What agents have read, by lines of the current text. A line that is changed no longer counts as read. */
export const readingsField = StateField.define<readonly Reading[]>({
  create: () => [],
  update(readings, transaction) {
    for (const effect of transaction.effects) if (effect.is(showReadings)) return effect.value;
    if (!transaction.docChanged || readings.length === 0) return readings;
    return moved(readings, lineMoverOf(transaction.startState.doc, transaction.changes));
  },
});

/** Maps line numbers of an editor's text through its changes. */
function lineMoverOf(before: Text, changes: ChangeSet): LineMover {
  const lineAt = (at: number) => before.lineAt(at);
  return lineMoverOver(
    {
      lineNumbersOf: (places) => places.map((at) => lineAt(at).number),
      isLineStart: (at) => lineAt(at).from === at,
      isLineEnd: (at) => lineAt(at).to === at,
    },
    toChanges(changes),
  );
}

/** Returns the same list if nothing has moved. */
function moved(readings: readonly Reading[], move: LineMover): readonly Reading[] {
  const after = readings.map((reading) => {
    const lines = move(reading.lines);
    return isSame(lines, reading.lines) ? reading : { ...reading, lines };
  });
  if (after.every((reading, index) => reading === readings[index])) return readings;
  return after.filter(({ lines }) => lines.length > 0);
}

const isSame = (a: readonly LineRange[], b: readonly LineRange[]) =>
  a.length === b.length && a.every(({ from, to }, index) => from === b[index]?.from && to === b[index]?.to);

/**
 * Maps the read ranges that main reports to the text in the editors. A report may be about a version that is not here
 * yet.
 */
export class ToldReadings {
  readonly #readings = atom<readonly Reading[]>([]);
  #told: Events["document:readings"] | null = null;
  readonly #sync: Pick<Synchroniser, "base" | "unsaved">;
  readonly #dispatch: (spec: TransactionSpec) => void;

  constructor(sync: Pick<Synchroniser, "base" | "unsaved">, dispatch: (spec: TransactionSpec) => void) {
    this.#sync = sync;
    this.#dispatch = dispatch;
  }

  /** By lines of the text in the editors. */
  get $readings(): ReadableAtom<readonly Reading[]> {
    return this.#readings;
  }

  /** Whether there is a report about a version that the text is not at. */
  get isWaiting(): boolean {
    return this.#told !== null;
  }

  heard(told: Events["document:readings"]): void {
    this.#told = told;
    this.settle();
  }

  /** Call this when the text may have reached another version. */
  settle(): void {
    const told = this.#told;
    const { version, text } = this.#sync.base;
    if (told?.version !== version) return;
    this.#told = null;
    this.#dispatch({ effects: showReadings.of(moved(told.readings, lineMoverOf(text, this.#sync.unsaved))) });
  }

  /** Call this after each transaction. */
  happened(state: EditorState): void {
    const now = state.field(readingsField);
    if (now !== this.#readings.get()) this.#readings.set(now);
  }
}
