import { withNote } from "../../../../core/review/reason-note";
import { countLines } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { agentWriter } from "../../ports/caller";
import type { ChangeRequest } from "../../ports/documents";
import { rewrapWarnings } from "../kit/rewrapped";
import { nameOf, pluralize } from "../kit/sentences";
import { rejectStale } from "../kit/stale";
import type { ToolContext } from "../kit/tool";
import { numberedView } from "./numbered-view";
import { plannedText } from "./planned-text";
import type { TextEditorAnswer, TextEditorArguments } from "./text-editor-arguments";

/** `text_editor write`: replaces the full text, unless the file has changed since the caller's base. */
export async function writeText(args: TextEditorArguments, path: string, ctx: ToolContext): Promise<TextEditorAnswer> {
  const { caller, documents, reads } = ctx;
  const realPath = await documents.realPath(path, caller.roots);
  const request: ChangeRequest = {
    by: agentWriter(caller),
    reason: withNote("write", args.note),
    signal: ctx.signal,
    async edit(current) {
      await rejectStale({ name: args.path, named: args.version, realPath, current }, ctx);
      return { content: args.content ?? "" };
    },
  };
  if (args.dry_run) return plannedText(args.path, await documents.plan(path, caller.roots, request), "written");
  const { status, before, after, changes, notes } = await documents.change(path, caller.roots, request);
  const total = countLines(after.text);
  const view = numberedView(after.text, 1, total);
  reads.saw(after.realPath, after.version, { from: 1, to: total });

  const done = status === "unchanged" ? "unchanged" : before === null ? "created" : "written";
  const name = nameOf(args.path);
  const warnings = [
    ...rewrapWarnings({ before: before?.text ?? "", after: after.text, changes }),
    ...after.warnings,
    ...notes,
  ];
  return {
    realPath: after.realPath,
    version: after.version,
    header: `${printableName(args.path)} ${done === "unchanged" ? "unchanged" : "written"} ${total} lines`,
    warnings: [...warnings, ...view.warnings],
    body: view.body,
    summary:
      done === "unchanged"
        ? `left ${name} as it was`
        : `${done === "created" ? "created" : "wrote"} ${name}, ${pluralize(total, "line")}`,
    data: { status: done, total_lines: total, previous_version: before?.version ?? null, warnings },
  };
}
