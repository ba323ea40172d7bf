import {
  type ChangeSet,
  type EditorState,
  StateEffect,
  StateField,
  type Text,
  type TransactionSpec,
} from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type { LineRange } from "../../../core/text/line-ranges";
import { type LineMover, lineMoverOver } from "../../../core/text/move-line-ranges";
import type { Events, ReadRange } from "../../../shared/contract";
import type { Synchroniser } from "../sync/synchroniser";
import { toChanges } from "../text/change-sets";

const setReadRanges = StateEffect.define<readonly ReadRange[]>();

/** The effect that shows read ranges in an editor attached later. */
export const showReadRanges = (readRanges: readonly ReadRange[]): StateEffect<unknown> => setReadRanges.of(readRanges);

/** What agents have read, by lines of the current text. A line that is changed no longer counts as read. */
export const readRangesField = StateField.define<readonly ReadRange[]>({
  create: () => [],
  update(readRanges, transaction) {
    for (const effect of transaction.effects) if (effect.is(setReadRanges)) return effect.value;
    if (!transaction.docChanged || readRanges.length === 0) return readRanges;
    return moved(readRanges, lineMoverOf(transaction.startState.doc, transaction.changes));
  },
});

/** Maps line numbers of an editor's text through its changes. */
function lineMoverOf(before: Text, changes: ChangeSet): LineMover {
  const lineAt = (at: number) => before.lineAt(at);
  return lineMoverOver(
    {
      lineNumbersOf: (positions) => positions.map((at) => lineAt(at).number),
      isLineStart: (at) => lineAt(at).from === at,
      isLineEnd: (at) => lineAt(at).to === at,
    },
    toChanges(changes),
  );
}

/** Returns the same list if nothing has moved. */
function moved(readRanges: readonly ReadRange[], move: LineMover): readonly ReadRange[] {
  const after = readRanges.map((entry) => {
    const lines = move(entry.lines);
    return isSame(lines, entry.lines) ? entry : { ...entry, lines };
  });
  if (after.every((entry, index) => entry === readRanges[index])) return readRanges;
  return after.filter(({ lines }) => lines.length > 0);
}

const isSame = (a: readonly LineRange[], b: readonly LineRange[]) =>
  a.length === b.length && a.every(({ from, to }, index) => from === b[index]?.from && to === b[index]?.to);

/**
 * Maps the read ranges that main reports to the text in the editors. A report may be about a version that is not here
 * yet.
 */
export class ReadRangesClient {
  readonly #readRanges = atom<readonly ReadRange[]>([]);
  #received: Events["document:readings"] | null = null;
  readonly #sync: Pick<Synchroniser, "base" | "unsaved">;
  readonly #dispatch: (spec: TransactionSpec) => void;

  constructor(sync: Pick<Synchroniser, "base" | "unsaved">, dispatch: (spec: TransactionSpec) => void) {
    this.#sync = sync;
    this.#dispatch = dispatch;
  }

  /** By lines of the text in the editors. */
  get $readRanges(): ReadableAtom<readonly ReadRange[]> {
    return this.#readRanges;
  }

  /** Whether there is a report about a version that the text is not at. */
  get hasUnapplied(): boolean {
    return this.#received !== null;
  }

  handleEvent(event: Events["document:readings"]): void {
    this.#received = event;
    this.applyReceived();
  }

  /** Call this when the text may have reached another version. */
  applyReceived(): void {
    const received = this.#received;
    const { version, text } = this.#sync.base;
    if (received?.version !== version) return;
    this.#received = null;
    this.#dispatch({ effects: setReadRanges.of(moved(received.ranges, lineMoverOf(text, this.#sync.unsaved))) });
  }

  /** Call this after each transaction. */
  handleTransaction(state: EditorState): void {
    const now = state.field(readRangesField);
    if (now !== this.#readRanges.get()) this.#readRanges.set(now);
  }
}
