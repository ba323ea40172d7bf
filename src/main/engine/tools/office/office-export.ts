import { basename } from "node:path";
import type { OfficeFormat } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { agentWriter } from "../../ports/caller";
import type { ConversionResult } from "../../ports/converter";
import { ToolError } from "../../ports/tool-error";
import { nameOf } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OfficeArguments, required } from "./office-arguments";
import { type OfficeAnswer, type OpenPackage, openPackage, requireOffice } from "./open-package";

const TEXT_FORMATS = ["html", "md", "txt"] as const;
type TextFormat = (typeof TEXT_FORMATS)[number];
type ExportFormat = TextFormat | "pdf" | OfficeFormat;

const families: readonly (readonly OfficeFormat[])[] = [
  ["docx", "odt"],
  ["xlsx", "ods"],
  ["pptx", "odp"],
];

/**
 * `office_artifact export`: writes the document as md, html or txt by itself, or as pdf or in the other format of its kind through an installed
 * LibreOffice.
 */
export async function exportOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  const own = requireOffice(path);
  const format: ExportFormat = required(args, "format");
  requireFormat(own, format);
  const open = await openPackage(path, ctx);
  const target = args.target?.trim() || path.replace(/\.[^./\\]+$/, `.${format}`);
  if (
    !new RegExp(`\\.${format === "md" ? "(?:md|markdown)" : format === "html" ? "html?" : format}$`, "i").test(target)
  )
    throw new ToolError("bad_arguments", `target ${printableName(target)} does not end in .${format}`);
  const { caller, documents } = ctx;
  const absolute = await ctx.locate(target);
  const existsError = (): ToolError =>
    new ToolError("wrong_state", `${printableName(target)} exists already; nothing was changed`, {
      hint: "Set overwrite: true to replace it, or name another target.",
    });
  if (args.overwrite !== true && (await exists(absolute, ctx))) throw existsError();
  const request = {
    by: agentWriter(caller),
    reason: `exported ${nameOf(path)}`,
    signal: ctx.signal,
  } as const;
  const rejectExisting = (current: object | null): void => {
    if (current !== null && args.overwrite !== true) throw existsError();
  };
  const done = isTextFormat(format)
    ? await writeText(await asText(format, path, open, ctx))
    : await writeConverted(format);
  return {
    message: [
      `${printableName(path)} exported to ${printableName(target)}, ${done.size} bytes${done.status === "unchanged" ? ", which had this content already" : ""}`,
      ...done.notes.map((note) => `warning: ${note}`),
    ].join("\n"),
    summary: `exported ${nameOf(path)} to ${nameOf(target)}`,
    data: {
      version: open.version,
      exported: target,
      exported_format: format,
      size: done.size,
      exported_version: done.version,
    },
  };

  /** Written as a text document, so that an editor that has it open is notified. */
  async function writeText(content: string) {
    const { status, after, notes } = await documents.change(absolute, caller.roots, {
      ...request,
      edit(current) {
        rejectExisting(current);
        return { content };
      },
    });
    return { status, version: after.version, notes, size: Buffer.byteLength(content) };
  }

  async function writeConverted(to: "pdf" | OfficeFormat) {
    const bytes = await converted(path, to, open, ctx);
    const { status, version, notes } = await documents.changeBytes(absolute, caller.roots, {
      ...request,
      edit(current) {
        rejectExisting(current);
        return bytes;
      },
    });
    return { status, version, notes, size: bytes.length };
  }
}

const isTextFormat = (format: ExportFormat): format is TextFormat => TEXT_FORMATS.some((each) => each === format);

/** A text document cannot become a workbook: only formats of the same kind. */
function requireFormat(own: OfficeFormat, format: ExportFormat): void {
  if (format === "pdf" || isTextFormat(format)) return;
  const other = families.find((family) => family.includes(own))?.find((each) => each !== own);
  if (format === other) return;
  throw new ToolError("bad_arguments", `export of ${own} writes pdf, html, md, txt or ${other}, not ${format}`, {
    hint: "To make a new package, use action create.",
  });
}

const asText = (
  to: TextFormat,
  path: string,
  { file }: OpenPackage,
  { packages, signal }: ToolContext,
): Promise<string> =>
  packages.run("exported", { ...file, to, title: basename(path).replace(/\.[^.]+$/, "") }, { signal });

async function converted(
  path: string,
  to: "pdf" | OfficeFormat,
  { file }: OpenPackage,
  { converter, packages, signal }: ToolContext,
): Promise<Uint8Array> {
  // A package that Galley would not read is not given to LibreOffice either.
  await packages.run("check", { ...file, depth: "directory" }, { signal });
  const { bytes, format } = file;
  const result = await converter.convert({ bytes, format, to, signal });
  if (result.status !== "converted") throw conversionError(result, path, to);
  // The output of LibreOffice is checked before it replaces anything.
  const made = { bytes: result.bytes, name: `the new ${to}`, depth: "directory" } as const;
  if (to !== "pdf") await packages.run("check", { ...made, format: to }, { signal });
  return result.bytes;
}

function conversionError(
  result: Exclude<ConversionResult, { status: "converted" }>,
  path: string,
  to: string,
): ToolError {
  switch (result.status) {
    case "missing":
      return new ToolError("unsupported", `export to ${to} needs LibreOffice, which is not installed on this machine`, {
        hint: "Install it (libreoffice.org; apt install libreoffice; brew install --cask libreoffice; winget install TheDocumentFoundation.LibreOffice) and try again. html, md and txt need nothing.",
      });
    case "too slow":
      return new ToolError(
        "timeout",
        `LibreOffice took longer than ${result.seconds} s for ${printableName(path)} and was ended`,
        {
          hint: "Try again with a smaller document, or export to html, md or txt.",
        },
      );
    case "failed":
      return new ToolError(
        "failed",
        `LibreOffice could not convert ${printableName(path)}${result.why === "" ? "" : `: ${printableName(result.why)}`}`,
        {
          hint: "Open it in an office program to see what is wrong with it. html, md and txt are written without LibreOffice.",
        },
      );
  }
}

async function exists(absolute: string, { caller, documents }: ToolContext): Promise<boolean> {
  try {
    await documents.readBytes(absolute, caller.roots);
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return false;
    throw error;
  }
}
