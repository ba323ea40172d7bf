import "./read-ranges-gutter.css";
import type { Extension } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";
import { touchesLines } from "../../../core/text/line-ranges";
import type { ReadRange } from "../../../shared/contract";
import { formatTime } from "../../ui/time";
import { coverageMessages } from "./messages";
import { readRangesField } from "./read-ranges";

/** The number of agents with a colour and lane of their own; later ones share the last. */
const MAX_LANES = 4;

/** Marks beside the visible lines: a bar if an agent has read the line, a dot if a search matched it. */
export function readRangesGutter(): Extension {
  return gutter({
    class: "cm-reading-gutter",
    lineMarker: markOf,
    // Block widgets that stand for several lines, such as a rendered table.
    widgetMarker: (view, _widget, block) => markOf(view, block),
    lineMarkerChange: (update) => update.startState.field(readRangesField) !== update.state.field(readRangesField),
  });
}

class ReadRangesMarker extends GutterMarker {
  override elementClass = "cm-reading-line";

  constructor(
    /** The reads of one line, oldest first. */
    private readonly readRanges: readonly ReadRange[],
    private readonly agents: readonly string[],
  ) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof ReadRangesMarker &&
      other.readRanges.length === this.readRanges.length &&
      other.agents.join("\n") === this.agents.join("\n") &&
      this.readRanges.every((entry, index) => {
        const same = other.readRanges[index];
        return same?.by === entry.by && same.at === entry.at && same.sought === entry.sought;
      })
    );
  }

  override toDOM(): HTMLElement {
    const box = document.createElement("div");
    box.className = "cm-reading-mark";
    box.style.setProperty("--lanes", String(Math.min(this.agents.length, MAX_LANES)));
    box.title = this.readRanges.map(sentence).reverse().join("\n");
    for (const [index, by] of this.agents.entries()) {
      const own = this.readRanges.filter((entry) => entry.by === by);
      if (own.length === 0) continue;
      const lane = document.createElement("span");
      lane.className = "cm-reading-lane";
      const laneIndex = String(Math.min(index, MAX_LANES - 1));
      lane.dataset["lane"] = laneIndex;
      lane.style.setProperty("--place", laneIndex);
      lane.dataset["read"] = String(own.some(({ kind }) => kind === "read"));
      lane.dataset["matched"] = String(own.some(({ kind }) => kind === "matched"));
      box.append(lane);
    }
    return box;
  }
}

function markOf(view: EditorView, block: { from: number; to: number }): ReadRangesMarker | null {
  const all = view.state.field(readRangesField);
  if (all.length === 0) return null;
  const { doc } = view.state;
  const span = { from: doc.lineAt(block.from).number, to: doc.lineAt(block.to).number };
  const here = all.filter(({ lines }) => touchesLines(lines, span));
  if (here.length === 0) return null;
  return new ReadRangesMarker(here, [...new Set(all.map(({ by }) => by))].sort());
}

function sentence({ by, kind, at, tool, sought }: ReadRange): string {
  const time = formatTime(at);
  return kind === "read"
    ? coverageMessages.read(by, time, tool)
    : coverageMessages.matched(by, sought ?? "", time, tool);
}
