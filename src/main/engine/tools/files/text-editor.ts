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

const description = `Read, write and patch plain text and Markdown files, with numbered lines. Not for running code; binary files are rejected. \
For Office packages (odt ods odp docx xlsx pptx) use office_artifact.

read: numbered lines, line_from to line_to (inclusive); long lines are cropped and the answer may stop early, saying where to go on. \
Read the surrounding context before patching.
write: create or overwrite a file with content; folders are made. If the user says patch, change without rewriting or don't rewrite, use patch.
patch: edit an existing file. Give exactly one of:
- old_text + new_text: preferred for a simple "change X to Y". old_text is the exact current span and must match once.
- patch_text: for changes by context; works on the current text, no read needed. Update hunks only:
  insert: @@ exact existing line, then +new lines
  replace: @@ line before the target, then -old +new; or @@ old target line, then -same old target line +new
  Context lines start with a space, removals with -, additions with +. Never repeat one old line as both context and removal. \
Use enough unique context; add an @@ anchor where text repeats.
- edits [{from, to, content}]: tiny line edits right after a read. {from:2, to:2, content:"x\\n"} replaces, {from:2, to:2} deletes, \
{from:2, content:"x\\n"} inserts before line 2. Original line numbers, no overlaps. Read again after edits that change the number of lines.
What you write must be valid: all braces, brackets and tags closed.

Set open_in_canvas: true only if the user explicitly asks to open the document in the canvas; open documents refresh by themselves.`;

/** Reads Markdown and plain text by numbered lines, writes it completely, and patches it in three forms. */
export const textEditor = defineTool({
  name: "text_editor",
  title: "Text editor",
  description,
  changes: "documents",
  answers: `Always \`action, path, format ("markdown" | "text"), version, open_in_canvas\`.

- read: \`lines\` (the text of each line shown), \`line_from\`, \`line_to\`, \`total_lines\`, \`next_line\` (where to go on, or null), \`cropped\` (numbers of cropped lines).
- write: \`status ("created" | "written" | "unchanged")\`, \`total_lines\`, \`previous_version\` (null for a new file).
- patch: \`status ("written" | "unchanged")\`, \`total_lines\`, \`edits_applied\`, \`changed\` (\`[{line_from, line_to}]\` in the new text), \`previous_version\`.`,
  input: textEditorInput,
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
    if (args.open_in_canvas && !(await isShown(realPath, ctx)))
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
  content: "write",
  old_text: "patch",
  new_text: "patch",
  patch_text: "patch",
  edits: "patch",
} as const;

/** A `write` with `old_text` would empty the file, so arguments of another action are refused unless they are empty. */
function rejectForeignArguments(args: TextEditorArguments): void {
  for (const [name, action] of Object.entries(ARGUMENTS_OF)) {
    const value = args[name as keyof typeof ARGUMENTS_OF];
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    if (isEmpty || action === args.action) continue;
    throw new ToolError("bad_arguments", `${name} belongs to action ${action}, not to ${args.action}`);
  }
}
