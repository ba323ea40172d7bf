import { lstat } from "node:fs/promises";
import { officeFormatOf } from "../../../core/text/format";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import { told } from "../core/messages";
import type { WindowContext } from "../documents/context";
import type { WorkingCopy } from "../documents/open-document";

/**
 * Opens an Office document in the system's program for it. Opens the exact file of the tab by its real path, and only a
 * regular file with an Office extension, so that no link can cause a program to run.
 */
export async function openInProgram(ctx: WindowContext, copy: WorkingCopy): Promise<void> {
  const { place, name } = copy;
  if (place === null || copy.gone) throw new ToolError("not_found", told.office.gone(name));
  await ctx.grants.check(place.path);
  const { realPath } = place;
  const info = await lstat(realPath).catch(() => null);
  if (info === null) throw new ToolError("not_found", told.office.gone(name));
  if (!info.isFile() || officeFormatOf(realPath) === null || (await realPathOf(place.path)) !== realPath)
    throw new ToolError("unsupported", told.office.notOffice(name));
  const why = await ctx.desktop.openPath(realPath);
  if (why !== "") throw new ToolError("failed", told.office.notOpened(name, why), { hint: told.office.notOpenedHint });
}
