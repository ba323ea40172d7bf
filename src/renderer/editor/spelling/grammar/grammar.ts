import "./grammar.css";
import { type EditorState, type Extension, Facet, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { MenuItem } from "../../../../shared/contract";
import { RestTimer } from "../../../ui/rest-timer";
import { oneStep } from "../../writing/format";
import type { Corrections } from "./corrections";
import type { GrammarCheck } from "./grammar-client";
import type { GrammarLint } from "./grammar-protocol";
import { grammarMessages } from "./messages";
import { paragraphsToCheck } from "./paragraphs";

/** What the grammar check needs from its document's window. */
export type GrammarHost = {
  client: GrammarCheck;
  /** Rules that the user turned off. */
  rulesOff: ReadonlySet<string>;
  turnOff(rule: string): void;
};

const host = Facet.define<GrammarHost, GrammarHost | null>({ combine: ([first]) => first ?? null });

/** The delay before the visible text is checked, in milliseconds: longer than for words, because sentences change as a whole. */
const REST = 700;

type MarkedLint = GrammarLint & { text: string };

const found = StateEffect.define<{ from: number; to: number; lints: readonly MarkedLint[] }>();
const ignore = StateEffect.define<MarkedLint>();

const keyOf = ({ rule, text }: MarkedLint) => `${rule} ${text}`;

/** Mistakes ignored in this document until it is closed. */
const ignored = StateField.define<ReadonlySet<string>>({
  create: () => new Set(),
  update(keys, { effects }) {
    const more = effects.flatMap((effect) => (effect.is(ignore) ? [keyOf(effect.value)] : []));
    return more.length > 0 ? new Set([...keys, ...more]) : keys;
  },
});

const markOf = (lint: MarkedLint) => Decoration.mark({ class: "cm-grammar", lint });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, { changes, effects, docChanged }) {
    let next = docChanged ? known.map(changes) : known;
    // An edited passage loses its mark until its paragraph is checked again.
    if (docChanged)
      changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
        next = next.update({ filter: (from, to) => to < fromB || from > toB });
      });
    for (const effect of effects) {
      if (effect.is(ignore)) {
        const key = keyOf(effect.value);
        next = next.update({ filter: (_from, _to, { spec }) => keyOf(spec["lint"] as MarkedLint) !== key });
      }
      if (!effect.is(found)) continue;
      const { from, to, lints } = effect.value;
      const add: Range<Decoration>[] = lints.map((lint) => markOf(lint).range(lint.from, lint.to));
      next = next.update({ filter: (a, b) => b < from || a > to, add, sort: true });
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const checking = ViewPlugin.fromClass(
  class {
    readonly #rest = new RestTimer(REST, () => void this.#check());
    #isStopped = false;

    constructor(private readonly view: EditorView) {
      this.#schedule();
    }

    update({ docChanged, viewportChanged, selectionSet }: ViewUpdate): void {
      if (docChanged || viewportChanged || selectionSet) this.#schedule();
    }

    #schedule(): void {
      this.#rest.restart();
    }

    async #check(): Promise<void> {
      const { view } = this;
      const deps = view.state.facet(host);
      if (!deps || view.composing) return;
      const { doc } = view.state;
      const paragraphs = view.visibleRanges.flatMap(({ from, to }) => paragraphsToCheck(view.state, from, to));
      await deps.client.check(paragraphs.map(({ text }) => text));
      // The text has changed meanwhile: it is checked again.
      if (this.#isStopped || view.state.doc !== doc || this.#rest.isRunning) return;
      const { from, to } = view.viewport;
      const lints = paragraphs.flatMap(({ from: at, text, skipped }) =>
        (deps.client.lintsOf(text) ?? [])
          .filter((lint) => !skipped.some((part) => lint.from < part.to && lint.to > part.from))
          .map((lint) => ({ ...lint, from: at + lint.from, to: at + lint.to, text: text.slice(lint.from, lint.to) })),
      );
      const shown = lints.filter((lint) => isShown(view, deps, lint));
      if (!isSame(view.state, from, to, shown)) view.dispatch({ effects: found.of({ from, to, lints: shown }) });
    }

    destroy(): void {
      this.#isStopped = true;
      this.#rest.stop();
    }
  },
);

/** Not what the user turned off, and not where the cursor is: that sentence is unfinished. */
function isShown(view: EditorView, { rulesOff }: GrammarHost, lint: MarkedLint): boolean {
  const { head } = view.state.selection.main;
  if (rulesOff.has(lint.rule) || view.state.field(ignored).has(keyOf(lint))) return false;
  return !view.hasFocus || head !== lint.to;
}

function isSame(state: EditorState, from: number, to: number, lints: readonly MarkedLint[]): boolean {
  const now: string[] = [];
  state
    .field(marks)
    .between(from, to, (a, b, { spec }) => void now.push(`${a} ${b} ${(spec["lint"] as MarkedLint).rule}`));
  return now.join() === lints.map((lint) => `${lint.from} ${lint.to} ${lint.rule}`).join();
}

/** The corrections of the mistake at a position; null if there is none. */
export function grammarCorrectionsAt(view: EditorView, at: number): Corrections | null {
  const deps = view.state.facet(host);
  let here: { from: number; to: number; lint: MarkedLint } | null = null;
  view.state.field(marks, false)?.between(at, at, (from, to, { spec }) => {
    here = { from, to, lint: spec["lint"] as MarkedLint };
  });
  return deps && here ? correctionsOf(view, deps, here) : null;
}

function correctionsOf(
  view: EditorView,
  deps: GrammarHost,
  { from, to, lint }: { from: number; to: number; lint: MarkedLint },
): Corrections {
  const { doc } = view.state;
  const t = grammarMessages;
  const items: MenuItem[] = [
    { id: "why", label: plain(lint.message), enabled: false },
    ...lint.replacements.map((text, index) => ({
      id: `grammar ${index}`,
      label: text === "" ? t.remove(lint.text) : text,
    })),
    "separator",
    { id: "ignore-grammar", label: t.ignore },
    { id: "rule-off", label: t.ruleOff },
  ];
  const choose = async (picked: string | null) => {
    const chosen = /^grammar (\d+)$/.exec(picked ?? "")?.[1];
    if (picked === "ignore-grammar") view.dispatch({ effects: ignore.of(lint) });
    else if (picked === "rule-off") deps.turnOff(lint.rule);
    // An agent may have written while the menu was open.
    else if (chosen !== undefined && view.state.doc === doc && !view.state.readOnly) {
      const insert = lint.replacements[Number(chosen)] ?? lint.text;
      // What is removed takes the blank before it along.
      const start = insert === "" && doc.sliceString(from - 1, from) === " " ? from - 1 : from;
      const selection = { anchor: start + insert.length };
      view.dispatch(oneStep(view.state, { changes: { from: start, to, insert }, selection }));
    }
  };
  return { items, choose };
}

/** A message of harper's without its Markdown, short enough for a menu. */
function plain(message: string): string {
  const text = message.replace(/[`*_]/g, "").replace(/\s+/g, " ").trim();
  return text.length > 110 ? `${text.slice(0, 109)}…` : text;
}

/** Underlines mistakes of English grammar in the visible text, a moment after typing stops. */
export const grammar = (deps: GrammarHost): Extension => [host.of(deps), ignored, marks, checking];
