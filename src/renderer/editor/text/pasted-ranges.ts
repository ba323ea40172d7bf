import type { ChangeSet, EditorState, Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { TextRange } from "../../../core/review/writer";

/** Shorter pastes are not told apart from typing. */
const MIN_LENGTH = 20;
/** In a longer text it is not looked for whether it had the pasted words before. */
const MAX_SEARCHED = 2_000_000;
const MAX_RANGES = 1000;
/** The total length of the pasted texts that are recognised when undo or redo inserts them again. */
const MAX_REMEMBERED = 1_000_000;

/** What was copied last in an editor of this window: pasted again, it is the user's own. */
let copied = "";

/** Notes what is copied and cut. */
export const notesCopied: Extension = EditorView.domEventHandlers({
  copy: (_event, view) => noteCopied(view.state),
  cut: (_event, view) => noteCopied(view.state),
});

function noteCopied(state: EditorState): false {
  copied = state.selection.ranges.map(({ from, to }) => state.sliceDoc(from, to)).join("\n");
  return false;
}

/** Follows what was pasted from elsewhere into the unsaved text, until it is stored with a version. */
export class PastedRanges {
  #ranges: { from: number; to: number; isSent: boolean }[] = [];
  /** What was pasted, the newest first. */
  #texts: string[] = [];

  /** Call this for each change of the text, whoever made it. */
  handle(transaction: Transaction): void {
    const { changes } = transaction;
    if (this.#ranges.length > 0) this.#ranges = this.#ranges.flatMap((range) => moved(range, changes));
    const isPaste = transaction.isUserEvent("input.paste") || transaction.isUserEvent("input.drop");
    const isUndone = transaction.isUserEvent("undo") || transaction.isUserEvent("redo");
    if (!isPaste && !(isUndone && this.#texts.length > 0)) return;
    changes.iterChanges((_fromA, _toA, from, to, inserted) => {
      if (to - from < MIN_LENGTH) return;
      const text = inserted.toString();
      if (isUndone) this.#addPastedBefore(text, from);
      else if (!isOwn(text, transaction.startState)) {
        this.#ranges.push({ from, to, isSent: false });
        this.#remember(text);
      }
    });
    this.#ranges = this.#ranges.sort((a, b) => a.from - b.from).slice(0, MAX_RANGES);
  }

  #remember(text: string): void {
    const texts = [text, ...this.#texts.filter((other) => other !== text)];
    let length = texts.reduce((sum, each) => sum + each.length, 0);
    while (length > MAX_REMEMBERED) length -= texts.pop()?.length ?? length;
    this.#texts = texts;
  }

  /** Undo and redo insert pasted text again, alone or with what was typed around it in the same step. */
  #addPastedBefore(text: string, start: number): void {
    for (const pasted of this.#texts) {
      const at = text.indexOf(pasted);
      if (at < 0) continue;
      this.#ranges.push({ from: start + at, to: start + at + pasted.length, isSent: false });
      return;
    }
  }

  /** The ranges as they are, for a version; `stored`: it has them. */
  forVersion(): { ranges: TextRange[] | undefined; stored(): void } {
    if (this.#ranges.length === 0) return { ranges: undefined, stored() {} };
    for (const range of this.#ranges) range.isSent = true;
    return {
      ranges: this.#ranges.map(({ from, to }) => [from, to]),
      stored: () => {
        this.#ranges = this.#ranges.filter(({ isSent }) => !isSent);
      },
    };
  }
}

/** Whether the text was copied here, or is in the document already. */
const isOwn = (text: string, { doc }: EditorState): boolean =>
  (copied !== "" && copied.includes(text.trim())) ||
  (doc.length <= MAX_SEARCHED && doc.toString().includes(text.trim()));

/** What is left of a range after changes: what they insert in it is not part of it. */
function moved<R extends { from: number; to: number }>(range: R, changes: ChangeSet): R[] {
  const left: R[] = [];
  let at = range.from;
  const keep = (to: number) => {
    const [from, end] = [changes.mapPos(at, 1), changes.mapPos(to, -1)];
    if (at < to && from < end) left.push({ ...range, from, to: end });
  };
  changes.iterChangedRanges((from, to) => {
    if (to < range.from || from > range.to) return;
    keep(Math.min(Math.max(from, at), range.to));
    at = Math.max(at, Math.min(to, range.to));
  });
  keep(range.to);
  return left;
}
