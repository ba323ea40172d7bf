import "./reading-gutter.css";
import type { Extension } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";
import { touchesLines } from "../../../core/text/line-ranges";
import type { Reading } from "../../../shared/contract";
import { clock } from "../../ui/time";
import { readingsField } from "../read-ranges";
import { readingWords } from "./messages";

/** The number of agents with a colour and lane of their own; later ones share the last. */
const LANES = 4;

/** Marks beside the visible lines: a bar if an agent has read the line, a dot if a search matched it. */
export function readingGutter(): Extension {
  return gutter({
    class: "cm-reading-gutter",
    lineMarker: markOf,
    // Block widgets that stand for several lines, such as a rendered table.
    widgetMarker: (view, _widget, block) => markOf(view, block),
    lineMarkerChange: (update) => update.startState.field(readingsField) !== update.state.field(readingsField),
  });
}

class ReadingMark extends GutterMarker {
  override elementClass = "cm-reading-line";

  constructor(
    /** The reads of one line, oldest first. */
    private readonly readings: readonly Reading[],
    private readonly agents: readonly string[],
  ) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof ReadingMark &&
      other.readings.length === this.readings.length &&
      other.agents.join("\n") === this.agents.join("\n") &&
      this.readings.every((reading, index) => {
        const same = other.readings[index];
        return same?.by === reading.by && same.at === reading.at && same.sought === reading.sought;
      })
    );
  }

  override toDOM(): HTMLElement {
    const box = document.createElement("div");
    box.className = "cm-reading-mark";
    box.style.setProperty("--lanes", String(Math.min(this.agents.length, LANES)));
    box.title = this.readings.map(sentence).reverse().join("\n");
    for (const [index, by] of this.agents.entries()) {
      const own = this.readings.filter((reading) => reading.by === by);
      if (own.length === 0) continue;
      const lane = document.createElement("span");
      lane.className = "cm-reading-lane";
      const place = String(Math.min(index, LANES - 1));
      lane.dataset["lane"] = place;
      lane.style.setProperty("--place", place);
      lane.dataset["read"] = String(own.some(({ kind }) => kind === "read"));
      lane.dataset["matched"] = String(own.some(({ kind }) => kind === "matched"));
      box.append(lane);
    }
    return box;
  }
}

function markOf(view: EditorView, block: { from: number; to: number }): ReadingMark | null {
  const all = view.state.field(readingsField);
  if (all.length === 0) return null;
  const { doc } = view.state;
  const span = { from: doc.lineAt(block.from).number, to: doc.lineAt(block.to).number };
  const here = all.filter(({ lines }) => touchesLines(lines, span));
  if (here.length === 0) return null;
  return new ReadingMark(here, [...new Set(all.map(({ by }) => by))].sort());
}

function sentence({ by, kind, at, tool, sought }: Reading): string {
  const time = clock(at);
  return kind === "read" ? readingWords.read(by, time, tool) : readingWords.matched(by, sought ?? "", time, tool);
}
