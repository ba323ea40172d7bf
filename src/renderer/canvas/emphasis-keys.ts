import { EditorSelection, type StateCommand } from "@codemirror/state";

/** Puts `mark` around the selected words (or the one at the cursor), or takes it away where it stands already. */
export const toggleMark =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const length = mark.length;
    const change = state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range;
      const around =
        state.sliceDoc(Math.max(0, from - length), from) === mark && state.sliceDoc(to, to + length) === mark;
      // `**` is not two `*`: what stands around must be this mark and no longer one.
      const isLonger = [state.sliceDoc(from - length - 1, from - length), state.sliceDoc(to + length, to + length + 1)];
      const isThis =
        around &&
        (length > 1 || isLonger.some((character) => character !== mark) || isTriple(state.sliceDoc(from - 3, from)));
      if (isThis)
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(range.anchor - length, range.head - length),
        };
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(range.anchor + length, range.head + length),
      };
    });
    dispatch(state.update(change, { scrollIntoView: true, userEvent: "input.mark" }));
    return true;
  };

const isTriple = (text: string) => text === "***";
