import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { foldedRanges, unfoldEffect } from "@codemirror/language";
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  Prec,
  type Range,
  StateEffect,
  StateField,
  type TransactionSpec,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from "@codemirror/view";
import { bothTexts, type Choice, type Conflict, grownSpan, keptSpan } from "./conflict";
import { nameOf, written } from "./remote-writes";
import { canvasWords } from "./words";

/** A conflict as the page shows it. */
export type ShownConflict = Pick<Conflict, "id" | "from" | "to" | "by"> & { theirs: string };

/** Replaces what is shown. */
export const showConflicts = StateEffect.define<readonly ShownConflict[]>();

/** The person has chosen. */
export const settled = StateEffect.define<ShownConflict>({ map: mapShown });

/** A choice was undone. */
export const reopened = StateEffect.define<ShownConflict>({ map: mapShown });

function mapShown(conflict: ShownConflict, changes: Parameters<typeof grownSpan>[1]): ShownConflict {
  return grownSpan(conflict, changes);
}

/** What unfolds the folds that would hide these conflicts, after `changes`. */
export function unfolding(
  state: EditorState,
  changes: ChangeDesc,
  conflicts: readonly ShownConflict[],
): StateEffect<unknown>[] {
  const effects: StateEffect<unknown>[] = [];
  foldedRanges(state).between(0, state.doc.length, (first, last) => {
    const fold = { from: changes.mapPos(first, 1), to: changes.mapPos(last, -1) };
    if (conflicts.some(({ from, to }) => from <= fold.to && to >= fold.from)) effects.push(unfoldEffect.of(fold));
  });
  return effects;
}

/** The open conflicts, in order. */
export const shownConflicts = StateField.define<readonly ShownConflict[]>({
  create: () => [],
  update(shown, transaction) {
    let next = shown;
    if (transaction.docChanged && shown.length > 0) {
      const map = transaction.annotation(written) ? keptSpan : grownSpan;
      next = shown.map((conflict) => map(conflict, transaction.changes));
    }
    for (const effect of transaction.effects) {
      if (effect.is(showConflicts)) next = effect.value;
      else if (effect.is(settled)) next = next.filter(({ id }) => id !== effect.value.id);
      else if (effect.is(reopened) && !next.some(({ id }) => id === effect.value.id))
        next = [...next, effect.value].sort((a, b) => a.from - b.from);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.compute([field, "doc"], (state) => decorate(state, state.field(field))),
});

/** The conflict that the cursor is in or at, else null. */
export function conflictAtCursor(state: EditorState): ShownConflict | null {
  const { head } = state.selection.main;
  const shown = state.field(shownConflicts);
  const inside = shown.find(({ from, to }) => head >= from && head <= to);
  if (inside) return inside;
  const line = state.doc.lineAt(head);
  return shown.find(({ from, to }) => from <= line.to && to >= line.from) ?? null;
}

/** The one undoable step that settles a conflict. */
export function settling(state: EditorState, conflict: ShownConflict, choice: Choice): TransactionSpec {
  const { from, to, theirs } = conflict;
  const mine = state.doc.sliceString(from, to);
  const around = {
    startsLine: from === state.doc.lineAt(from).from,
    endsLine: to === state.doc.lineAt(to).to,
  };
  const insert = choice === "mine" ? mine : choice === "theirs" ? theirs : bothTexts(mine, theirs, around);
  return {
    ...(insert === mine ? {} : { changes: { from, to, insert: state.toText(insert) } }),
    effects: settled.of({ ...conflict, to: from + insert.length }),
    annotations: isolateHistory.of("full"),
    userEvent: `conflict.${choice}`,
  };
}

/** Settles through the view, and leaves the keyboard where the person goes on: at the next hunk, else in the text. */
function settle(view: EditorView, id: number, choice: Choice): boolean {
  const conflict = view.state.field(shownConflicts).find((each) => each.id === id);
  if (!conflict) return false;
  view.dispatch(settling(view.state, conflict, choice));
  const next = view.state.field(shownConflicts)[0];
  view.focus();
  if (next) goTo(view, next);
  return true;
}

/** With the cursor in a conflict, settles it; else goes to the next one, so that nothing is settled unseen. */
const byKey = (choice: Choice) => (view: EditorView) => {
  const conflict = conflictAtCursor(view.state);
  if (conflict) return settle(view, conflict.id, choice);
  const shown = view.state.field(shownConflicts);
  const next = shown.find(({ from }) => from >= view.state.selection.main.head) ?? shown[0];
  if (next) goTo(view, next);
  return next !== undefined;
};

function goTo(view: EditorView, { from }: ShownConflict): void {
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
}

/** The conflicts in the page, with what settles them: buttons, and Alt+1, Alt+2, Alt+3 with the cursor in one. */
export function conflictHunks(): Extension {
  return [
    shownConflicts,
    invertedEffects.of((transaction) => {
      const back: StateEffect<unknown>[] = [];
      for (const effect of transaction.effects) {
        if (effect.is(settled)) {
          // The undone text has the span that the hunk had before the choice.
          const before = transaction.startState.field(shownConflicts).find(({ id }) => id === effect.value.id);
          if (before) back.push(reopened.of(before));
        } else if (effect.is(reopened)) back.push(settled.of(effect.value));
      }
      return back;
    }),
    Prec.high(keymap.of(CHOICES.map((choice, index) => ({ key: `Alt-${index + 1}`, run: byKey(choice) })))),
  ];
}

function decorate(state: EditorState, shown: readonly ShownConflict[]): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const conflict of shown) {
    const to = Math.min(conflict.to, state.doc.length);
    const from = Math.min(conflict.from, to);
    if (from < to) marks.push(Decoration.mark({ class: "cm-conflict-mine", inclusive: true }).range(from, to));
    // A hunk of whole lines ends with a line break: it stands below its last line, not below the one after.
    const end = to > from && state.doc.sliceString(to - 1, to) === "\n" ? to - 1 : to;
    const widget = new HunkWidget(conflict, state.doc.sliceString(from, to));
    marks.push(Decoration.widget({ widget, block: true, side: 1 }).range(state.doc.lineAt(end).to));
  }
  return Decoration.set(marks, true);
}

