import {
  type EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type TransactionSpec,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import type { ShownLock, ShownThread } from "../../../shared/comments";
import { reviewIn } from "../../editor/review/review-state";
import { commentMessages } from "./messages";
import "./comment-marks.css";

type Marks = {
  comments: DecorationSet;
  locks: RangeSet<GutterMarker>;
  /** The open threads that are marked, by id. */
  threads: ReadonlyMap<string, ShownThread>;
};

/** Shows other threads and locks. */
export const setMarks = StateEffect.define<Marks>();

/** The passages with comments and the protected lines; they move with the text until main says where they are. */
const marksField = StateField.define<Marks>({
  create: () => ({ comments: Decoration.none, locks: RangeSet.empty, threads: new Map() }),
  update(marks, { effects, changes, docChanged }) {
    for (const effect of effects) if (effect.is(setMarks)) return effect.value;
    if (!docChanged) return marks;
    return { ...marks, comments: marks.comments.map(changes), locks: marks.locks.map(changes) };
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
/** Marks the words of one thread more strongly; null ends that. */
export const setActiveThread = StateEffect.define<string | null>();

const activeField = StateField.define<{ thread: string | null; words: DecorationSet }>({
  create: () => ({ thread: null, words: Decoration.none }),
  update(active, { effects, state, changes }) {
    let { thread } = active;
    for (const effect of effects) if (effect.is(setActiveThread)) thread = effect.value;
    const isMarked = effects.some((effect) => effect.is(setMarks));
    if (thread === active.thread && !isMarked)
      return changes.empty ? active : { thread, words: active.words.map(changes) };
    if (thread === null) return { thread, words: Decoration.none };
    const words = markedThreads(state).filter((each) => each.thread === thread);
    return { thread, words: Decoration.set(words.map(({ from, to }) => activeMark.range(from, to))) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ words }) => words),
});
const activeMark = Decoration.mark({ class: "cm-commented-active" });

const markOf = (thread: string) => Decoration.mark({ class: "cm-commented", thread });
/** The maximum number of lines that are marked as protected. */
const MAX_LINES = 20_000;

/** Where the words of a thread are in this text, which may be newer than the saved one; null if they are not there. */
export function rangeOf(
  { doc }: Pick<EditorState, "doc">,
  { range, words }: Pick<ShownThread, "range" | "words">,
): { from: number; to: number } | null {
  if (range === null || words === "") return null;
  const { from, to } = range;
  if (to <= doc.length && doc.sliceString(from, to) === words) return { from, to };
  if (doc.length > 2_000_000) return null;
  const text = doc.toString();
  const [before, after] = [text.lastIndexOf(words, from), text.indexOf(words, from)];
  const at = before < 0 ? after : after < 0 || from - before <= after - from ? before : after;
  return at < 0 ? null : { from: at, to: at + words.length };
}

/** The thread with this id, if it is marked. */
export const shownThread = (state: EditorState, id: string): ShownThread | undefined =>
  state.field(marksField, false)?.threads.get(id);

/** The open threads whose words are gone, with where the edit that answers each waits for review; those without one are left out. */
export function threadsAtEdits(state: EditorState): { thread: ShownThread; from: number }[] {
  const lost = [...(state.field(marksField, false)?.threads.values() ?? [])].filter(
    ({ range, writes }) => range === null && writes.length > 0,
  );
  if (lost.length === 0) return [];
  const hunks = reviewIn(state)?.hunks ?? [];
  return lost.flatMap((thread) => {
    const hunk = hunks.find(({ writes }) => writes.some((id) => thread.writes.includes(id)));
    return hunk === undefined ? [] : [{ thread, from: hunk.from }];
  });
}

/** Whether the words of any thread are marked. */
export const hasMarks = (state: EditorState): boolean => (state.field(marksField, false)?.comments.size ?? 0) > 0;

/** The marked threads whose words touch a range, in their order, with where these are in the text as it is now. */
export function markedThreads(
  state: EditorState,
  from = 0,
  to = state.doc.length,
): { thread: string; from: number; to: number }[] {
  const found: { thread: string; from: number; to: number }[] = [];
  state.field(marksField, false)?.comments.between(from, to, (at, end, { spec }) => {
    found.push({ thread: spec["thread"], from: at, to: end });
  });
  return found;
}

/** The transactions that show the open threads and the locks in an editor. `beside` is added with the first marks. */
export function showMarks(
  state: EditorState,
  threads: readonly ShownThread[],
  locks: readonly ShownLock[],
  beside: Extension,
): TransactionSpec[] {
  const open = threads.filter(({ status }) => status === "open");
  const ranges = open.flatMap((thread) => {
    const range = rangeOf(state, thread);
    return range === null || range.from >= range.to ? [] : [{ ...range, thread: thread.thread }];
  });
  const comments = Decoration.set(
    ranges.map(({ from, to, thread }) => markOf(thread).range(from, to)),
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
    ...(isThere ? [] : [{ effects: StateEffect.appendConfig.of([marksField, activeField, beside]) }]),
    { effects: setMarks.of({ comments, locks: locked, threads: new Map(open.map((each) => [each.thread, each])) }) },
  ];
}
