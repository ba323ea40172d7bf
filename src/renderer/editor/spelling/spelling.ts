import "./spelling.css";
import { type EditorState, type Extension, Facet, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { MenuItem } from "../../../shared/contract";
import { RestTimer } from "../../ui/rest-timer";
import { oneStep } from "../writing/format";
import type { Corrections } from "./grammar/corrections";
import { grammarCorrectionsAt } from "./grammar/grammar";
import { spellingMessages } from "./messages";
import type { SpellingClient } from "./spelling-client";
import { type Word, wordsToCheck } from "./words-to-check";

/** What spell-check needs from its document's window. */
export type SpellingHost = {
  client: SpellingClient;
  menu(items: MenuItem[]): Promise<string | null>;
  announce(sentence: string): void;
};

const host = Facet.define<SpellingHost, SpellingHost | null>({ combine: ([first]) => first ?? null });

/** The delay before the visible text is checked, in milliseconds. */
const REST = 250;
/** How many characters are searched at once for the next misspelling. */
const PIECE = 20_000;

const found = StateEffect.define<{ from: number; to: number; words: readonly Word[] }>();
const ignore = StateEffect.define<string>();

/** Words ignored in this document until it is closed. */
const ignored = StateField.define<ReadonlySet<string>>({
  create: () => new Set(),
  update(words, { effects }) {
    const more = effects.flatMap((effect) => (effect.is(ignore) ? [effect.value] : []));
    return more.length > 0 ? new Set([...words, ...more]) : words;
  },
});

const mark = Decoration.mark({ class: "cm-misspelt" });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, { changes, effects, docChanged, state }) {
    let next = docChanged ? known.map(changes) : known;
    // An edited word loses its mark until it is checked again.
    if (docChanged)
      changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
        next = next.update({ filterFrom: fromB, filterTo: toB, filter: () => false });
      });
    for (const effect of effects) {
      if (effect.is(ignore)) next = next.update({ filter: (from, to) => state.sliceDoc(from, to) !== effect.value });
      if (!effect.is(found)) continue;
      const { from, to, words } = effect.value;
      const add: Range<Decoration>[] = words.map((word) => mark.range(word.from, word.to));
      next = next.update({ filter: (a, b) => b < from || a > to, add, sort: true });
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const spellChecking = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    readonly #stop: () => void;
    readonly #rest = new RestTimer(REST, () => void this.#check());
    #round = 0;

    constructor(view: EditorView) {
      this.#view = view;
      this.#stop = view.state.facet(host)?.client.onChange(() => this.schedule()) ?? (() => {});
      this.schedule();
    }

    update({ docChanged, viewportChanged, selectionSet }: ViewUpdate): void {
      if (docChanged || viewportChanged || selectionSet) this.schedule();
    }

    schedule(): void {
      this.#rest.restart();
    }

    async #check(): Promise<void> {
      const view = this.#view;
      const client = view.state.facet(host)?.client;
      if (!client || view.composing) return;
      const asked = ++this.#round;
      const { state } = view;
      const { from, to } = view.viewport;
      // Folded text between the visible ranges may be very long.
      const shown = view.visibleRanges.flatMap((range) => wordsToCheck(state, range.from, range.to));
      const wrong = await misspelled(state, client, shown);
      // The text has changed meanwhile: it is checked again.
      if (asked !== this.#round || view.state.doc !== state.doc || !view.dom.isConnected) return;
      const { head } = view.state.selection.main;
      // The word at the cursor is unfinished.
      const words = wrong.filter((word) => !view.hasFocus || head < word.from || head > word.to);
      if (isSame(view.state, from, to, words)) return;
      view.dispatch({ effects: found.of({ from, to, words }) });
    }

    destroy(): void {
      this.#rest.stop();
      this.#round++;
      this.#stop();
    }
  },
);

async function misspelled(state: EditorState, client: SpellingClient, words: readonly Word[]): Promise<Word[]> {
  const wrong = await client.check(words.map(({ word }) => word));
  const right = state.field(ignored, false);
  return words.filter(({ word }) => wrong.has(word) && !right?.has(word));
}

function isSame(state: EditorState, from: number, to: number, words: readonly Word[]): boolean {
  const now: string[] = [];
  state.field(marks).between(from, to, (a, b) => void now.push(`${a} ${b}`));
  return now.join() === words.map((word) => `${word.from} ${word.to}`).join();
}

function markedAt(state: EditorState, at: number): Word | null {
  let word: Word | null = null;
  state.field(marks, false)?.between(at, at, (from, to) => {
    word = { from, to, word: state.sliceDoc(from, to) };
  });
  return word;
}

