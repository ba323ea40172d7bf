import { insertSection, readSection, replaceSection } from "../../../../core/markdown/section-edits";
import { listSections, type Outline, parseOutline, type Section } from "../../../../core/markdown/sections";
import type { Change } from "../../../../core/text/change";
import { ToolError } from "../../ports/tool-error";

/** A section of an earlier version: its path, and the texts before and after it is restored. */
export type SectionToRestore = {
  /** The document, as the caller names it. */
  name: string;
  old: { text: string; outline: Outline };
  target: Section | "frontmatter";
};

/** A restored section; `line` is its new first line. */
export type RestoredSection = { changes: Change[]; line: number; warnings: string[] };

/**
 * Replaces a section with its text in an earlier version. A section that was removed is inserted beside its former neighbour: after the previous
 * sibling, else first in its parent, else before the next sibling.
 */
export function restoreSection({ name, old, target }: SectionToRestore, text: string): RestoredSection {
  const outline = parseOutline(text);
  const { content } = readSection(old.text, old.outline, target, { includeChildren: true });
  const today = target === "frontmatter" ? outline.frontmatter && target : at(outline, target.path);
  if (today !== undefined && today !== null) {
    const edit = replaceSection(text, outline, today, { content, keepHeading: false, includeChildren: true });
    if (edit.status === "refused") throw new ToolError(edit.code, edit.message, { hint: edit.hint });
    return { changes: edit.changes, line: edit.newLineStart, warnings: edit.warnings };
  }
  if (target === "frontmatter") return { changes: [{ from: 0, to: 0, insert: `${content}\n` }], line: 1, warnings: [] };
  const insertPoint = insertPointFor(target, old.outline, outline);
  if (insertPoint === null) {
    throw new ToolError("not_found", `${name} has neither section ${target.path} nor any of its former neighbours`, {
      hint: "Leave `section` out to restore the whole document, or read it with the doc_history versions and use doc_insert.",
    });
  }
  const edit = insertSection(text, outline, insertPoint.anchor, { content, position: insertPoint.position });
  if (edit.status === "refused") throw new ToolError(edit.code, edit.message, { hint: edit.hint });
  return { changes: edit.changes, line: edit.insertedAt, warnings: edit.warnings };
}

const at = (outline: Outline, path: string): Section | undefined =>
  listSections(outline).find((section) => section.path === path);

type InsertPoint = { anchor: Section; position: "before" | "after" | "first_child" };

function insertPointFor(target: Section, old: Outline, today: Outline): InsertPoint | null {
  const parentPath = target.path.split("/").slice(0, -1).join("/");
  const siblings = parentPath === "" ? old.sections : (at(old, parentPath)?.children ?? []);
  const own = siblings.findIndex(({ path }) => path === target.path);
  for (const { path } of siblings.slice(0, own).reverse()) {
    const anchor = at(today, path);
    if (anchor !== undefined) return { anchor, position: "after" };
  }
  const parent = at(today, parentPath);
  if (parent !== undefined) return { anchor: parent, position: "first_child" };
  for (const { path } of siblings.slice(own + 1)) {
    const anchor = at(today, path);
    if (anchor !== undefined) return { anchor, position: "before" };
  }
  return null;
}
