import { type EditorState, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Presence } from "../../../core/sharing/presence";
import { visibleText } from "../../ui/visible-text";
import { colourOf } from "./person-colour";
import "./others-cursors.css";

const setOthers = StateEffect.define<readonly Presence[]>();

class CaretWidget extends WidgetType {
  constructor(readonly name: string) {
    super();
  }
  override eq(other: CaretWidget): boolean {
    return other.name === this.name;
  }
  override toDOM(): HTMLElement {
    const caret = document.createElement("span");
    caret.className = "cm-other-caret";
    caret.style.cssText = `--other: ${colourOf(this.name)}`;
    // Who is here is listed in the dialog; read out in the middle of the text it would disturb.
    caret.ariaHidden = "true";
    caret.dataset["name"] = visibleText(this.name);
    return caret;
  }
}

function decorationsOf({ doc }: EditorState, others: readonly Presence[]): DecorationSet {
  const found = others.flatMap(({ name, selection }) => {
    if (selection === null) return [];
    const [anchor, head] = [Math.min(selection.anchor, doc.length), Math.min(selection.head, doc.length)];
    const caret = Decoration.widget({ widget: new CaretWidget(name), side: 1 }).range(head);
    if (anchor === head) return [caret];
    const words = Decoration.mark({ class: "cm-other-selection", attributes: { style: `--other: ${colourOf(name)}` } });
    return [words.range(Math.min(anchor, head), Math.max(anchor, head)), caret];
  });
  return Decoration.set(found, true);
}

/** The cursors and selections of other people; they move with the text until those people's next ones arrive. */
const othersField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(cursors, { effects, changes, state }) {
    for (const effect of effects) if (effect.is(setOthers)) return decorationsOf(state, effect.value);
    return cursors.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The transactions that show these people in an editor; none if there is nothing to show or hide. */
export function showOthers(state: EditorState, others: readonly Presence[]): TransactionSpec[] {
  const isKnown = state.field(othersField, false) !== undefined;
  if (!isKnown && others.length === 0) return [];
  const effects = [...(isKnown ? [] : [StateEffect.appendConfig.of(othersField)]), setOthers.of(others)];
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
