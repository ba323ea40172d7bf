import type { PlannedChange } from "../../ports/documents";
import { dryRunReport } from "../kit/dry-run";
import { nameOf } from "../kit/sentences";
import type { OfficeAnswer } from "./open-package";

/** What the action that was planned would say and answer. */
type PlannedAction = { done: string; data: Record<string, unknown>; warnings?: readonly string[] };

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
