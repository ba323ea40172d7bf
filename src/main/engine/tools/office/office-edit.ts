import { basename } from "node:path";
import { withNote } from "../../../../core/review/reason-note";
import type { OfficeFormat } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import type { PackageResult } from "../../office/jobs/packages";
import { unpackText } from "../../office/jobs/packed-text";
import type { NamedNode, OfficeOperation } from "../../office/text/office-format";
import type { PackageText } from "../../office/text/office-paragraphs";
import { agentWriter } from "../../ports/caller";
import type { BytesRequest, BytesResult, FileContent } from "../../ports/documents";
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
  const requested = operationOf(args, format);
  if (args.track_changes && format !== "docx" && format !== "odt")
    throw new ToolError("unsupported", `track_changes is for docx and odt, and ${printableName(path)} is ${format}`, {
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
      const nodes = await nodesNamed(requested.node_ids, { current, format, text: worked.before }, ctx);
      await rejectStalePackage(
        { path, named: namedVersion(args.version), current, format, operation: requested, nodes, text: worked.before },
        ctx,
      );
      const operation = requested.withNodes(nodes);
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
      isMoved: requested.operation === "move",
    });
  }
  const newIds = status === "written" && insertsText(requested) ? await idsAdded(worked, result, ctx) : [];
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
      ...newIdsLine(newIds),
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
      ...(newIds.length > 0 && { new_ids: newIds.slice(0, MAX_NEW_IDS) }),
      track_changes: track !== null,
      warnings,
    },
  };
}

const MAX_NEW_IDS = 100;
const MAX_NAMED = 20;

const insertsText = ({ operation, node_ids }: RequestedOperation): boolean =>
  (operation === "insert_before" || operation === "insert_after" || operation === "move") &&
  node_ids[0]?.startsWith("jr_para_") === true;

/** The ids of the paragraphs that were not there before, in order. */
async function idsAdded(
  { before, after }: { before: PackageText | null; after: PackageText | null },
  { realPath, before: previous, version }: Pick<BytesResult, "realPath" | "before" | "version">,
  ctx: ToolContext,
): Promise<string[]> {
  if (before === null || after === null || previous === null) return [];
  const old = new Set(await ctx.paragraphs.idsOf({ ...before, realPath, version: previous, warnings: [] }));
  const now = await ctx.paragraphs.idsOf({ ...after, realPath, version, warnings: [] });
  return now.filter((id) => !old.has(id));
}

function newIdsLine(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > MAX_NAMED ? ` ... and ${ids.length - MAX_NAMED} more; read shows them` : "";
  return [`new: ${ids.slice(0, MAX_NAMED).join(", ")}${more}`];
}

/** Warns if no paragraph lost or got a word; each is a text of its own. */
function rewrappedIn(before: PackageText | null, after: PackageText | null): string[] {
  if (before === null || after === null || before.paragraphs.length !== after.paragraphs.length) return [];
  const texts = ({ paragraphs }: PackageText): string => paragraphs.map(({ text }) => text).join("\n\n");
  const [from, to] = [texts(before), texts(after)];
  return rewrapWarnings({ before: from, after: to, changes: [{ from: 0, to: from.length, insert: to }] });
}

/** An operation with the ids that it names, in its order; its nodes have not been found yet. */
type RequestedOperation = {
  node_ids: readonly string[];
  withNodes(nodes: readonly NamedNode[]): OfficeOperation;
} & Pick<OfficeOperation, "operation">;

/** The arguments of an edit that only some operations take; to leave them out of account would edit another place than is meant. */
const OPERATIONS_WITH: Partial<Record<keyof OfficeArguments, readonly string[]>> = {
  slide: ["insert_before", "insert_after", "delete", "move", "set_notes"],
  before: ["move"],
  after: ["move"],
};

function rejectForeignPlaces(args: OfficeArguments, operation: string, format: OfficeFormat): void {
  for (const [name, operations = []] of Object.entries(OPERATIONS_WITH)) {
    const value = args[name as keyof OfficeArguments];
    if (value === undefined || value === "" || operations.includes(operation)) continue;
    throw new ToolError("bad_arguments", `${name} belongs to ${operations.join(", ")}, not to ${operation}`);
  }
  const hasNode = args.node_id !== undefined && args.node_id.length > 0;
  if (hasNode && args.slide !== undefined && isSlides(format))
    throw new ToolError("bad_arguments", `${operation} takes slide here, and no node_id: it is for whole slides`, {
      hint: "Leave node_id out. Texts of a slide are changed with set_text, replace_text or set_slides.",
    });
}

