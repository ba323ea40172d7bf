import { basename } from "node:path";
import { withNote } from "../../../../core/review/reason-note";
import type { OfficeFormat } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import type { PackageResult } from "../../office/jobs/packages";
import { unpackText } from "../../office/jobs/packed-text";
import type { NamedNode, OfficeOperation } from "../../office/text/office-format";
import type { PackageText } from "../../office/text/office-paragraphs";
import { agentWriter } from "../../ports/caller";
import type { BytesRequest, FileContent } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { rewrapWarnings } from "../kit/rewrapped";
import { nameOf } from "../kit/sentences";
import { namedVersion } from "../kit/stale";
import type { ToolContext } from "../kit/tool";
import { type OfficeArguments, required } from "./office-arguments";
import { rejectStalePackage } from "./office-stale";
import { type OfficeAnswer, requireOffice } from "./open-package";
import { plannedOffice, planOffice } from "./planned-office";

/** `office_artifact edit`: one operation on the current package. Entries that it does not touch keep every byte. */
export async function editOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  const format = requireOffice(path);
  const requested = operationOf(args);
  if (args.track_changes && format !== "docx")
    throw new ToolError("unsupported", `track_changes is for docx, and ${printableName(path)} is ${format}`, {
      hint: "Leave it out: the previous version stays in history.",
    });
  const { caller, documents, packages, signal } = ctx;
  const name = printableName(basename(path));
  const track = args.track_changes
    ? { author: caller.name, at: new Date().toISOString().replace(/\.\d+Z$/, "Z") }
    : null;
  const worked: { edit: PackageResult<"edit"> | null; before: PackageText | null; after: PackageText | null } = {
    edit: null,
    before: null,
    after: null,
  };
  const absolute = await ctx.locate(path);
  const request: BytesRequest = {
    by: agentWriter(caller),
    reason: withNote(args.track_changes ? `${requested.operation}, suggested` : requested.operation, args.note),
    signal,
    async edit(current) {
      if (current === null) throw await missing(path, absolute, ctx);
      const file = { bytes: current.bytes, format, name };
      const isText = needsText(format, requested);
      const text = () => packages.run("text", { ...file, most: "whole" }, { signal }).then(unpackText);
      worked.before = isText ? await text() : null;
      const node = requested.node_id === null ? null : await nodeNamed(requested.node_id, current, worked.before, ctx);
      await rejectStalePackage(
        { path, named: namedVersion(args.version), current, format, operation: requested, node, text: worked.before },
        ctx,
      );
      const operation = withNode(requested, node);
      const edit = await packages.run("edit", { ...file, operation, track, needsText: isText }, { signal });
      worked.edit = edit;
      worked.after = edit.after === null ? null : await unpackText(edit.after);
      return edit.bytes;
    },
  };
  const asSuggestion = track === null ? "" : ", as a suggestion";
  if (args.dry_run) {
    const planned = await planOffice({ path, absolute }, request, ctx);
    const { done = "", count, parts, warnings = [] } = worked.edit ?? {};
    const data = { operation: requested.operation, changed: count, parts, track_changes: track !== null };
    return plannedOffice(path, planned, { done: `done: ${done}${asSuggestion}`, data, warnings });
  }
  const result = await documents.changeBytes(absolute, caller.roots, request);
  const { edit, before, after } = worked;
  if (edit === null) throw new Error("documents answered without asking for an edit");
  const { realPath, status, version, before: previous } = result;
  if (status === "written" && previous !== null && before !== null && after !== null) {
    ctx.paragraphs.handleEdit({
      realPath,
      from: { version: previous, content: before },
      to: { version, content: after },
    });
  }
  if (previous !== null) {
    const isSameCount = before?.paragraphs.length === after?.paragraphs.length;
    ctx.reads.edited(realPath, previous, version, isSameCount ? "same" : "other");
  }
  const isSame = status === "unchanged";
  const warnings = isSame ? result.notes : [...edit.warnings, ...rewrappedIn(before, after), ...result.notes];
  return {
    message: [
      isSame
        ? `${printableName(path)} unchanged: the edit changes nothing`
        : `${printableName(path)} ${edit.done}${asSuggestion}`,
      ...warnings.map((warning) => `warning: ${warning}`),
    ].join("\n"),
    summary: isSame ? `left ${nameOf(path)} as it was` : `edited ${nameOf(path)}: ${edit.done}`,
    data: {
      operation: requested.operation,
      status,
      version,
      previous_version: previous,
      changed: isSame ? 0 : edit.count,
      parts: isSame ? [] : edit.parts,
      track_changes: track !== null,
      warnings,
    },
  };
}

