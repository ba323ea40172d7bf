import { basename } from "node:path";
import { formatOf, type OfficeFormat, officeFormatOf } from "../../document/format";
import { officeEditor } from "../../formats/office-editors";
import type { OfficeEditor } from "../../formats/office-format";
import { XmlError } from "../../formats/scan-xml";
import { openZip, type ZipPackage } from "../../formats/zip";
import { spokenName } from "../../spoken-name";
import { ToolError } from "../../tool-error";
import type { ToolContext } from "../tool";

/** What the other actions hand back for the common frame of the answer. */
export type OfficeAnswer = {
  message: string;
  summary: string;
  /** Added to `action, path, format`. */
  data: Record<string, unknown>;
};

/** A package that is there: what it is, and what edits it. */
export type OpenPackage = {
  realPath: string;
  bytes: Uint8Array;
  version: string;
  format: OfficeFormat;
  editor: OfficeEditor;
};

/** The Office format of a path. Text and Markdown are pointed to `text_editor`, everything else is refused. */
export function requireOffice(path: string): OfficeFormat {
  const format = officeFormatOf(path);
  if (format !== null) return format;
  const name = spokenName(path);
  if (/\.(?:docm|dotm|dotx|xlsm|xltm|xltx|pptm|potx|potm|ppsx|ppsm|ott|ots|otp|doc|xls|ppt|rtf)$/i.test(path))
    throw new ToolError("unsupported", `${name} is not one of docx xlsx pptx odt ods odp, and is not edited`, {
      hint: "Save it in one of these formats in an office program first; macros and templates stay in the original.",
    });
  const kind = formatOf(path) === "markdown" ? "Markdown" : "no Office package";
  throw new ToolError("unsupported", `${name} is ${kind}; office_artifact is for docx, xlsx, pptx, odt, ods and odp`, {
    hint: "Use text_editor for Markdown and plain text.",
  });
}

/** Reads a package and finds what edits it. */
export async function openPackage(path: string, ctx: ToolContext): Promise<OpenPackage> {
  const format = requireOffice(path);
  const { realPath, bytes, version } = await ctx.documents.readBytes(await ctx.locate(path), ctx.caller.roots);
  return { realPath, bytes, version, format, editor: await officeEditor(format) };
}

/** Works on a package; damaged XML becomes a refusal in words. */
export function inPackage<Result>(
  bytes: Uint8Array,
  { path, format }: { path: string; format: OfficeFormat },
  task: (zip: ZipPackage) => Result,
): Result {
  const name = spokenName(basename(path));
  const zip = openZip(bytes, name);
  try {
    return task(zip);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ToolError("unsupported", `${name} cannot be read as ${format}: ${error.message}`, {
      hint: "Open and save it in an office program, then try again.",
      cause: error,
    });
  }
}

/** Whether a package carries a signature, which no edit of it leaves valid. */
export const isSigned = (names: readonly string[]): boolean =>
  names.some((name) => /^_xmlsignatures\/|documentsignatures\.xml$/i.test(name));
