import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { editRanges, type PendingEdit } from "../../../core/review/pending-edits";
import { textOf, USER } from "../../../core/review/runs";
import type { ReviewedWrite } from "../../../shared/contract";
import { formatTime } from "../../ui/time";
import { shownAuthor } from "../../ui/writer-name";
import { lanesOf } from "./agent-lanes";
import { reasonAndNote } from "./describe-reason";
import { reviewMessages } from "./messages";
import { RemovedWidget } from "./removed-widget";
import { reviewIn } from "./review-state";

const toggleRemoved = StateEffect.define<string>();

/** The length of a removed text's beginning that identifies it within its hunk. */
const KEY = 100;

/** The expanded removed texts, by their hunk and their beginning. */
const unfolded = StateField.define<ReadonlySet<string>>({
  create: () => new Set(),
  update(open, transaction) {
    let next = open;
    for (const effect of transaction.effects) {
      if (!effect.is(toggleRemoved)) continue;
      next = new Set(next);
      if (!(next as Set<string>).delete(effect.value)) (next as Set<string>).add(effect.value);
    }
    return next;
  },
});

/** The maximum number of pieces that marks within a line may be split into; a longer line is not marked further. */
const MAX_IN_LINE = 20_000;

/** Marks pending edits in the visible lines: inserted text, and removed text at its position. */
export function reviewMarks(): Extension {
  return [
    unfolded,
    ViewPlugin.fromClass(
      class {
        decorations: DecorationSet;
        #isBehind = false;

        constructor(view: EditorView) {
          this.#isBehind = view.composing || view.compositionStarted;
          this.decorations = this.#isBehind ? Decoration.none : draw(view.state, view.visibleRanges);
        }

        update({ view, state, startState, docChanged, changes, viewportChanged }: ViewUpdate): void {
          // Do not redraw inside a word that is being composed.
          if (view.composing || view.compositionStarted) {
            if (docChanged) this.decorations = this.decorations.map(changes);
            this.#isBehind = true;
            return;
          }
          const isSame =
            reviewIn(state) === reviewIn(startState) && state.field(unfolded) === startState.field(unfolded, false);
          if (isSame && !docChanged && !viewportChanged && !this.#isBehind) return;
          this.#isBehind = false;
          this.decorations = draw(state, view.visibleRanges);
        }
      },
      { decorations: ({ decorations }) => decorations },
    ),
  ];
}

/** The writer, tool and time of a write, on one line. */
const writtenBy = (write: ReviewedWrite): string =>
  reviewMessages.writtenBy(shownAuthor(write.by), reasonAndNote(write), formatTime(write.at));

/** The marks of pending edits in these ranges, which are in order. */
export function draw(state: EditorState, visible: readonly { from: number; to: number }[]): DecorationSet {
  const review = reviewIn(state);
  if (!review) return Decoration.none;
  const lanes = lanesOf(review);
  const open = state.field(unfolded);
  const found: Range<Decoration>[] = [];
  const first = visible[0]?.from ?? 0;
  const last = visible.at(-1)?.to ?? 0;
  const specs = new Map<string, { inserted: Decoration; lines: Decoration; lane: string; hint: string }>();
  const specOf = (hunk: string) => {
    const known = specs.get(hunk);
    if (known) return known;
    const { writes, lane } = lanes.get(hunk) ?? { writes: [], lane: "0" };
    const hint = writes.map(writtenBy).join("\n");
    const attributes = { "data-hunk": hunk, "data-lane": lane, title: hint };
    const made = {
      inserted: Decoration.mark({ tagName: "ins", class: "cm-review-inserted", attributes }),
      lines: Decoration.line({ class: "cm-review-line", attributes }),
      lane,
      hint,
    };
    specs.set(hunk, made);
    return made;
  };

  for (const { edit, from, to } of editRanges(review.pending)) {
    if (from > last || to > state.doc.length) break;
    if (to < first) continue;
    const spec = specOf(edit.hunk);
    const removed = textOf(edit.accepted);
    if (removed !== "" && visible.some((range) => from >= range.from && from <= range.to)) {
      const key = `${edit.hunk}/${removed.slice(0, KEY)}`;
      const toggle = (view: EditorView) => view.dispatch({ effects: toggleRemoved.of(key) });
      const widget = new RemovedWidget(removed, edit.hunk, spec.lane, spec.hint, open.has(key), toggle);
      found.push(Decoration.widget({ widget, side: -1 }).range(from));
    }
    for (const [start, end] of markedRanges(edit, from))
      for (const range of visible) {
        const [head, tail] = [Math.max(start, range.from), Math.min(end, range.to)];
        if (head < tail) markLines(state, { from, to }, head, tail, spec, found);
      }
  }
  return Decoration.set(found, true);
}

/** The parts of an edit to mark: not what the user typed inside it. */
function markedRanges({ now }: PendingEdit, from: number): [from: number, to: number][] {
  const spans: [number, number][] = [];
  let at = from;
  for (const { text, by } of now) {
    const last = spans.at(-1);
    const end = at + text.length;
    if (by !== USER && last?.[1] === at) last[1] = end;
    else if (by !== USER) spans.push([at, end]);
    at = end;
  }
  return spans;
}

/** Tints lines that were inserted as a whole; text within a line is underlined. */
function markLines(
  { doc }: EditorState,
  piece: { from: number; to: number },
  first: number,
  end: number,
  spec: { inserted: Decoration; lines: Decoration },
  found: Range<Decoration>[],
): void {
  const hasBreak = doc.lineAt(piece.from).to < piece.to;
  for (let line = doc.lineAt(first); line.from < end; line = doc.line(line.number + 1)) {
    const isWhole =
      hasBreak &&
      (line.length > 0
        ? line.from >= piece.from && line.to <= piece.to
        : line.from > piece.from && line.to < piece.to - 1);
    if (isWhole) found.push(spec.lines.range(line.from));
    else {
      const [from, to] = [Math.max(first, line.from), Math.min(end, line.to, line.from + MAX_IN_LINE)];
      if (from < to) found.push(spec.inserted.range(from, to));
    }
    if (line.number === doc.lines) break;
  }
}
