import { printableName } from "../../../../core/text/printable-name";
import { ToolError } from "../../ports/tool-error";
import { nameOf } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OfficeArguments, required } from "./office-arguments";
import { type OfficeAnswer, openPackage, requireOffice } from "./open-package";

/** `office_artifact open`: shows a document in the desktop app, if the user asked for it. */
export async function openOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  requireOffice(path);
  if (ctx.canvas === null)
    throw new ToolError(
      "unsupported",
      "opening an Office document needs the Galley desktop app running on this folder",
      {
        hint: "Ask the user to start Galley and open the folder. read, edit and export work without it.",
      },
    );
  const { realPath, version } = await openPackage(path, ctx);
  const isShown = await ctx.canvas.show(realPath, ctx.caller).catch(() => false);
  if (!isShown)
    throw new ToolError("unsupported", `no window of Galley could show ${printableName(path)}`, {
      hint: "Ask the user to open the folder in Galley. read, edit and export work without it.",
    });
  return {
    message: `${printableName(path)} opened in the canvas`,
    summary: `opened ${nameOf(path)} in the canvas`,
    data: { version, opened: true },
  };
}
