import { Compartment, type EditorState, type Extension, Facet, type StateEffect } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { linksFollowed, livePreview } from "./live-preview";
import { sourceRows } from "./source-rows";

/** How Markdown is shown: as live preview or as source. */
export type Mode = "live" | "source";

const compartment = new Compartment();
const modeFacet = Facet.define<Mode, Mode | null>({ combine: ([first]) => first ?? null });

const modeExtensions = (mode: Mode): Extension => [
  modeFacet.of(mode),
  linksFollowed,
  mode === "live" ? livePreview : sourceRows,
];

/** The compartment of the mode. It is empty for plain text, which has no mode. */
export const modeCompartment = (): Extension => compartment.of([]);

/** The effect that switches Markdown to a mode. */
export const showAs = (mode: Mode): StateEffect<unknown> => compartment.reconfigure(modeExtensions(mode));

/** The mode of an editor; null if it has none. */
export const modeOf = (state: EditorState): Mode | null => state.facet(modeFacet);

/** Switches between live preview and source; false for a text without modes. */
export const toggleSource: Command = (view) => {
  const mode = modeOf(view.state);
  if (mode === null) return false;
  const top = view.state.selection.main.head;
  const before = view.coordsAtPos(top)?.top;
  view.dispatch({ effects: showAs(mode === "live" ? "source" : "live") });
  // Keep the line with the cursor at its position on the screen.
  const after = view.coordsAtPos(top)?.top;
  if (before !== undefined && after !== undefined) view.scrollDOM.scrollTop += after - before;
  return true;
};
