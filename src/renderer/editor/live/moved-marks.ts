import type { DecorationSet } from "@codemirror/view";
import { changedLines, type ParsedRange, redrawn } from "../syntax/changed-blocks";
import { isSameFrontMatter, type Step } from "../text/front-matter";
import { drawnBlocks } from "./blocks";
import { changedAttention, changedSpans } from "./changed-spans";
import { definitions, isSameDefinitions } from "./definitions";
import { liveMarks } from "./marks";
import { tables } from "./tables";

/**
 * The marks of the live preview after an edit: those of the blocks that it changed are drawn again, and all others move along. Null if all of them
 * must be drawn again.
 */
export function moveMarks(
  marks: DecorationSet,
  step: Step,
  before: ParsedRange,
  after: ParsedRange,
  width: (text: string) => number,
): DecorationSet | null {
  const { startState, state, changes } = step;
  if (!isSameDefinitions(startState.field(definitions), state.field(definitions))) return null;
  const attended = changedAttention(step);
  const replaced = attended && changedSpans(drawnBlocks(startState), drawnBlocks(state), changes);
  const grids = replaced && changedSpans(startState.field(tables).drawn, state.field(tables).drawn, changes);
  const lines = grids && changedLines(before, after, changes, [...attended, ...replaced, ...grids]);
  if (!lines || !isSameFrontMatter(step, lines.from)) return null;
  return redrawn(marks.map(changes), lines, liveMarks({ state, part: after.part, ...lines, width }));
}
