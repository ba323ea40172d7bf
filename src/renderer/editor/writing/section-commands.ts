import type { StateCommand } from "@codemirror/state";
import { listSections, type Outline, parseOutline, type Section } from "../../../core/markdown/sections";
import { moveSection } from "../../../core/outline/move-section";
import { oneStep } from "./format";

/** The innermost section at a position, with its siblings. */
function sectionAt(outline: Outline, at: number): { section: Section; beside: readonly Section[] } | null {
  let found: { section: Section; beside: readonly Section[] } | null = null;
  for (let beside: readonly Section[] = outline.sections; ; ) {
    const section = beside.find(({ from, charCount }) => from <= at && at < from + charCount) ?? lastAtEnd(beside, at);
    if (!section) return found;
    found = { section, beside };
    beside = section.children;
  }
}

/** The very end of a text belongs to its last section. */
const lastAtEnd = (sections: readonly Section[], at: number): Section | undefined => {
  const last = sections.at(-1);
  return last && last.from + last.charCount === at ? last : undefined;
};

/**
 * Selects the section at the cursor with its subsections; repeated, the enclosing one. False above the first heading.
 */
export const selectSection: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const outline = parseOutline(state.doc.toString());
  let chosen: Section | null = null;
  for (let sections = outline.sections; ; ) {
    const enclosing = sections.find((each) => each.from <= from && to <= each.from + each.charCount);
    // If it is already selected, select the enclosing one.
    if (!enclosing || (enclosing.from === from && enclosing.from + enclosing.charCount === to)) break;
    chosen = enclosing;
    sections = enclosing.children;
  }
  if (!chosen) return false;
  const selection = { anchor: chosen.from, head: Math.min(state.doc.length, chosen.from + chosen.charCount) };
  dispatch(state.update({ selection, userEvent: "select", scrollIntoView: true }));
  return true;
};

/** Moves the section at the cursor, with its subsections, past its sibling; the cursor moves with it. */
export const shiftSection =
  (direction: "up" | "down"): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const text = state.doc.toString();
    const outline = parseOutline(text);
    const { head } = state.selection.main;
    const found = sectionAt(outline, head);
    if (!found) return false;
    const { section, beside } = found;
    const anchor = beside[beside.indexOf(section) + (direction === "up" ? -1 : 1)];
    if (!anchor) return false;
    const position = direction === "up" ? "before" : "after";
    const moved = moveSection(text, outline, section, { position, anchor });
    if (moved.status === "refused" || moved.changes.length === 0) return false;
    const next = listSections(moved.outline)[moved.index];
    const at = (next?.from ?? 0) + (head - section.from);
    const selection = { anchor: Math.min(at, text.length + grown(moved.changes)) };
    dispatch(oneStep(state, { changes: moved.changes, selection, userEvent: "move.section" }));
    return true;
  };

const grown = (changes: readonly { from: number; to: number; insert: string }[]): number =>
  changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
