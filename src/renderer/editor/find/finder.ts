import {
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  type SearchQuery,
  search,
  searchKeymap,
  selectMatches,
  setSearchQuery,
} from "@codemirror/search";
import { EditorSelection, type Extension } from "@codemirror/state";
import { type Command, EditorView, type KeyBinding, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { findScopes } from "./find-scope";
import { type Match, matchesBack, matchesIn, replacementOf, type Step } from "./sliced-find";

/** A longer text, in characters, is searched in slices: searching all of it at once takes 60 ms per million. */
const LONG_TEXT = 300_000;

/** The time limit of a slice, in milliseconds. */
const SLICE = 10;

/** The maximum number of matches that are selected at once. */
const MAX_SELECTED = 1000;

/** The progress of a search, from 0 to 1; null when it has ended. */
type ProgressListener = (share: number | null) => void;

/**
 * A search in a long text that does not block the user: it ends when they type, move the cursor or search for something
 * else. The first slice runs at once, so that near matches are found immediately.
 */
class Finder {
  onProgress: ProgressListener = () => {};
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ docChanged, selectionSet, transactions }: ViewUpdate): void {
    const isAnother = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)));
    if (docChanged || selectionSet || isAnother) this.stop();
  }

  destroy(): void {
    this.stop();
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.onProgress(null);
  }

  /** Runs through `steps`; `take` says whether a match is the last one needed, and `done` is called at the end. */
  run(steps: Iterator<Step>, take: (match: Match) => "enough" | "more", done: () => void): void {
    this.stop();
    const { length } = this.#view.state.doc;
    const slice = () => {
      const until = performance.now() + SLICE;
      for (;;) {
        const next = steps.next();
        if (next.done) return this.#end(done);
        if ("match" in next.value) {
          if (take(next.value.match) === "enough") return this.#end(done);
        } else if (performance.now() > until) {
          this.onProgress(next.value.at / (length || 1));
          this.#timer = setTimeout(slice);
          return;
        }
      }
    };
    slice();
  }

  #end(done: () => void): void {
    this.stop();
    done();
  }
}

const finder = ViewPlugin.fromClass(Finder);

/** Listens to the progress of the search in an editor; null ends the search. */
export function onFinderProgress(view: EditorView, onProgress: ProgressListener | null): void {
  const found = view.plugin(finder);
  if (!found) return;
  if (!onProgress) found.stop();
  found.onProgress = onProgress ?? (() => {});
}

/** Runs CodeMirror's own command in a short text and `sliced` in a long one; opens the panel without a valid query. */
const command =
  (short: Command, sliced: (view: EditorView, query: SearchQuery, finder: Finder) => void): Command =>
  (view) => {
    const found = view.plugin(finder);
    const query = getSearchQuery(view.state);
    if (!found || !query.valid || view.state.doc.length <= LONG_TEXT) return short(view);
    sliced(view, query, found);
    return true;
  };

function* forwards({ state }: EditorView, query: SearchQuery, from: number, wrapEnd: number): Generator<Step> {
  yield* matchesIn(state, query, from, state.doc.length);
  const end = query.regexp ? wrapEnd : wrapEnd + query.search.length;
  yield* matchesIn(state, query, 0, Math.min(state.doc.length, end));
}

function* backwards({ state }: EditorView, query: SearchQuery, from: number): Generator<Step> {
  yield* matchesBack(state, query, 0, from);
  yield* matchesBack(state, query, query.regexp ? from : Math.max(0, from - query.search.length), state.doc.length);
}

/** Selects the first match. */
function selectFirst(view: EditorView, found: Finder, steps: Iterator<Step>): void {
  const { main } = view.state.selection;
  found.run(
    steps,
    (match) => {
      if (match.from !== main.from || match.to !== main.to) show(view, match);
      return "enough";
    },
    () => {},
  );
}

function show(view: EditorView, { from, to }: Match): void {
  const { state } = view;
  const line = state.doc.lineAt(from);
  const text = state.sliceDoc(Math.max(line.from, from - 30), Math.min(line.to, to + 30));
  view.dispatch({
    selection: EditorSelection.single(from, to),
    effects: [
      EditorView.announce.of(`${state.phrase("current match")}. ${text} ${state.phrase("on line")} ${line.number}.`),
      EditorView.scrollIntoView(EditorSelection.range(from, to)),
    ],
    userEvent: "select.search",
  });
  const field = view.dom.querySelector<HTMLInputElement>(".cm-search [main-field]");
  if (field && field === view.root.activeElement) field.select();
}

/** Selects the next match, wrapping around at the end. */
export const toNextMatch: Command = command(findNext, (view, query, found) => {
  const { to } = view.state.selection.main;
  selectFirst(view, found, forwards(view, query, to, to));
});

export const toPreviousMatch: Command = command(findPrevious, (view, query, found) => {
  selectFirst(view, found, backwards(view, query, view.state.selection.main.from));
});

export const selectAllMatches: Command = command(selectMatches, (view, query, found) => {
  const ranges: { from: number; to: number }[] = [];
  found.run(
    matchesIn(view.state, query, 0, view.state.doc.length),
    (match) => (ranges.push(match) > MAX_SELECTED ? "enough" : "more"),
    () => {
      if (ranges.length === 0 || ranges.length > MAX_SELECTED) return;
      const selection = EditorSelection.create(ranges.map(({ from, to }) => EditorSelection.range(from, to)));
      view.dispatch({ selection, userEvent: "select.search.matches" });
    },
  );
});

/** Replaces the selected match and selects the next one; if none is selected, only selects the next one. */
export const replaceMatch: Command = command(replaceNext, (view, query, found) => {
  if (view.state.readOnly) return;
  const { from, to } = view.state.selection.main;
  found.run(
    forwards(view, query, from, from),
    (match) => {
      if (match.from !== from || match.to !== to || !match.isPrecise) show(view, match);
      else {
        const insert = view.state.toText(replacementOf(query, match));
        const line = view.state.doc.lineAt(from).number;
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
          effects: EditorView.announce.of(`${view.state.phrase("replaced match on line $", line)}.`),
          userEvent: "input.replace",
        });
        toNextMatch(view);
      }
      return "enough";
    },
    () => {},
  );
});

/** Replaces all matches in one step after all of them are found. */
export const replaceAllMatches: Command = command(replaceAll, (view, query, found) => {
  if (view.state.readOnly) return;
  const changes: { from: number; to: number; insert: string }[] = [];
  found.run(
    matchesIn(view.state, query, 0, view.state.doc.length),
    (match) => {
      if (match.isPrecise) changes.push({ from: match.from, to: match.to, insert: replacementOf(query, match) });
      return "more";
    },
    () => {
      if (changes.length === 0) return;
      const announcement = `${view.state.phrase("replaced $ matches", changes.length)}.`;
      view.dispatch({ changes, effects: EditorView.announce.of(announcement), userEvent: "input.replace.all" });
    },
  );
});

/** CodeMirror's search keys, with the sliced commands. */
export const findKeys: readonly KeyBinding[] = searchKeymap.map((binding) =>
  binding.run === findNext ? { ...binding, run: toNextMatch, shift: toPreviousMatch } : binding,
);

/** Find and replace in an editor, with `panel` above its text. */
export const finding = (panel: NonNullable<Parameters<typeof search>[0]>): Extension => [
  search(panel),
  finder,
  findScopes,
];
