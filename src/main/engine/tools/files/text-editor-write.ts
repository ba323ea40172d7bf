import { countLines } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { nameOf, pluralize } from "../kit/sentences";
import { rejectStale } from "../kit/stale";
import type { ToolContext } from "../kit/tool";
import { numberedView } from "./numbered-view";
import type { TextEditorAnswer, TextEditorArguments } from "./text-editor-arguments";

/** `text_editor write`: replaces the full text, unless the file has changed since the caller's base. */
export async function writeText(args: TextEditorArguments, path: string, ctx: ToolContext): Promise<TextEditorAnswer> {
  const { caller, documents, reads } = ctx;
  const realPath = await documents.realPath(path, caller.roots);
  const { status, before, after, notes } = await documents.change(path, caller.roots, {
    by: { kind: "agent", name: caller.name },
    reason: "write",
    signal: ctx.signal,
    async edit(current) {
      await rejectStale({ name: args.path, named: args.version, realPath, current }, ctx);
      return { content: args.content ?? "" };
    },
  });
  const total = countLines(after.text);
  const view = numberedView(after.text, 1, total);
  reads.saw(after.realPath, after.version, { from: 1, to: total });

  const done = status === "unchanged" ? "unchanged" : before === null ? "created" : "written";
  const name = nameOf(args.path);
  return {
    realPath: after.realPath,
    version: after.version,
    header: `${printableName(args.path)} ${done === "unchanged" ? "unchanged" : "written"} ${total} lines`,
    warnings: [...after.warnings, ...notes, ...view.warnings],
    body: view.body,
    summary:
      done === "unchanged"
        ? `left ${name} as it was`
        : `${done === "created" ? "created" : "wrote"} ${name}, ${pluralize(total, "line")}`,
    data: { status: done, total_lines: total, previous_version: before?.version ?? null },
  };
}
