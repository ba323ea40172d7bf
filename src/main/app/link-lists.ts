import type { Workspace } from "../../shared/contract";
import { namedHeadings } from "../engine/document/heading-fragments";
import { ToolError } from "../engine/tool-error";
import type { AppContext } from "./context";
import { absolutePath, linkFolder } from "./link-names";
import { told } from "./words";

const MOST_HEADINGS = 5000;

function rootOf(workspace: Workspace | null): string {
  if (workspace === null) throw new ToolError("not_found", told.noFolderOpen);
  return workspace.root;
}

/** Every file of the open folder that can be linked to. */
export async function linkNames(
  ctx: AppContext,
  workspace: Workspace | null,
): Promise<{ files: string[]; isAll: boolean }> {
  const { names, isAll } = await linkFolder(await ctx.engine(), rootOf(workspace));
  return { files: [...names.files], isAll };
}

/** The first 5,000 headings of a file of the open folder, as it is on the disk. */
export async function linkHeadings(
  ctx: AppContext,
  workspace: Workspace | null,
  path: string,
): Promise<{ headings: { title: string; level: number }[] }> {
  const root = rootOf(workspace);
  const { text } = await (await ctx.engine()).documents.read(absolutePath(root, path), [root], "person");
  const headings = namedHeadings(text).slice(0, MOST_HEADINGS);
  return { headings: headings.map(({ title, level }) => ({ title, level })) };
}
