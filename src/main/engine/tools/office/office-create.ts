import { withNote } from "../../../../core/review/reason-note";
import { isMacroName, type OfficeFormat, officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { agentWriter } from "../../ports/caller";
import type { BytesRequest } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { nameOf } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OfficeArguments, required } from "./office-arguments";
import { type OfficeAnswer, requireOffice } from "./open-package";
import { plannedOffice, planOffice } from "./planned-office";

const standards = { document: "odt", spreadsheet: "ods", presentation: "odp" } as const;
const kinds = {
  docx: "document",
  odt: "document",
  xlsx: "spreadsheet",
  ods: "spreadsheet",
  pptx: "presentation",
  odp: "presentation",
} as const;

/** `office_artifact create`: makes a new package. Rejected if the file exists; a path without an extension gets the one of the format. */
export async function createOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer & { path: string }> {
  const { path, format } = targetOf(args);
  const { caller, documents, packages, signal } = ctx;
  const bytes = await packages.run("create", { name: path, format, content: args.content ?? "" }, { signal });
  const absolute = await ctx.locate(path);
  const request: BytesRequest = {
    by: agentWriter(caller),
    reason: withNote("create", args.note),
    signal,
    edit(current) {
      if (current !== null)
        throw new ToolError("wrong_state", `${printableName(path)} exists already; nothing was changed`, {
          hint: "Use action edit to change it, or choose another path.",
        });
      return bytes;
    },
  };
  if (args.dry_run) {
    const planned = await planOffice({ path, absolute }, request, ctx);
    const done = `created, ${kinds[format]} (${format})`;
    return { path, ...plannedOffice(path, planned, { done, data: { path, format, kind: kinds[format] } }) };
  }
  const { version, realPath, notes } = await documents.changeBytes(absolute, caller.roots, request);
  ctx.reads.saw(realPath, version, null);
  return {
    path,
    message: [
      `${printableName(path)} created, ${kinds[format]} (${format}), ${bytes.length} bytes`,
      ...notes.map((note) => `warning: ${note}`),
    ].join("\n"),
    summary: `created ${nameOf(path)}`,
    data: { path, format, kind: kinds[format], status: "created", version, previous_version: null },
  };
}

function targetOf(args: OfficeArguments): { path: string; format: OfficeFormat } {
  const path = required(args, "path").trim();
  const { kind, format: requestedFormat } = args;
  if (path === "") throw new ToolError("bad_arguments", "path is empty");
  if (requestedFormat !== undefined && !(requestedFormat in kinds))
    throw new ToolError(
      "bad_arguments",
      `format ${requestedFormat} is for export; create makes docx, xlsx, pptx, odt, ods or odp`,
    );
  const wanted = requestedFormat as OfficeFormat | undefined;
  const own = officeFormatOf(path);
  if (own === null && /\.[a-z][a-z0-9]{0,4}$/i.test(path)) requireOffice(path);
  if (own !== null && !path.toLowerCase().endsWith(`.${own}`))
    throw new ToolError(
      "unsupported",
      `${printableName(path)} would be ${isMacroName(path) ? "a document with macros" : "a template or a show"}, which create does not make; nothing was written`,
      {
        hint: `Create a .${own} and save it under this name in an office program. Those that exist are read and edited.`,
      },
    );
  const format = own ?? wanted ?? standards[kind ?? "document"];
  if (wanted !== undefined && wanted !== format)
    throw new ToolError("bad_arguments", `format ${wanted} does not go with the name ${printableName(path)}`);
  if (kind !== undefined && kinds[format] !== kind)
    throw new ToolError("bad_arguments", `kind ${kind} does not go with ${format}, which is a ${kinds[format]}`);
  return { path: own === null ? `${path}.${format}` : path, format };
}
