import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Highlights lines, given by positions in the first and last of them; null ends it. */
const flashLines = StateEffect.define<{ from: number; to: number } | null>({
  map: (span, changes) => span && { from: changes.mapPos(span.from), to: changes.mapPos(span.to) },
});

/** A longer range is easy to see without highlighting all of it. */
const MAX_LINES = 200;

/** How long the lines are highlighted, in milliseconds; the style sheet fades them within it. */
const FLASH_DURATION = 1600;

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(flashLines)) continue;
      const { doc } = transaction.state;
      const lines: number[] = [];
      if (effect.value) {
        const last = Math.min(doc.length, effect.value.to);
        for (let at = doc.lineAt(Math.min(effect.value.from, last)); lines.length < MAX_LINES; ) {
          lines.push(at.from);
          if (at.to >= last || at.number >= doc.lines) break;
          at = doc.line(at.number + 1);
        }
      }
      next = Decoration.set(lines.map((from) => Decoration.line({ class: "cm-found-line" }).range(from)));
    }
    return next;
  },
  provide: (marks) => EditorView.decorations.from(marks),
});

/** An editor whose text can be highlighted. */
type Flashable = { edit(spec: { effects: StateEffect<unknown> }): void };

const prepared = new WeakSet<object>();
const timers = new WeakMap<object, ReturnType<typeof setTimeout>>();

// Removing the highlight redraws its lines, which would end a composition in one of them.
let isComposing = false;
window.addEventListener("compositionstart", () => (isComposing = true), { capture: true });
window.addEventListener("compositionend", () => (isComposing = false), { capture: true });

function end(editor: Flashable): void {
  if (isComposing) timers.set(editor, setTimeout(end, FLASH_DURATION / 10, editor));
  else editor.edit({ effects: flashLines.of(null) });
}

/** Highlights the lines between two positions for a moment. */
export function flash(editor: Flashable, span: { from: number; to: number }): void {
  if (!prepared.has(editor)) editor.edit({ effects: StateEffect.appendConfig.of(field satisfies Extension) });
  prepared.add(editor);
  editor.edit({ effects: flashLines.of(span) });
  clearTimeout(timers.get(editor));
  timers.set(editor, setTimeout(end, FLASH_DURATION, editor));
}
