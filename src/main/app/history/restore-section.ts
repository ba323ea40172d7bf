import { listSections, type Outline, parseOutline } from "../../../core/markdown/sections";
import type { DocumentId } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { requireSection, restoreSection } from "../../engine/tools";
import { t } from "../core/messages";
import { type AppCanvas, savedPlace, type WindowContext } from "../documents";
import { versionText } from "./version-text";

/** Restores one section of a document, or its front matter, from a version. Answers with the line where it is now. */
export async function restoreDocumentSection(
  ctx: WindowContext,
  canvas: Pick<AppCanvas, "handOver">,
  { doc, version_id: versionId, section: address }: { doc: DocumentId; version_id: string; section: string },
): Promise<{ line: number; warnings: string[] }> {
  const document = ctx.openDocuments.of(doc);
  const { realPath } = savedPlace(document);
  const text = await versionText(ctx, realPath, versionId, document.name);
  const old = { text, outline: parseOutline(text) };
  const target = requireSection(old.outline, address);
  // Unsaved edits become a version first, so that restoring loses nothing.
  await canvas.handOver(realPath);
  const { documents } = await ctx.engine();
  const restored = { line: 1, warnings: [] as string[] };
  const section = target === "frontmatter" ? "@frontmatter" : target.path;
  await document.enqueue(() =>
    documents.change(realPath, [realPath], {
      by: ctx.by,
      reason: `restored section ${section}`,
      asker: "person",
      edit(current) {
        if (current === null) throw new ToolError("not_found", t.timeline.fileGone(document.name));
        if (target !== "frontmatter") rejectAmbiguous(old.outline, parseOutline(current.text), target.path);
        const edit = restoreSection({ name: document.name, old, target }, current.text);
        Object.assign(restored, { line: edit.line, warnings: edit.warnings });
        return { changes: edit.changes };
      },
    }),
  );
  return restored;
}

/**
 * Sections with the same title are only told apart by number; if one was added or removed since, the target is
 * ambiguous.
 */
function rejectAmbiguous(old: Outline, today: Outline, path: string): void {
  const target = listSections(old).find((section) => section.path === path);
  if (target === undefined) return;
  const parent = path.split("/").slice(0, -1).join("/");
  const namesakes = (outline: Outline) =>
    listSections(outline).filter(
      (section) => section.title === target.title && section.path.split("/").slice(0, -1).join("/") === parent,
    );
  const [then, now] = [namesakes(old).length, namesakes(today).length];
  if (then !== now && Math.max(then, now) > 1)
    throw new ToolError("ambiguous", t.timeline.ambiguous(target.title, then, now), {
      hint: t.timeline.ambiguousHint,
    });
}
