import { type EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { WINDOWED } from "./giant-windows";

/** Lines of more characters than this the editor draws in part only. */
const GIANT = 20_000;

const cover = StateEffect.define<"on" | "off">();

// As a block: a line that is only folded keeps the height that it had when it is unfolded.
const covering = Decoration.replace({ block: true });

/**
 * Covers each giant line until the page has been measured. The editor leaves a gap for what of such a line is far from
 * view; but a gap that was made before it knows that lines wrap is measured as if it were nearly nothing, after which all of the
 * line would be laid out at once, which for five megabytes takes seconds.
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

/** What goes along with a change of how lines wrap; `uncover` follows it. */
export const covered: StateEffect<unknown> = cover.of("on");

/** Shows giant lines once the view, which stands on the page, knows how wide that is. */
export function uncover(view: EditorView): void {
  if (view.state.field(giantLines).size === 0) return;
  // Reads the layout now.
  view.elementAtHeight(0);
  view.dispatch({ effects: cover.of("off") });
}

/** In a text up to this long also a giant line is dressed, in characters: the text has a tree of all of it. */
const SHORT = 100_000;

/** How long the longest line is that is shown plain for its length, in characters; 0 where there is none. */
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
      .filter(({ from, to }) => to - from <= WINDOWED)
      .map(({ from, to }) => covering.range(from, to)),
  );

function* giants(doc: Text): Iterable<{ from: number; to: number }> {
  // A line as long as that holds one of these places at least.
  for (let at = GIANT; at <= doc.length; at += GIANT) {
    const { from, to } = doc.lineAt(at);
    if (to - from <= GIANT) continue;
    yield { from, to };
    at = to - (to % GIANT);
  }
}
