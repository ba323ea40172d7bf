import { z } from "zod";
import { deleteSection } from "../../../../core/markdown/section-edits";
import { withNote } from "../../../../core/review/reason-note";
import { defineTool } from "../kit/tool";
import { dryRun, note, thread } from "../kit/write-arguments";
import { baseVersion, changesChildren, oneFile, otherSection } from "./doc-arguments";
import { editMessage, linesOf } from "./edit-message";
import { editSection } from "./edit-section";
import { shownPath } from "./shown-names";

/** Removes a section. */
export const docDelete = defineTool({
  name: "doc_delete",
  set: "documents",
  aliases: ["invar_doc_delete"],
  title: "Delete a section",
  description: `Delete one section with its sub-sections; doc_history has it.`,
  changes: "documents",
  answers: `\`success\` (true), \`path\`, \`deleted_content\`, \`deleted_lines\` (\`[from, to]\`, as they were numbered), \`warnings\`, \`version\`; with dry_run also \`dry_run\` (true) and \`diff\`, and \`version\` is that of the untouched file.`,
  input: z.strictObject({
    file: oneFile,
    section: otherSection,
    include_children: changesChildren,
    version: baseVersion,
    dry_run: dryRun,
    note,
    thread,
  }),
  async run({ file, section, include_children, version, dry_run, note }, ctx) {
    const editOptions = { file, address: section, version, includeChildren: include_children, dryRun: dry_run };
    const done = await editSection(
      { ...editOptions, reason: withNote(`deleted section ${section}`, note) },
      ctx,
      (text, outline, target, pending) =>
        deleteSection(text, outline, target, { includeChildren: include_children, pending }),
    );
    const { path, deletedContent, deletedLines } = done.edit;
    const [from, to] = deletedLines;
    return {
      ...editMessage({
        ...done,
        file,
        done: `deleted ${shownPath(path)}: ${linesOf(from, to)} went`,
        userSummary: `deleted ${done.title}`,
      }),
      data: {
        success: true,
        path,
        deleted_content: deletedContent,
        deleted_lines: deletedLines,
        warnings: done.warnings,
        version: done.version,
        ...(done.diff !== null && { dry_run: true, diff: done.diff }),
      },
    };
  },
});
