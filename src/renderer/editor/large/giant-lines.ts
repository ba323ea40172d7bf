import { type EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { MIN_LENGTH } from "./giant-windows";

/** The editor draws only a part of lines that have more characters than this. */
const GIANT = 20_000;

const cover = StateEffect.define<"on" | "off">();

// A block decoration: a line that is only folded would keep its folded height when it is unfolded.
const covering = Decoration.replace({ block: true });

/**
 * Covers each giant line until the view has been measured. CodeMirror leaves gaps in such a line for what is far from
 * the view. But a gap that was created before CodeMirror knows that lines wrap counts as almost no height, and then the
 * whole line is laid out at once, which takes seconds for five megabytes.
 */
export const giantLines = StateField.define<DecorationSet>({
  create: (state) => coversOf(state),
  update(covers, { changes, effects, state }) {
    let next = covers.map(changes);
    for (const effect of effects)
      if (effect.is(cover)) next = effect.value === "on" ? coversOf(state) : Decoration.none;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** An effect that accompanies a change of line wrapping; call `uncover` after it. */
export const covered: StateEffect<unknown> = cover.of("on");

/** Shows giant lines once the mounted view knows its width. */
export function uncover(view: EditorView): void {
  if (view.state.field(giantLines).size === 0) return;
  // This forces a layout now.
  view.elementAtHeight(0);
  view.dispatch({ effects: cover.of("off") });
}

/** In a text up to this length, in characters, even a giant line is styled, because the text has a complete tree. */
const SHORT = 100_000;

/** The length of the longest line that is shown plain because of its length, in characters; 0 if there is none. */
export function longestGiant(doc: Text): number {
  if (doc.length <= SHORT) return 0;
  let longest = 0;
  for (const { from, to } of giants(doc)) longest = Math.max(longest, to - from);
  return longest;
}

/** A line of which only a window is laid out needs no cover. */
const coversOf = ({ doc }: EditorState): DecorationSet =>
  Decoration.set(
    Array.from(giants(doc))
      .filter(({ from, to }) => to - from <= MIN_LENGTH)
      .map(({ from, to }) => covering.range(from, to)),
  );

function* giants(doc: Text): Iterable<{ from: number; to: number }> {
  // Every line that is this long contains one of these positions.
  for (let at = GIANT; at <= doc.length; at += GIANT) {
    const { from, to } = doc.lineAt(at);
    if (to - from <= GIANT) continue;
    yield { from, to };
    at = to - (to % GIANT);
  }
}
