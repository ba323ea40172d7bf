import { basename } from "node:path";
import { difference } from "../../../../core/diff/difference";
import { versionPlaceholder } from "../../../../core/review/whole-document";
import type { BytesRequest, PlannedChange } from "../../ports/documents";
import { dryRunReport } from "../kit/dry-run";
import { nameOf } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OfficeAnswer, requireOffice } from "./open-package";

/** What the action that was planned would say and answer. */
type PlannedAction = { done: string; data: Record<string, unknown>; warnings?: readonly string[] };

/**
 * What a change of a package would do, without doing it. The texts to compare are the document's, a paragraph a line; of a spreadsheet they name each
 * cell on a line of its own, so that formulas and addresses are in the difference.
 */
export async function planOffice(
  { path, absolute }: { path: string; absolute: string },
  request: BytesRequest,
  { caller, documents, packages, signal }: ToolContext,
): Promise<PlannedChange> {
  const format = requireOffice(path);
  const seen: { before: Uint8Array | null; after: Uint8Array | null } = { before: null, after: null };
  const planned = await documents.planBytes(absolute, caller.roots, {
    ...request,
    async edit(current) {
      const after = await request.edit(current);
      seen.before = current?.bytes ?? null;
      seen.after = after;
      return after;
    },
  });
  if (format !== "xlsx" && format !== "ods") return planned;
  const cellsOf = async (bytes: Uint8Array | null, version: string | null): Promise<string | null> => {
    if (bytes === null || version === null) return "";
    const cells = await packages.run("projection", { bytes, format, name: basename(path) }, { signal });
    return cells === versionPlaceholder(version) ? null : cells;
  };
  const before = await cellsOf(seen.before, planned.from);
  const after = await cellsOf(seen.after, planned.to);
  // Too many cells to compare one by one: the rows of the text are.
  if (before === null || after === null) return planned;
  return { ...planned, before: planned.before === null ? null : before, after, changes: difference(before, after) };
}

/** The answer to a dry run: the difference between the texts of the two packages. */
export function plannedOffice(path: string, planned: PlannedChange, action: PlannedAction): OfficeAnswer {
  const { diff, header, rows, warnings } = dryRunReport(path, planned, action.done);
  const all = [...(action.warnings ?? []), ...warnings];
  return {
    message: [header, ...all.map((warning) => `warning: ${warning}`), ...rows].join("\n"),
    summary: `showed what would change in ${nameOf(path)}`,
    data: {
      ...action.data,
      status: "planned",
      version: planned.from,
      previous_version: planned.from,
      dry_run: true,
      diff,
      warnings: all,
    },
  };
}
