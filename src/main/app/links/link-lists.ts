import { namedHeadings } from "../../../core/links/heading-fragments";
import type { Workspace } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { absolutePath, linkFolder } from "../core/folder-paths";
import { t } from "../core/messages";
import type { AppContext } from "../documents";

const MAX_HEADINGS = 5000;

function rootOf(workspace: Workspace | null): string {
  if (workspace === null) throw new ToolError("not_found", t.noFolderOpen);
  return workspace.root;
}

/** Every file of the open folder, as a link target. */
export async function linkNames(
  ctx: AppContext,
  workspace: Workspace | null,
): Promise<{ files: string[]; isAll: boolean }> {
  const { names, isAll } = await linkFolder(await ctx.engine(), rootOf(workspace));
  return { files: [...names.files], isAll };
}

/** The headings of a file in the open folder, as on disk; at most 5,000. */
export async function linkHeadings(
  ctx: AppContext,
  workspace: Workspace | null,
  path: string,
): Promise<{ headings: { title: string; level: number }[] }> {
  const root = rootOf(workspace);
  const { text } = await (await ctx.engine()).documents.read(absolutePath(root, path), [root], "person");
  const headings = namedHeadings(text).slice(0, MAX_HEADINGS);
  return { headings: headings.map(({ title, level }) => ({ title, level })) };
}
