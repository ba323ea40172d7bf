import { Compartment, type EditorState, type Extension, Facet, type StateEffect } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { linksFollowed, livePreview } from "./live-preview";

/** How a Markdown text is shown: as it is meant, or as it is written. */
export type Mode = "live" | "source";

const compartment = new Compartment();
const shown = Facet.define<Mode, Mode | null>({ combine: ([first]) => first ?? null });

const content = (mode: Mode): Extension => [shown.of(mode), linksFollowed, mode === "live" ? livePreview : []];

/** A place for the mode in an editor's state; a text without one, as a plain text is, has no mode. */
export const modePlace = (): Extension => compartment.of([]);

/** The effect that shows a Markdown text in a mode. */
export const showAs = (mode: Mode): StateEffect<unknown> => compartment.reconfigure(content(mode));

/** The mode that a text is shown in; null for one that has none. */
export const modeOf = (state: EditorState): Mode | null => state.facet(shown);

/** From live preview to source and back. False for a text that has no such choice. */
export const toggleSource: Command = (view) => {
  const mode = modeOf(view.state);
  if (mode === null) return false;
  const top = view.state.selection.main.head;
  const before = view.coordsAtPos(top)?.top;
  view.dispatch({ effects: showAs(mode === "live" ? "source" : "live") });
  // The line with the cursor stays where it is on the screen.
  const after = view.coordsAtPos(top)?.top;
  if (before !== undefined && after !== undefined) view.scrollDOM.scrollTop += after - before;
  return true;
};