/** In the order of their keys: Alt+1, Alt+2, Alt+3. */
const CHOICES: readonly Choice[] = ["mine", "theirs", "both"];

const SHORT = { lines: 8, characters: 600 };

class HunkWidget extends WidgetType {
  constructor(
    readonly conflict: ShownConflict,
    readonly mine: string,
  ) {
    super();
  }

  override eq(other: HunkWidget): boolean {
    const [a, b] = [this.conflict, other.conflict];
    return a.id === b.id && a.theirs === b.theirs && this.mine === other.mine && nameOf(a.by) === nameOf(b.by);
  }

  override get estimatedHeight(): number {
    return 120;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const words = canvasWords.conflict;
    const { id, by, theirs } = this.conflict;
    const who = nameOf(by);
    const hunk = element("section", "cm-hunk");
    hunk.setAttribute("role", "group");
    hunk.setAttribute("aria-label", words.group(who));
    hunk.contentEditable = "false";
    hunk.addEventListener("keydown", (event) => {
      const choice = event.altKey ? CHOICES[Number(event.key) - 1] : undefined;
      if (event.key === "Escape") view.focus();
      else if (!choice || !settle(view, id, choice)) return;
      event.preventDefault();
    });
    hunk.append(
      side(words.yours, this.mine, "mine"),
      side(words.others(who), theirs, "theirs"),
      this.#buttons(view, id),
    );
    return hunk;
  }

  override updateDOM(dom: HTMLElement, view: EditorView, from: WidgetType): boolean {
    // While the person types in their side the buttons stay the same elements, with whatever focus they have.
    if (!(from instanceof HunkWidget) || from.conflict.id !== this.conflict.id) return false;
    const fresh = this.toDOM(view);
    for (const name of ["mine", "theirs"]) {
      const old = dom.querySelector(`[data-side="${name}"]`);
      const now = fresh.querySelector(`[data-side="${name}"]`);
      if (!old || !now) return false;
      if (!old.isEqualNode(now)) old.replaceWith(now);
    }
    dom.setAttribute("aria-label", fresh.getAttribute("aria-label") ?? "");
    return true;
  }

  #buttons(view: EditorView, id: number): HTMLElement {
    const words = canvasWords.conflict;
    const row = element("div", "cm-hunk-buttons");
    CHOICES.forEach((choice, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(words[choice], element("kbd", "", words.key(index + 1)));
      button.setAttribute("aria-keyshortcuts", words.key(index + 1));
      button.addEventListener("click", () => settle(view, id, choice));
      row.append(button);
    });
    return row;
  }
}

function side(label: string, text: string, kind: "mine" | "theirs"): HTMLElement {
  const box = element("div", `cm-hunk-side cm-hunk-${kind}`);
  box.dataset["side"] = kind;
  box.append(element("div", "cm-hunk-label", label));
  if (text === "") {
    box.append(element("div", "cm-hunk-nothing", canvasWords.conflict.nothing));
    return box;
  }
  const lines = text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, SHORT.lines).join("\n").slice(0, SHORT.characters);
  const content = element("div", "cm-hunk-text", shown);
  box.append(content);
  const hidden = Math.max(lines.length - SHORT.lines, shown.length < text.trimEnd().length ? 1 : 0);
  if (hidden > 0) {
    const more = document.createElement("button");
    more.type = "button";
    more.className = "cm-hunk-more";
    more.textContent = canvasWords.conflict.more(hidden);
    more.addEventListener("click", () => {
      content.textContent = lines.join("\n");
      more.remove();
    });
    box.append(more);
  }
  return box;
}

function element(tag: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