function operationOf(args: OfficeArguments, format: OfficeFormat): RequestedOperation {
  const operation = required(args, "operation");
  rejectForeignPlaces(args, operation, format);
  const plain = (whole: OfficeOperation): RequestedOperation => ({ operation, node_ids: [], withNodes: () => whole });
  switch (operation) {
    case "replace_text": {
      const find = required(args, "find");
      const replace = required(args, "replace");
      const which = args.replace_all ? "all" : "once";
      return {
        operation,
        node_ids: args.node_id === undefined || args.node_id === "" ? [] : [oneId(args)],
        withNodes: ([node = null]) => ({ operation, find, replace, which, node }),
      };
    }
    case "append_text":
    case "prepend":
      return plain({ operation, content: required(args, "content") });
    case "set_text":
    case "insert_before":
    case "insert_after":
    case "set_notes": {
      const content = required(args, "content");
      const isSlide = operation !== "set_text" && isSlides(format);
      const node_ids = [isSlide ? slideId(args) : oneId(args)];
      return { operation, node_ids, withNodes: ([node]) => ({ operation, node: node as NamedNode, content }) };
    }
    case "delete": {
      const node_ids = isSlides(format) ? [slideId(args)] : [required(args, "node_id")].flat();
      if (node_ids.length === 0) throw new ToolError("bad_arguments", "node_id is an empty list");
      return { operation, node_ids, withNodes: (nodes) => ({ operation, nodes }) };
    }
    case "move":
      return moveOf(args, format);
    case "set_cells":
      return plain({ operation, cells: required(args, "cells") });
    case "set_rows": {
      const rows = required(args, "rows");
      return plain({ operation, sheet: required(args, "sheet"), start: String(args.start ?? "A1"), rows });
    }
    case "set_slides":
      return plain({ operation, slides: required(args, "slides") });
  }
}

const isSlides = (format: OfficeFormat): boolean => format === "pptx" || format === "odp";

function moveOf(args: OfficeArguments, format: OfficeFormat): RequestedOperation {
  // Some models fill in every argument.
  const [before, after] = [args.before || undefined, args.after || undefined];
  const to = before ?? after;
  if (to === undefined || (before !== undefined && after !== undefined))
    throw new ToolError("bad_arguments", "move needs before or after, and not both", {
      hint: `Give the ${isSlides(format) ? "number of the slide" : "node_id of the paragraph"} beside which it goes.`,
    });
  const operation = "move";
  const side = before === undefined ? "after" : "before";
  const node_ids = isSlides(format) ? [slideId(args), `slide ${to}`] : [oneId(args), String(to)];
  return {
    operation,
    node_ids,
    withNodes: ([node, other]) => ({ operation, node: node as NamedNode, side, to: other as NamedNode }),
  };
}

/** The id of a call that takes one. */
function oneId(args: OfficeArguments): string {
  const ids = [required(args, "node_id")].flat();
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new ToolError("bad_arguments", `${args.operation} takes one node_id, not ${ids.length}`);
  return id;
}

function slideId(args: OfficeArguments): string {
  if (args.slide === undefined)
    throw new ToolError("bad_arguments", "slide is required", {
      hint: "Give the number of the slide, as read has it. Texts of a slide are changed with set_text, replace_text or set_slides.",
    });
  return `slide ${args.slide}`;
}

/** Paragraph ids follow edits of texts; in the other formats only if a paragraph is named. */
const needsText = (format: OfficeFormat, { node_ids }: RequestedOperation): boolean =>
  format === "docx" || format === "odt" || node_ids.some((id) => id.startsWith("jr_para_"));

async function nodesNamed(
  ids: readonly string[],
  { current, format, text }: { current: FileContent; format: OfficeFormat; text: PackageText | null },
  ctx: ToolContext,
): Promise<NamedNode[]> {
  const { realPath, version } = current;
  const isText = format === "docx" || format === "odt";
  const isNamed = text !== null && ids.some((id) => id.startsWith("jr_para_"));
  const known = isNamed ? await ctx.paragraphs.idsOf({ ...text, realPath, version, warnings: [] }) : [];
  const indexes = new Map(known.map((id, index) => [id, index]));
  return ids.map((id) => {
    const slide = /^slide (\d{1,6})$/.exec(id)?.[1];
    if (slide !== undefined && !isText) return { id, paragraph: null, slide: Number(slide) };
    if (!isText && (text === null || !id.startsWith("jr_para_"))) return { id, paragraph: null };
    const paragraph = indexes.get(id);
    if (paragraph === undefined)
      throw new ToolError("not_found", `no paragraph of this document has the id ${printableName(id)}`, {
        hint: "It may have been deleted. Read the document again for its current ids.",
      });
    return { id, paragraph };
  });
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
