import { listSections, parseOutline } from "../../../../core/markdown/sections";
import { printableName } from "../../../../core/text/printable-name";
import type { ShownDocument } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { describeLines, pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { pathNames } from "./entry-path";
import type { WorkspaceAnswer } from "./workspace-arguments";

/** How much of a selection is sent. */
const MAX_SELECTED = 2_000;
const MAX_IDS = 10;

/** `workspace open`: what the windows show of the caller's folders. */
export async function openDocuments(ctx: ToolContext): Promise<WorkspaceAnswer> {
  const { canvas, caller, documents } = ctx;
  const roots = await Promise.all(caller.roots.map((root) => documents.realPath(root, caller.roots)));
  const shown = (await canvas?.shownIn?.(roots)) ?? { hasWindow: false, documents: [] };
  const nameFor = await pathNames(ctx);
  const listed = await Promise.all(
    shown.documents.map(async ({ realPath, front, unsaved, view }) => {
      const section = view === null ? null : await sectionAt(realPath, view.line, ctx);
      const selection = view?.selection ?? null;
      const ids = selection === null ? [] : await paragraphsAt(realPath, selection, ctx);
      return {
        path: nameFor(realPath),
        front,
        unsaved,
        ...(view !== null && { cursor: { line: view.line, ...(section !== null && { section }) } }),
        ...(selection !== null && {
          selection: {
            line_from: selection.lineFrom,
            line_to: selection.lineTo,
            text: selection.text.slice(0, MAX_SELECTED),
            ...(ids.length > 0 && { paragraph_ids: ids }),
          },
        }),
      };
    }),
  );
  const rows = listed.map(({ path, front, unsaved, cursor, selection }) => {
    const facts = [
      ...(front ? ["in front"] : []),
      ...(unsaved ? ["unsaved"] : []),
      ...(cursor ? [`cursor at line ${cursor.line}${"section" in cursor ? ` in ${cursor.section}` : ""}`] : []),
      ...(selection ? [`${describeLines([{ from: selection.line_from, to: selection.line_to }])} selected:`] : []),
    ];
    const row = `${printableName(path)}${facts.length > 0 ? `  ${facts.join(", ")}` : ""}`;
    if (!selection) return row;
    const ids = "paragraph_ids" in selection ? `\nparagraphs: ${selection.paragraph_ids.join(", ")}` : "";
    return `${row}\n>>>\n${selection.text}\n<<<${ids}`;
  });
  const none = shown.hasWindow ? "no document of this folder is open" : "no window is open on this folder";
  return {
    message: rows.length === 0 ? none : rows.join("\n"),
    summary: rows.length === 0 ? none : `listed ${pluralize(rows.length, "open document")}`,
    data: { documents: listed },
  };
}

/** The ids of the paragraphs that a selection touches, at most ten. */
async function paragraphsAt(
  realPath: ShownDocument["realPath"],
  { lineFrom, lineTo }: { lineFrom: number; lineTo: number },
  { paragraphs }: ToolContext,
): Promise<string[]> {
  try {
    const document = await paragraphs.read(realPath);
    const ids = await paragraphs.idsOf(document);
    return document.paragraphs
      .flatMap(({ line_from, line_to }, index) =>
        line_from <= lineTo && lineFrom <= line_to ? (ids[index] ?? []) : [],
      )
      .slice(0, MAX_IDS);
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}

/** The innermost section that holds a line; null if there is none, or the document is no Markdown. */
async function sectionAt(
  realPath: ShownDocument["realPath"],
  line: number,
  { documents, caller }: ToolContext,
): Promise<string | null> {
  try {
    const { text } = await documents.read(realPath, caller.roots);
    const holding = listSections(parseOutline(text)).filter(
      ({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd,
    );
    return holding.at(-1)?.path ?? null;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