/** Warns if no paragraph lost or got a word; each is a text of its own. */
function rewrappedIn(before: PackageText | null, after: PackageText | null): string[] {
  if (before === null || after === null || before.paragraphs.length !== after.paragraphs.length) return [];
  const texts = ({ paragraphs }: PackageText): string => paragraphs.map(({ text }) => text).join("\n\n");
  const [from, to] = [texts(before), texts(after)];
  return rewrapWarnings({ before: from, after: to, changes: [{ from: 0, to: from.length, insert: to }] });
}

/** An operation whose node has not been found yet. */
export type RequestedOperation = { node_id: string | null } & (
  | Exclude<OfficeOperation, { operation: "set_text" | "replace_text" }>
  | Omit<Extract<OfficeOperation, { operation: "set_text" }>, "node">
  | Omit<Extract<OfficeOperation, { operation: "replace_text" }>, "node">
);

function operationOf(args: OfficeArguments): RequestedOperation {
  const operation = required(args, "operation");
  switch (operation) {
    case "replace_text":
      return {
        operation,
        find: required(args, "find"),
        replace: required(args, "replace"),
        which: args.replace_all ? "all" : "once",
        node_id: args.node_id ?? null,
      };
    case "append_text":
    case "prepend":
      return { operation, content: required(args, "content"), node_id: null };
    case "set_text":
      return { operation, node_id: required(args, "node_id"), content: required(args, "content") };
    case "set_cells":
      return { operation, cells: required(args, "cells"), node_id: null };
    case "set_rows": {
      const rows = required(args, "rows");
      return { operation, sheet: required(args, "sheet"), start: String(args.start ?? "A1"), rows, node_id: null };
    }
    case "set_slides":
      return { operation, slides: required(args, "slides"), node_id: null };
  }
}

/** Paragraph ids follow edits of texts; in the other formats only if a paragraph is named. */
const needsText = (format: OfficeFormat, { node_id }: RequestedOperation): boolean =>
  format === "docx" || format === "odt" || node_id?.startsWith("jr_para_") === true;

async function nodeNamed(
  id: string,
  current: FileContent,
  text: PackageText | null,
  ctx: ToolContext,
): Promise<NamedNode> {
  if (!id.startsWith("jr_para_") || text === null) return { id, paragraph: null };
  const { realPath, version } = current;
  const ids = await ctx.paragraphs.idsOf({ ...text, realPath, version, warnings: [] });
  const index = ids.indexOf(id);
  if (index < 0)
    throw new ToolError("not_found", `no paragraph of this document has the id ${printableName(id)}`, {
      hint: "It may have been deleted. Read the document again for its current ids.",
    });
  return { id, paragraph: index };
}

function withNode(requested: RequestedOperation, node: NamedNode | null): OfficeOperation {
  if (requested.operation === "replace_text") return { ...requested, node };
  if (requested.operation !== "set_text") return requested;
  if (node === null) throw new ToolError("bad_arguments", "node_id is required");
  return { ...requested, node };
}

/** The error of a failed read, with the names that could have been meant, and what else to do. */
async function missing(path: string, absolute: string, { caller, documents }: ToolContext): Promise<ToolError> {
  const failure = await documents.readBytes(absolute, caller.roots).catch((error: unknown) => error);
  const { hint: meant, candidates = [] } = failure instanceof ToolError ? failure : {};
  const hint = [meant, "Use action create to make it."].filter(Boolean).join(" ");
  return new ToolError("not_found", `${printableName(path)} does not exist`, {
    hint,
    ...(candidates.length > 0 && { candidates }),
  });
}