/** The misspelled word at a position, marked or not: the word at the cursor is not marked while it is being typed. */
async function misspelledAt(state: EditorState, client: SpellingClient, at: number): Promise<Word | null> {
  const marked = markedAt(state, at);
  if (marked) return marked;
  const line = state.doc.lineAt(at);
  const here = wordsToCheck(state, line.from, line.to).filter(({ from, to }) => from <= at && at <= to);
  return (await misspelled(state, client, here))[0] ?? null;
}

/** The corrections of the word or the sentence at a position; null if there is no mistake, or checking is off. */
export async function correctionsAt(view: EditorView, at: number): Promise<Corrections | null> {
  const deps = view.state.facet(host);
  if (!deps) return null;
  const { doc } = view.state;
  const word = await misspelledAt(view.state, deps.client, at);
  if (view.state.doc !== doc) return null;
  return word ? correctionsOf(view, deps, word) : grammarCorrectionsAt(view, at);
}

async function correctionsOf(view: EditorView, deps: SpellingHost, { from, to, word }: Word): Promise<Corrections> {
  const { doc } = view.state;
  const suggestions = await deps.client.suggest(word);
  const items: MenuItem[] = [
    ...(suggestions.length > 0
      ? suggestions.map((label, index) => ({ id: `use ${index}`, label }))
      : [{ id: "none", label: spellingMessages.noSuggestions, enabled: false }]),
    "separator",
    { id: "add", label: spellingMessages.add },
    { id: "ignore", label: spellingMessages.ignore },
  ];
  const choose = async (picked: string | null) => {
    const chosen = /^use (\d+)$/.exec(picked ?? "")?.[1];
    if (picked === "add") await deps.client.add(word);
    else if (picked === "ignore") view.dispatch({ effects: ignore.of(word) });
    // An agent may have written while the menu was open.
    else if (chosen !== undefined && view.state.doc === doc && !view.state.readOnly) {
      const insert = suggestions[Number(chosen)] ?? word;
      const selection = { anchor: from + insert.length };
      view.dispatch(oneStep(view.state, { changes: { from, to, insert }, selection }));
    }
  };
  return { items, choose };
}

/** Shows suggestions in a context menu; choosing one replaces the word. */
async function showSuggestions(view: EditorView, deps: SpellingHost, corrections: Corrections): Promise<void> {
  const { items, choose } = corrections;
  await choose(await deps.menu(items));
  view.focus();
}

/** Suggests corrections for the misspelled word or the mistake of grammar at the cursor. False if checking is off. */
export function suggestSpelling(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  const deps = state.facet(host);
  if (!deps) return false;
  const word = markedAt(state, main.head) ?? markedAt(state, main.from);
  void (word ? Promise.resolve(word) : misspelledAt(state, deps.client, main.head)).then(async (here) => {
    if (view.state.doc !== state.doc) return deps.announce(spellingMessages.noneHere);
    const corrections = here ? await correctionsOf(view, deps, here) : grammarCorrectionsAt(view, main.head);
    if (corrections) await showSuggestions(view, deps, corrections);
    else deps.announce(spellingMessages.noneHere);
  });
  return true;
}

/** Selects the next or previous misspelled word, wrapping around. */
export function goToMisspelling(view: EditorView, direction: 1 | -1): boolean {
  const deps = view.state.facet(host);
  if (!deps) return false;
  void search(view, deps, direction).then((word) => {
    if (!word) deps.announce(spellingMessages.none);
    else if (word !== "changed")
      view.dispatch({ selection: { anchor: word.from, head: word.to }, scrollIntoView: true, userEvent: "select" });
  });
  return true;
}

async function search(view: EditorView, { client }: SpellingHost, direction: 1 | -1): Promise<Word | "changed" | null> {
  const { state } = view;
  const { doc, selection } = state;
  const start = direction > 0 ? selection.main.to : selection.main.from;
  let gone = 0;
  for (let at = start; gone <= doc.length + PIECE; ) {
    const [from, to] =
      direction > 0
        ? [at, doc.lineAt(Math.min(doc.length, at + PIECE)).to]
        : [doc.lineAt(Math.max(0, at - PIECE)).from, at];
    const words = await misspelled(state, client, wordsToCheck(state, from, to));
    if (view.state.doc !== doc) return "changed";
    const word = direction > 0 ? words[0] : words.at(-1);
    if (word) return word;
    gone += Math.max(1, to - from);
    at = direction > 0 ? (to >= doc.length ? 0 : to) : from <= 0 ? doc.length : from;
  }
  return null;
}

/** Underlines misspelled words in the visible text, a moment after typing stops. */
export const spelling = (deps: SpellingHost): Extension => [host.of(deps), ignored, marks, spellChecking];
