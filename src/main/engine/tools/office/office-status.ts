import { basename } from "node:path";
import { printableName } from "../../../../core/text/printable-name";
import { ALL_VERSIONS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { nameOf, pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import type { OfficeArguments } from "./office-arguments";
import { type OfficeAnswer, requireOffice } from "./open-package";

const formats = ["docx", "xlsx", "pptx", "odt", "ods", "odp"];

/** `office_artifact status`: what is possible on this machine, and the state of a document. */
export async function officeStatus(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const { canvas, converter } = ctx;
  const libreoffice = await converter.program();
  const here = {
    canvas: canvas === null ? "not running" : "running",
    pdf_export: libreoffice === null ? "needs LibreOffice, which is not installed" : "available",
    libreoffice,
  };
  const lines = [
    `canvas: ${canvas === null ? "the desktop app is not running, so nothing can be opened" : "the desktop app is running"}`,
    `export: html, md, txt${libreoffice === null ? "; pdf needs LibreOffice, which is not installed" : ", pdf"}`,
  ];
  if (args.path === undefined)
    return {
      message: [`office_artifact works on ${formats.join(", ")}`, ...lines].join("\n"),
      summary: "looked at what can be done with Office documents here",
      data: { formats, ...here },
    };
  const { path } = args;
  const format = requireOffice(path);
  const document = await documentStatus(path, ctx);
  return {
    message: [...document.lines, ...lines].join("\n"),
    summary: `looked at how it stands with ${nameOf(path)}`,
    data: { format, ...document.data, formats, ...here },
  };

  async function documentStatus(name: string, { caller, documents, history, reads }: ToolContext) {
    const absolute = await ctx.locate(name);
    const realPath = await documents.realPath(absolute, caller.roots);
    const versions = (await history.list(realPath, ALL_VERSIONS)).length;
    const lock = await documents.officeLock(absolute, caller.roots);
    const locked = lock === null ? null : { program: lock.program, who: lock.who, lock_file: lock.lockFile };
    const lockLine =
      lock === null
        ? []
        : [
            `open in ${lock.program}${lock.who === "" ? "" : ` (${printableName(lock.who)})`}: no edit is written until it is closed there`,
          ];
    const file = await documents.readBytes(absolute, caller.roots).catch((error: unknown) => {
      if (error instanceof ToolError && error.code === "not_found") return null;
      throw error;
    });
    if (file === null)
      return {
        lines: [`${printableName(name)} does not exist; ${pluralize(versions, "version")} in history`, ...lockLine],
        data: { exists: false, version: null, versions, locked },
      };
    const { version, bytes } = file;
    const checked = ctx.packages.run("check", { bytes, format, name: basename(name), depth: "text" });
    const failure = await errorMessageOf(checked);
    const base = reads.of(realPath)?.version;
    const known =
      base === undefined ? "not read by you" : base === version ? "as you last read it" : "changed since you read it";
    return {
      lines: [
        `${printableName(name)} ${format}, ${bytes.length} bytes, ${known}, ${pluralize(versions, "version")} in history`,
        ...(failure === null ? [] : [`it cannot be read: ${failure}`]),
        ...lockLine,
      ],
      data: { exists: true, version, size: bytes.length, versions, read: known, readable: failure === null, locked },
    };
  }
}

/** Why a package cannot be read, or null. */
async function errorMessageOf(checked: Promise<void>): Promise<string | null> {
  try {
    await checked;
    return null;
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}
