import {
  type EditorState,
  type Extension,
  Facet,
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
  /** In the margin, at the lines where comments begin, and at those that are protected. */
  bars: RangeSet<GutterMarker>;
  locks: RangeSet<GutterMarker>;
  /** The open threads that are marked, by id. */
  threads: ReadonlyMap<string, ShownThread>;
};

/** Shows other threads and locks. */
export const setMarks = StateEffect.define<Marks>();

/** The passages with comments and the protected lines; they move with the text until main says where they are. */
const marksField = StateField.define<Marks>({
  create: () => ({
    comments: Decoration.none,
    bars: RangeSet.empty,
    locks: RangeSet.empty,
    threads: new Map(),
  }),
  update(marks, { effects, changes, docChanged }) {
    for (const effect of effects) if (effect.is(setMarks)) return effect.value;
    if (!docChanged) return marks;
    return {
      ...marks,
      comments: marks.comments.map(changes),
      bars: marks.bars.map(changes),
      locks: marks.locks.map(changes),
    };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ comments }) => comments),
    ...(["bars", "locks"] as const).map((kind) =>
      gutter({
        class: kind === "bars" ? "cm-comment-gutter" : "cm-lock-gutter",
        markers: (view) => view.state.field(field)[kind],
        domEventHandlers: {
          mousedown(view, { from }, event) {
            if (!(event instanceof MouseEvent) || event.button !== 0) return false;
            view.state.field(field)[kind].between(from, from, (_from, _to, marker) => {
              if (!(marker instanceof Bar)) return;
              event.preventDefault();
              for (const handle of view.state.facet(markClicks)) handle(marker.mark);
              return false;
            });
            return event.defaultPrevented;
          },
        },
      }),
    ),
  ],
});

/** What a bar in the margin stands for: threads or protected passages, by their ids. */
export type MarginMark = { kind: "comment" | "lock"; ids: readonly string[] };

/** What a click on a bar in the margin does. */
export const markClicks = Facet.define<(mark: MarginMark) => void>();

/** A bar beside a line; `title` says what it is for. */
class Bar extends GutterMarker {
  constructor(
    readonly mark: MarginMark,
    readonly title: string,
  ) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof Bar &&
      other.mark.kind === this.mark.kind &&
      other.title === this.title &&
      other.mark.ids.join() === this.mark.ids.join()
    );
  }

  override toDOM(): HTMLElement {
    const bar = document.createElement("div");
    bar.className = `cm-${this.mark.kind}-bar`;
    bar.title = this.title;
    return bar;
  }
}

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
/** The same, counted again for each passage that a line is in: a folder from others may have thousands on one text. */
const MAX_LOCKED_LINES = 100_000;
/** How many threads or passages the title of a bar has. */
const MAX_TITLES = 3;

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
  const isThere = state.field(marksField, false) !== undefined;
  // A field that is added does not see the other effects of its transaction.
  return [
    ...(isThere ? [] : [{ effects: StateEffect.appendConfig.of([marksField, activeField, beside]) }]),
    {
      effects: setMarks.of({
        comments,
        bars: commentBars(state, open, ranges),
        locks: lockBars(state, locks),
        threads: new Map(open.map((each) => [each.thread, each])),
      }),
    },
  ];
}

/** How many characters of a comment or passage the title of a bar has. */
const MAX_TITLE = 80;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE)}…` : line;
};

/** A bar at each line in which words with comments begin. */
function commentBars(
  { doc }: EditorState,
  threads: readonly ShownThread[],
  ranges: readonly { thread: string; from: number }[],
): RangeSet<GutterMarker> {
  const byId = new Map(threads.map((each) => [each.thread, each]));
  const byLine = Map.groupBy(ranges, ({ from }) => doc.lineAt(from).from);
  const bars = [...byLine].map(([line, marked]) => {
    const ids = marked.toSorted((a, b) => a.from - b.from).map(({ thread }) => thread);
    const titles = ids.slice(0, MAX_TITLES).map((id) => {
      const [message] = byId.get(id)?.messages ?? [];
      return message === undefined ? "" : `${message.name}: ${shortened(message.text)}`;
    });
    return new Bar({ kind: "comment", ids }, [commentMessages.showComment, ...titles].join("\n")).range(line);
  });
  return RangeSet.of(bars, true);
}

/** A bar at each protected line; those of the same passages are one object. */
function lockBars({ doc }: EditorState, locks: readonly ShownLock[]): RangeSet<GutterMarker> {
  const byLine = new Map<number, ShownLock[]>();
  let left = MAX_LOCKED_LINES;
  for (const lock of locks) {
    const end = Math.min(lock.to, doc.length);
    for (let at = Math.min(lock.from, end); at <= end && byLine.size < MAX_LINES && left > 0; left--) {
      const line = doc.lineAt(at);
      const own = byLine.get(line.from);
      if (own === undefined) byLine.set(line.from, [lock]);
      else own.push(lock);
      at = line.to + 1;
    }
  }
  const bars = new Map<string, Bar>();
  const barOf = (own: readonly ShownLock[]): Bar => {
    const ids = own.map(({ lock }) => lock);
    const known = bars.get(ids.join());
    if (known !== undefined) return known;
    const titles = own.slice(0, MAX_TITLES).map(({ kind, mode, words }) => {
      const what = kind === "document" ? commentMessages.wholeDocument : shortened(words);
      return mode === "suggest" ? `${what} (${commentMessages.onlySuggest})` : what;
    });
    const bar = new Bar({ kind: "lock", ids }, [commentMessages.lock, ...titles].join("\n"));
    bars.set(ids.join(), bar);
    return bar;
  };
  return RangeSet.of([...byLine].sort(([a], [b]) => a - b).map(([line, own]) => barOf(own).range(line)));
}
