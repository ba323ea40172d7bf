import { type EditorState, RangeSet, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import type { ShownLock, ShownThread } from "../../../shared/comments";
import { commentMessages } from "./messages";
import "./comment-marks.css";

type Marks = { comments: DecorationSet; locks: RangeSet<GutterMarker> };

const setMarks = StateEffect.define<Marks>();

/** The passages with comments and the protected lines; they move with the text until main says where they are. */
const marksField = StateField.define<Marks>({
  create: () => ({ comments: Decoration.none, locks: RangeSet.empty }),
  update(marks, { effects, changes, docChanged }) {
    for (const effect of effects) if (effect.is(setMarks)) return effect.value;
    return docChanged ? { comments: marks.comments.map(changes), locks: marks.locks.map(changes) } : marks;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ comments }) => comments),
    gutter({
      class: "cm-lock-gutter",
      markers: (view) => view.state.field(field).locks,
    }),
  ],
});

class LockBar extends GutterMarker {
  override eq(other: GutterMarker): boolean {
    return other instanceof LockBar;
  }

  override toDOM(): HTMLElement {
    const bar = document.createElement("div");
    bar.className = "cm-lock-bar";
    bar.title = commentMessages.lock;
    return bar;
  }
}

const lockBar = new LockBar();
const commented = Decoration.mark({ class: "cm-commented" });
/** The most lines that are marked as protected. */
const MAX_LINES = 20_000;

/** Where the words of a thread are in this text, which may be newer than the saved one; null if they are not there. */
export function rangeOf({ doc }: EditorState, { range, words }: ShownThread): { from: number; to: number } | null {
  if (range === null || words === "") return null;
  const { from, to } = range;
  if (to <= doc.length && doc.sliceString(from, to) === words) return { from, to };
  if (doc.length > 2_000_000) return null;
  const text = doc.toString();
  const [before, after] = [text.lastIndexOf(words, from), text.indexOf(words, from)];
  const at = before < 0 ? after : after < 0 || from - before <= after - from ? before : after;
  return at < 0 ? null : { from: at, to: at + words.length };
}

/** The transactions that show the open threads and the locks in an editor. */
export function showMarks(
  state: EditorState,
  threads: readonly ShownThread[],
  locks: readonly ShownLock[],
): TransactionSpec[] {
  const ranges = threads
    .filter(({ status }) => status === "open")
    .flatMap((thread) => rangeOf(state, thread) ?? [])
    .filter(({ from, to }) => from < to);
  const comments = Decoration.set(
    ranges.map(({ from, to }) => commented.range(from, to)),
    true,
  );
  const lines: number[] = [];
  for (const { from, to } of locks) {
    const end = Math.min(to, state.doc.length);
    for (let at = Math.min(from, end); at <= end && lines.length < MAX_LINES; ) {
      const line = state.doc.lineAt(at);
      lines.push(line.from);
      at = line.to + 1;
    }
  }
  const locked = RangeSet.of([...new Set(lines)].sort((a, b) => a - b).map((at) => lockBar.range(at)));
  const isThere = state.field(marksField, false) !== undefined;
  // A field that is added does not see the other effects of its transaction.
  return [
    ...(isThere ? [] : [{ effects: StateEffect.appendConfig.of(marksField) }]),
    { effects: setMarks.of({ comments, locks: locked }) },
  ];
}
