import { lstat } from "node:fs/promises";
import { isMacroName, officeFormatOf } from "../../../core/text/format";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";
import type { OpenDocument, WindowContext } from "../documents";

/**
 * Opens an Office document in the system's program for it. Opens the exact file of the tab by its real path, and only a
 * regular file with an Office extension and without macros, so that no link can cause a program to run.
 */
export async function openInProgram(ctx: WindowContext, document: OpenDocument): Promise<void> {
  const { location, name } = document;
  if (location === null || document.gone) throw new ToolError("not_found", t.office.gone(name));
  await ctx.grants.check(location.path);
  const { realPath } = location;
  const info = await lstat(realPath).catch(() => null);
  if (info === null) throw new ToolError("not_found", t.office.gone(name));
  if (!info.isFile() || officeFormatOf(realPath) === null || (await realPathOf(location.path)) !== realPath)
    throw new ToolError("unsupported", t.office.notOffice(name));
  if (isMacroName(realPath))
    throw new ToolError("unsupported", t.office.hasMacros(name), { hint: t.office.notOpenedHint });
  const why = await ctx.desktop.openPath(realPath);
  if (why !== "") throw new ToolError("failed", t.office.notOpened(name, why), { hint: t.office.notOpenedHint });
}
