import { type EditorState, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Presence } from "../../../core/sharing/presence";
import { visibleText } from "../../ui/visible-text";
import { colourOf } from "./person-colour";
import "./others-cursors.css";

/** How long a name is shown after its cursor has moved, in milliseconds. Then it is shown to the mouse only: it covers the words above. */
const NAME_MS = 3000;

/** `at`: the time, as of `performance.now`. */
const setOthers = StateEffect.define<{ others: readonly Presence[]; at: number }>();

const nameTimeouts = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** The cursor of another person, which moved last at `movedAt`. */
export class CaretWidget extends WidgetType {
  constructor(
    readonly name: string,
    readonly movedAt: number,
  ) {
    super();
  }

  override eq(other: CaretWidget): boolean {
    return other.name === this.name && other.movedAt === this.movedAt;
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement("span");
    caret.className = "cm-other-caret";
    caret.style.cssText = `--other: ${colourOf(this.name)}`;
    // Who is here is listed in the dialog; read out in the middle of the text it would disturb.
    caret.ariaHidden = "true";
    caret.dataset["name"] = visibleText(this.name);
    this.#showName(caret);
    return caret;
  }

  override updateDOM(caret: HTMLElement): boolean {
    if (caret.dataset["name"] !== visibleText(this.name)) return false;
    this.#showName(caret);
    return true;
  }

  /** The class is set without a transaction: one would draw the line again in which a word may be composed. */
  #showName(caret: HTMLElement): void {
    const left = this.movedAt + NAME_MS - performance.now();
    clearTimeout(nameTimeouts.get(caret));
    caret.classList.toggle("is-named", left > 0);
    if (left > 0)
      nameTimeouts.set(
        caret,
        setTimeout(() => caret.classList.remove("is-named"), left),
      );
  }

  override destroy(caret: HTMLElement): void {
    clearTimeout(nameTimeouts.get(caret));
  }

  /** A click on it is one on the text. */
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Where a person's cursor was by its last message, where that is in the text now, and since when. */
type CursorPosition = { received: number; head: number; movedAt: number };
type Others = { drawn: DecorationSet; known: ReadonlyMap<number, CursorPosition> };

/** What is drawn of these people. A cursor that only moves along with the text has not moved, and its name stays hidden. */
function othersAt({ doc }: EditorState, others: readonly Presence[], at: number, before: Others["known"]): Others {
  const known = new Map<number, CursorPosition>();
  const found = others.flatMap(({ id, name, selection }) => {
    if (selection === null) return [];
    const [anchor, head] = [Math.min(selection.anchor, doc.length), Math.min(selection.head, doc.length)];
    const last = before.get(id);
    const hasStayed = last !== undefined && (last.received === selection.head || last.head === head);
    const movedAt = hasStayed ? last.movedAt : at;
    known.set(id, { received: selection.head, head, movedAt });
    const caret = Decoration.widget({ widget: new CaretWidget(name, movedAt), side: 1 }).range(head);
    if (anchor === head) return [caret];
    const words = Decoration.mark({ class: "cm-other-selection", attributes: { style: `--other: ${colourOf(name)}` } });
    return [words.range(Math.min(anchor, head), Math.max(anchor, head)), caret];
  });
  return { drawn: Decoration.set(found, true), known };
}

/** The cursors and selections of other people; they move with the text until those people's next ones arrive. */
export const othersField = StateField.define<Others>({
  create: () => ({ drawn: Decoration.none, known: new Map() }),
  update(value, { effects, changes, docChanged, state }) {
    const known = docChanged
      ? new Map([...value.known].map(([id, each]) => [id, { ...each, head: changes.mapPos(each.head, 1) }]))
      : value.known;
    for (const effect of effects)
      if (effect.is(setOthers)) return othersAt(state, effect.value.others, effect.value.at, known);
    return docChanged ? { drawn: value.drawn.map(changes), known } : value;
  },
  provide: (field) => EditorView.decorations.from(field, ({ drawn }) => drawn),
});

/** The transactions that show these people in an editor; none if there is nothing to show or hide. */
export function showOthers(state: EditorState, others: readonly Presence[]): TransactionSpec[] {
  const isKnown = state.field(othersField, false) !== undefined;
  if (!isKnown && others.length === 0) return [];
  const shown = setOthers.of({ others, at: performance.now() });
  const effects = [...(isKnown ? [] : [StateEffect.appendConfig.of(othersField)]), shown];
  // The field has to be there before it can hear.
  return isKnown ? [{ effects }] : effects.map((effect) => ({ effects: effect }));
}

/** Pixels that stay visible above and below the cursor of whoever is followed. */
const FOLLOW_MARGIN = 80;

/** Scrolls the cursor of another person into view; selection and focus stay. Null if their position is not known. */
export function scrollToPerson({ doc }: EditorState, { selection }: Presence): TransactionSpec | null {
  if (selection === null) return null;
  const head = Math.min(selection.head, doc.length);
  return { effects: EditorView.scrollIntoView(head, { y: "nearest", yMargin: FOLLOW_MARGIN }) };
}
