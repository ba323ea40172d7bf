/** Moves sections with everything below them, and changes their levels. Only the moved text and its edges change. */

import { releveled } from "../markdown/heading-level";
import { listSections, type Outline, parseOutline, type Section } from "../markdown/sections";
import { applyChanges, type Change } from "../text/change";

/** Where a section goes: next to `anchor` at its level, or into it as its last sub-section. */
export type SectionDestination = { position: "before" | "after" | "into"; anchor: Section };

/**
 * `changes` is empty if the section is already there; `index` is its new index in document order. Rejected: a move into itself, a level
 * below 1 or above 6, and a move that would change which sections exist, such as that of a section that ends in an open fence.
 */
export type SectionMoveResult =
  | { status: "moved"; changes: Change[]; outline: Outline; index: number }
  | { status: "refused"; reason: "into itself" | "too deep" | "at the top" | "swallowed" };

/**
 * Moves a section with its whole subtree. Blank lines stay where they are in the document, so that moving back restores every byte; one is
 * added only if the text would otherwise get other sections. Levels follow `anchor`; an underlined heading becomes one with `#` only if its
 * new level cannot be underlined.
 */
export function moveSection(
  text: string,
  outline: Outline,
  section: Section,
  destination: SectionDestination,
): SectionMoveResult {
  const { position, anchor } = destination;
  const end = section.from + section.charCount;
  if (anchor.from === section.from) {
    if (position === "into") return { status: "refused", reason: "into itself" };
    return { status: "moved", changes: [], outline, index: listSections(outline).indexOf(section) };
  }
  if (anchor.from > section.from && anchor.from < end) return { status: "refused", reason: "into itself" };
  const at = position === "before" ? anchor.from : anchor.from + anchor.charCount;
  // If it is already the last child of the anchor, it is not its own sibling.
  const below = anchor.children.filter((child) => child !== section).at(-1)?.level ?? anchor.level + 1;
  const level = position === "into" ? below : anchor.level;
  const isLastBelow = position === "into" && anchor.children.at(-1) === section;
  return arranged(text, outline, section, { at, by: isLastBelow ? 0 : level - section.level });
}

/** Changes the level of a section and everything below it by one, in place: `-1` moves it towards the top. */
export function changeLevel(text: string, outline: Outline, section: Section, by: 1 | -1): SectionMoveResult {
  return arranged(text, outline, section, { at: section.from, by });
}

type Aim = { at: number; by: number };

type SectionHeading = Pick<Section, "title" | "level">;

function arranged(text: string, outline: Outline, section: Section, { at, by }: Aim): SectionMoveResult {
  const all = listSections(outline);
  const index = all.indexOf(section);
  if (index < 0) throw new RangeError("the section is not of this outline");
  const subtree = all.slice(index, index + countSubtree(section));
  if (section.level + by < 1) return { status: "refused", reason: "at the top" };
  if (by > 0 && subtree.some(({ level }) => level + by > 6)) return { status: "refused", reason: "too deep" };

  const rest = all.toSpliced(index, subtree.length);
  const next = rest.findIndex(({ from }) => from >= at);
  const to = next < 0 ? rest.length : next;
  const wanted: SectionHeading[] = [
    ...rest.slice(0, to),
    ...subtree.map(({ title, level }) => ({ title, level: level + by })),
    ...rest.slice(to),
  ];
  for (const seams of ["as they are", "with a blank line"] as const) {
    const changes = rearrange(text, section, { at, marks: by === 0 ? [] : releveled(text, subtree, by), seams });
    if (changes.length === 0) return { status: "moved", changes, outline, index };
    const after = parseOutline(applyChanges(text, changes));
    if (hasSections(after, wanted) && after.frontmatter?.lineEnd === outline.frontmatter?.lineEnd) {
      return { status: "moved", changes, outline: after, index: to };
    }
  }
  return { status: "refused", reason: "swallowed" };
}

type Plan = { at: number; marks: Change[]; seams: "as they are" | "with a blank line" };

// The moved text swaps places with the text that it passes; the blank lines between the two stay between them.
function rearrange(text: string, section: Section, { at, marks, seams }: Plan): Change[] {
  const { from } = section;
  const end = from + section.charCount;
  if (at === from || at === end) return marks;
  const coreEnd = trimmedEnd(text, end);
  const moved = applyChanges(
    text.slice(from, coreEnd),
    marks.map((mark) => ({ ...mark, from: mark.from - from, to: mark.to - from })),
  );
  const apart = (start: number, stop: number) =>
    seams === "with a blank line" && start > 0 && stop < text.length && isTight(text, start, stop) ? "\n" : "";
  if (at < from) {
    const passedEnd = trimmedEnd(text, from);
    const above = trimmedEnd(text, at);
    const gap = text.slice(passedEnd, from) + apart(passedEnd, from);
    return [
      { from: at, to: at, insert: apart(above, at) + moved + gap },
      { from: passedEnd, to: coreEnd, insert: apart(coreEnd, end) },
    ];
  }
  const passedEnd = trimmedEnd(text, at);
  const gap = text.slice(coreEnd, end) + apart(coreEnd, end);
  return [
    { from, to: end, insert: apart(trimmedEnd(text, from), from) },
    { from: passedEnd, to: passedEnd, insert: gap + moved + apart(passedEnd, at) },
  ];
}

// The end of the last non-blank line, before its line break.
function trimmedEnd(text: string, end: number): number {
  let last = end;
  while (last > 0 && isSpace(text.charCodeAt(last - 1))) last--;
  const lineEnd = text.indexOf("\n", last);
  return lineEnd < 0 ? end : Math.min(end, lineEnd);
}

const isSpace = (code: number): boolean => code === 10 || code === 32 || code === 9;

const isTight = (text: string, from: number, to: number): boolean => text.slice(from, to).split("\n").length === 2;

function countSubtree({ children }: Section): number {
  return children.reduce((count, child) => count + countSubtree(child), 1);
}

function hasSections(outline: Outline, wanted: readonly SectionHeading[]): boolean {
  const found = listSections(outline);
  return (
    found.length === wanted.length &&
    found.every(({ title, level }, index) => title === wanted[index]?.title && level === wanted[index]?.level)
  );
}
