import { countLines } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { ToolError } from "../../ports/tool-error";
import { nameOf } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { numberedView, withoutLines } from "./numbered-view";
import type { TextEditorAnswer, TextEditorArguments } from "./text-editor-arguments";

/** `text_editor read`: a range of lines, or the first lines from `line_from` on. */
export async function readText(args: TextEditorArguments, path: string, ctx: ToolContext): Promise<TextEditorAnswer> {
  const { text, version, realPath, warnings } = await readOrForget(path, ctx);
  const total = countLines(text);
  const range = rangeOf(args, total, ctx.defaultLineCount);
  const view = numberedView(text, range.from, range.to, args.max_tokens);
  const shown = { from: view.from, to: view.to };
  ctx.reads.saw(realPath, version, shown, withoutLines(shown, view.cropped));

  const all = [...warnings, ...range.warnings, ...view.warnings];
  if (args.version !== undefined && args.version !== version)
    all.push("the file is no longer at the version that you named");
  const isWhole = view.from === 1 && view.to === total;
  const next = view.to < total ? view.to + 1 : null;
  if (args.line_to === undefined && next !== null && view.stoppedBefore === null)
    all.push(`lines ${view.from}-${view.to} of ${total} are shown; go on with line_from ${next}`);
  return {
    realPath,
    version,
    header: `${printableName(args.path)} ${total} lines`,
    warnings: all,
    body: view.body,
    summary: isWhole ? `read ${nameOf(args.path)}` : `read lines ${view.from}–${view.to} of ${nameOf(args.path)}`,
    data: {
      lines: view.lines,
      line_from: view.from,
      line_to: view.to,
      total_lines: total,
      next_line: next,
      cropped: view.cropped,
    },
  };
}

async function readOrForget(path: string, ctx: ToolContext) {
  try {
    return await ctx.documents.read(path, ctx.caller.roots);
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found")
      ctx.reads.forget(await ctx.documents.realPath(path, ctx.caller.roots));
    throw error;
  }
}

type Range = { from: number; to: number; warnings: string[] };

/** The requested range, clamped to the file. Throws if it ends before it starts. */
function rangeOf({ line_from, line_to }: TextEditorArguments, total: number, defaultCount: number): Range {
  const wanted = line_from ?? 1;
  if (line_to !== undefined && line_to < wanted)
    throw new ToolError("bad_arguments", `line_to ${line_to} is before line_from ${wanted}`);
  const warnings: string[] = [];
  if (wanted < 1) warnings.push(`line_from ${wanted} is before the first line, 1`);
  if (wanted > total && total > 0) warnings.push(`line_from ${wanted} is past the last line, ${total}`);
  const from = Math.max(1, Math.min(wanted, total));
  const to = line_to === undefined ? from + defaultCount - 1 : Math.max(1, line_to);
  return { from, to: Math.min(to, total), warnings };
}
