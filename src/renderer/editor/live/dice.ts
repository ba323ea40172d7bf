import { isolateHistory } from "@codemirror/commands";
import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { type Dice, findDice } from "../../../core/dice/dice";
import { type Roll, rollDetails } from "../../../core/dice/roll-dice";
import { roll } from "../../ui/roll";
import { NOT_PROSE } from "../syntax/not-prose";
import { partTree } from "../syntax/part-tree";
import { findFrontMatter } from "../text/front-matter";
import { element } from "./element";
import { marksDice } from "./live-host";
import { liveMessages } from "./messages";

/** The longest line in which dice are looked for. */
const MAX_LINE = 20_000;

/** Results that are shown at once; the oldest goes first. */
const MAX_SHOWN = 100;

/** A roll whose result is shown beside its dice. */
type ShownRoll = { from: number; to: number; source: string; roll: Roll };

const shown = StateEffect.define<ShownRoll>({
  map: (value, changes) => ({ ...value, from: changes.mapPos(value.from, 1), to: changes.mapPos(value.to, -1) }),
});
const removed = StateEffect.define<{ from: number }>({
  map: ({ from }, changes) => ({ from: changes.mapPos(from, 1) }),
});

/** The results that are shown, which disappear when their dice are changed. They are not in the text. */
const shownRolls = StateField.define<readonly ShownRoll[]>({
  create: () => [],
  update(rolls, { effects, changes, docChanged, state }) {
    let now = rolls;
    if (docChanged && now.length > 0)
      now = now
        .map((each) => ({ ...each, from: changes.mapPos(each.from, 1), to: changes.mapPos(each.to, -1) }))
        .filter(({ from, to, source }) => from < to && state.sliceDoc(from, to) === source);
    for (const effect of effects) {
      if (effect.is(shown))
        now = [...now.filter(({ from }) => from !== effect.value.from), effect.value].slice(-MAX_SHOWN);
      if (effect.is(removed)) now = now.filter(({ from }) => from !== effect.value.from);
    }
    return now;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (rolls) =>
      Decoration.set(
        rolls.map(({ to, source, roll }) =>
          Decoration.widget({ widget: new ResultWidget(source, roll), side: 1 }).range(to),
        ),
        true,
      ),
    ),
});

class ResultWidget extends WidgetType {
  constructor(
    readonly source: string,
    readonly roll: Roll,
  ) {
    super();
  }

  override eq(other: ResultWidget): boolean {
    return other.roll === this.roll;
  }

  override toDOM(): HTMLElement {
    const dom = element("span", "cm-live-roll");
    dom.setAttribute("aria-label", liveMessages.dice.result(this.source, this.roll.total));
    dom.setAttribute("role", "img");
    const total = element("strong", "");
    total.textContent = String(this.roll.total);
    dom.append(total);
    const details = rollDetails(this.roll);
    if (details !== "") dom.append(` = ${details}`);
    return dom;
  }
}

/** The dice of the line at `at` that touch a range and are prose: not in code, links, front matter and the like. */
function diceIn(state: EditorState, at: number, range: { from: number; to: number }): Dice[] {
  const line = state.doc.lineAt(at);
  if (line.length > MAX_LINE) return [];
  const found = findDice(line.text);
  if (found.length === 0 || line.from < findFrontMatter(state.doc)) return [];
  const part = partTree(state, line.from, line.to);
  if (part === null) return [];
  return found
    .map((dice) => ({ ...dice, from: dice.from + line.from, to: dice.to + line.from }))
    .filter((dice) => {
      if (dice.to < range.from || dice.from > range.to) return false;
      for (let node: SyntaxNode | null = part.tree.resolveInner(dice.from - part.offset, 1); node; node = node.parent)
        if (NOT_PROSE.has(node.name) || node.name === "Link" || node.name === "Image") return false;
      return true;
    });
}

const rollMark = (source: string) =>
  Decoration.mark({ class: "cm-live-dice", attributes: { title: liveMessages.dice.hint(source) } });

/** Marks the dice in view, if the settings ask for it. */
const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = this.#draw(view);
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || startState.facet(marksDice) !== state.facet(marksDice))
        this.decorations = this.#draw(view);
    }

    #draw({ state, visibleRanges }: EditorView): DecorationSet {
      if (!state.facet(marksDice)) return Decoration.none;
      const found: Range<Decoration>[] = [];
      // Several parts of one long line may be visible, with dice on their edges.
      let last = -1;
      for (const range of visibleRanges)
        for (let at = range.from; at <= range.to; at = state.doc.lineAt(at).to + 1)
          for (const { from, to, source } of diceIn(state, at, range)) {
            if (from > last) found.push(rollMark(source).range(from, to));
            last = Math.max(last, from);
          }
      return Decoration.set(found, true);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const diceAt = (state: EditorState, at: number): Dice | null => diceIn(state, at, { from: at, to: at })[0] ?? null;

function showRoll(view: EditorView, { from, to, source, ...dice }: Dice): void {
  const rolled = roll(dice);
  view.dispatch({
    effects: [
      shown.of({ from, to, source, roll: rolled }),
      EditorView.announce.of(liveMessages.dice.rolled(source, rolled.total, rollDetails(rolled))),
    ],
  });
}

const hasDice = ({ state }: EditorView): boolean => state.field(shownRolls, false) !== undefined;

/** Rolls the dice at the cursor, and shows the result beside them. */
export const rollDiceAtCursor: Command = (view) => {
  const dice = hasDice(view) ? diceAt(view.state, view.state.selection.main.head) : null;
  if (dice === null) return false;
  showRoll(view, dice);
  return true;
};

/** Writes the result of the dice at the cursor into the text: the one that is shown, or else a new one. */
export const insertRoll: Command = (view) => {
  const { state } = view;
  const dice = hasDice(view) && !state.readOnly ? diceAt(state, state.selection.main.head) : null;
  if (dice === null) return false;
  const known = state.field(shownRolls).find(({ from, source }) => from === dice.from && source === dice.source);
  const rolled = known?.roll ?? roll(dice);
  const details = rollDetails(rolled);
  const insert = ` = ${rolled.total}${details === "" ? "" : ` (${details})`}`;
  view.dispatch({
    changes: { from: dice.to, insert },
    selection: { anchor: dice.to + insert.length },
    effects: removed.of({ from: dice.from }),
    annotations: isolateHistory.of("full"),
    userEvent: "input.roll",
    scrollIntoView: true,
  });
  return true;
};

/** A click on marked dice rolls them; the cursor goes there as with any click. */
const clicks = EditorView.domEventHandlers({
  click(event, view) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    if (!(event.target instanceof Element) || !event.target.closest(".cm-live-dice")) return false;
    if (!view.state.selection.main.empty) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const dice = at === null ? null : diceAt(view.state, at);
    if (dice !== null) showRoll(view, dice);
    return false;
  },
});

/** Dice in the text of a document: marked, rolled with a click, their results beside them. */
export const diceInText: Extension = [shownRolls, marks, clicks];
