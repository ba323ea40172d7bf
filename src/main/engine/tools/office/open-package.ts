import { basename } from "node:path";
import { formatOf, type OfficeFormat, officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import type { PackageFile } from "../../office/jobs/in-package";
import { ToolError } from "../../ports/tool-error";
import type { ToolContext } from "../kit/tool";

/** The result of an action, for the common frame of the answer. */
export type OfficeAnswer = {
  message: string;
  summary: string;
  /** Added to `action`, `path` and `format`. */
  data: Record<string, unknown>;
};

/** An existing package, in the form that package jobs take. */
export type OpenPackage = { realPath: string; version: string; file: PackageFile };

/** The Office format of a path. For text and Markdown the error names `text_editor`; everything else is rejected. */
export function requireOffice(path: string): OfficeFormat {
  const format = officeFormatOf(path);
  if (format !== null) return format;
  const name = printableName(path);
  if (/\.(?:ott|ots|otp|doc|xls|ppt|rtf)$/i.test(path))
    throw new ToolError("unsupported", `${name} is not one of docx xlsx pptx odt ods odp, and is not edited`, {
      hint: "Save it in one of these formats in an office program first.",
    });
  const kind = formatOf(path) === "markdown" ? "Markdown" : "not an Office package";
  throw new ToolError("unsupported", `${name} is ${kind}; office_artifact is for docx, xlsx, pptx, odt, ods and odp`, {
    hint: "Use text_editor for Markdown and plain text.",
  });
}

/** Reads the bytes of a package. */
export async function openPackage(path: string, ctx: ToolContext): Promise<OpenPackage> {
  const format = requireOffice(path);
  const { realPath, bytes, version } = await ctx.documents.readBytes(await ctx.locate(path), ctx.caller.roots);
  return { realPath, version, file: { bytes, format, name: printableName(basename(path)) } };
}
