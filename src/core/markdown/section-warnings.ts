/** Describes side effects of a section edit, in sentences for the agent that made it. */
import { cropText } from "../text/characters";
import { listSections, type Outline, type Section } from "./sections";

/** Whole lines `from`–`to` of the old text (1-based, inclusive; none if `to` is before `from`), and the lines that replace them. */
export type EditedLines = { from: number; to: number; lines: readonly string[] };

/** What the edit was meant to do; `headingLine` is the expected line of the replaced section's heading. */
export type EditIntent =
  | { kind: "frontmatter" }
  | { kind: "insert"; parent: Section | null }
  | { kind: "replace"; target: Section; keepHeading: boolean; headingLine: number }
  | { kind: "delete"; target: Section };

/**
 * The warnings for an edit, from the outlines before and after it: removed sections, headings at an unintended level or parent, sections
 * elsewhere that no longer exist, and changed paths.
 */
export function findSideEffects(
  edit: EditedLines,
  { before, after, intent }: { before: Outline; after: Outline; intent: EditIntent },
): string[] {
  const moved = edit.lines.length - (edit.to - edit.from + 1);
  const lastNew = edit.from + edit.lines.length - 1;
  const old = listSections(before);
  const fresh = listSections(after);
  const within = (line: number, from: number, to: number) => from <= line && line <= to;
  const added = fresh.filter(({ lineStart }) => within(lineStart, edit.from, lastNew));
  const removed = old.filter(({ lineStart }) => within(lineStart, edit.from, edit.to));
  const byLine = new Map(fresh.map((section) => [section.lineStart, section]));
  const lost: Section[] = [];
  const renamed: string[] = [];
  const kept = new Set(added);
  for (const section of old) {
    if (within(section.lineStart, edit.from, edit.to)) continue;
    const now = byLine.get(section.lineStart < edit.from ? section.lineStart : section.lineStart + moved);
    if (!now || now.title !== section.title || now.level !== section.level) lost.push(section);
    else {
      kept.add(now);
      if (now.path !== section.path) renamed.push(`${section.path} → ${now.path} (@${now.lineStart})`);
    }
  }
  const replaced = intent.kind === "replace" ? byLine.get(intent.headingLine) : undefined;
  if (replaced && intent.kind === "replace" && replaced.path !== intent.target.path) {
    renamed.unshift(`${intent.target.path} → ${replaced.path} (@${replaced.lineStart})`);
  }
  const appeared = fresh.filter((section) => !kept.has(section));
  return [
    ...frontmatterWarnings(before, after, intent),
    ...positionWarnings(added, intent),
    ...removalWarnings(removed, added, intent),
    ...(lost.length > 0 ? [`No longer sections, because of the text before them: ${listed(lost.map(name))}.`] : []),
    ...(appeared.length > 0 ? [`New sections outside the edited lines: ${listed(appeared.map(name))}.`] : []),
    ...(renamed.length > 0 ? [`Paths that changed: ${listed(renamed)}.`] : []),
  ];
}

function frontmatterWarnings(before: Outline, after: Outline, intent: EditIntent): string[] {
  if (before.frontmatter && !after.frontmatter && intent.kind !== "frontmatter")
    return ["The document no longer has front matter."];
  if (!before.frontmatter && after.frontmatter) {
    return [`Lines 1-${after.frontmatter.lineEnd} are front matter now, because the document begins with ---.`];
  }
  return [];
}

function positionWarnings(added: readonly Section[], intent: EditIntent): string[] {
  if (intent.kind === "insert") {
    const first = added[0];
    if (!first)
      return ["The content has no heading outside quotes, lists and code: its text belongs to the section before it."];
    const { parent } = intent;
    if (parent && !first.path.startsWith(`${parent.path}/`)) {
      return [
        `${name(first)} is not below "${cropText(parent.title, 80)}": a heading of level ${first.level} ends a section of level ${parent.level}.`,
      ];
    }
    return [];
  }
  if (intent.kind !== "replace") return [];
  const { target, keepHeading, headingLine } = intent;
  const first = added.find(({ lineStart }) => lineStart === headingLine);
  const others = added.filter((section) => section !== first && section.level <= target.level);
  const warnings: string[] = [];
  if (!keepHeading && !first)
    warnings.push("The new content does not begin with a heading: its text belongs to the section before it.");
  if (first && first.level !== target.level) {
    warnings.push(`The section's level changed from ${target.level} to ${first.level}.`);
  }
  if (others.length > 0) {
    warnings.push(
      `These headings have the section's level or a higher one, so they are separate sections: ${listed(others.map(name))}.`,
    );
  }
  return warnings;
}

function removalWarnings(removed: readonly Section[], added: readonly Section[], intent: EditIntent): string[] {
  if (intent.kind === "insert" || intent.kind === "frontmatter") return [];
  const { target } = intent;
  const left = new Map<string, number>();
  for (const { title } of added) left.set(title, (left.get(title) ?? 0) + 1);
  const missing = removed.filter((section) => {
    const count = left.get(section.title) ?? 0;
    left.set(section.title, count - 1);
    return count <= 0 && section.lineStart !== target.lineStart;
  });
  return missing.length > 0 ? [`Sub-sections that went: ${listed(missing.map(name))}.`] : [];
}

const name = (section: Section): string => `"${cropText(section.title, 80)}" (@${section.lineStart})`;

const MAX_LISTED = 10;

function listed(items: readonly string[]): string {
  const shown = items.slice(0, MAX_LISTED).join(", ");
  return items.length > MAX_LISTED ? `${shown} ... and ${items.length - MAX_LISTED} more` : shown;
}
