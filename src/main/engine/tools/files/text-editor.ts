import { sep } from "node:path";
import { formatOf, officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { ToolError } from "../../ports/tool-error";
import { namedVersion } from "../kit/stale";
import { defineTool, type ToolContext } from "../kit/tool";
import { type TextEditorArguments, textEditorInput } from "./text-editor-arguments";
import { patchText, requireOneForm } from "./text-editor-patch";
import { readText } from "./text-editor-read";
import { writeText } from "./text-editor-write";
import { inOwnWords } from "./trained-words";

const description = `Read, write and patch Markdown and plain text; binary files are rejected. For Office use office_artifact.
read: numbered lines, 200 unless line_to is given.
write: the whole file. If the user says patch, change without rewriting or don't rewrite, use patch.
patch: exactly one of
- old_text + new_text: preferred. Exact, there once.
- patch_text: hunks. Insert: @@ existing line, then +lines. Replace: @@ line before, then -old +new. \
Context starts with a space and is unique.
- edits: tiny line edits right after a read. Without to: insert before from; without content: delete. \
Read again after edits that change the number of lines.
Valid text: all braces, brackets and tags closed.`;

/** Reads Markdown and plain text by numbered lines, writes it completely, and patches it in three forms. */
export const textEditor = defineTool({
  name: "text_editor",
  set: "documents",
  title: "Text editor",
  description,
  changes: "documents",
  answers: `Always \`action, path, format ("markdown" | "text"), version, open_in_canvas\`.

- read: \`lines\` (the text of each line shown), \`line_from\`, \`line_to\`, \`total_lines\`, \`next_line\` (where to go on, or null), \`cropped\` (numbers of cropped lines).
- write: \`status ("created" | "written" | "unchanged")\`, \`total_lines\`, \`previous_version\` (null for a new file), \`warnings\`.
- patch: \`status ("written" | "unchanged")\`, \`total_lines\`, \`edits_applied\`, \`changed\` (\`[{line_from, line_to}]\` in the new text), \`previous_version\`, \`warnings\`.
- write or patch with dry_run: \`status ("planned")\`, \`dry_run\` (true), \`diff\`, \`total_lines\` as it would be; \`version\` is that of the untouched file (null if there is none).`,
  input: textEditorInput,
  adapt: inOwnWords,
  async run(args, ctx) {
    if (args.action === "patch") requireOneForm(args);
    rejectForeignArguments(args);
    const office = officeFormatOf(args.path);
    if (office !== null)
      throw new ToolError(
        "unsupported",
        `${printableName(args.path)} is an Office package (${office}); text_editor edits Markdown and plain text`,
        {
          hint: "Use office_artifact for it.",
        },
      );
    if (args.path.endsWith("/") || args.path.endsWith(sep))
      throw new ToolError(
        "bad_arguments",
        `path ends in ${args.path.at(-1)}, and so names a folder: ${printableName(args.path)}`,
      );
    const path = await ctx.locate(args.path);
    const act = { read: readText, write: writeText, patch: patchText }[args.action];
    const { realPath, header, warnings, body, summary, data, version } = await act(
      { ...args, version: namedVersion(args.version) },
      path,
      ctx,
    );
    const isPlanned = args.dry_run && args.action !== "read";
    if (args.open_in_canvas && !isPlanned && !(await isShown(realPath, ctx)))
      warnings.push("no window is open on this folder, so the document was not shown in the canvas");
    return {
      message: [header, ...warnings.map((warning) => `warning: ${warning}`), ...body].join("\n"),
      summary,
      data: {
        action: args.action,
        path: args.path,
        format: formatOf(args.path),
        version,
        open_in_canvas: args.open_in_canvas,
        ...data,
      },
    };
  },
});

/** The write counts even if showing the document fails. */
const isShown = async (realPath: string, { canvas, caller }: ToolContext): Promise<boolean> =>
  canvas === null ? false : canvas.show(realPath, caller).catch(() => false);

const ARGUMENTS_OF = {
  line_from: "read",
  line_to: "read",
  max_tokens: "read",
  content: "write",
  old_text: "patch",
  new_text: "patch",
  patch_text: "patch",
  edits: "patch",
} as const;

/** A `write` with `old_text` would empty the file, so arguments of another action are rejected unless they are empty. */
function rejectForeignArguments(args: TextEditorArguments): void {
  for (const [name, action] of Object.entries(ARGUMENTS_OF)) {
    const value = args[name as keyof typeof ARGUMENTS_OF];
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    if (isEmpty || action === args.action) continue;
    throw new ToolError("bad_arguments", `${name} belongs to action ${action}, not to ${args.action}`);
  }
}
