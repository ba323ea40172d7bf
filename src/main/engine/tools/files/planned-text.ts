import { countLines } from "../../../../core/text/lines";
import type { PlannedChange } from "../../ports/documents";
import { dryRunReport } from "../kit/dry-run";
import { nameOf } from "../kit/sentences";
import type { TextEditorAnswer } from "./text-editor-arguments";

/** The answer to a dry run; `done` is what the edit would do. */
export function plannedText(path: string, planned: PlannedChange, done: string): TextEditorAnswer {
  const { diff, header, warnings, rows } = dryRunReport(path, planned, done);
  return {
    realPath: planned.realPath,
    version: planned.from,
    header,
    warnings,
    body: rows,
    summary: `showed what would change in ${nameOf(path)}`,
    data: {
      status: "planned",
      dry_run: true,
      diff,
      total_lines: countLines(planned.after),
      previous_version: planned.from,
      warnings,
    },
  };
}
