import { z } from "zod";
import { replaceSection } from "../../../../core/markdown/section-edits";
import { withNote } from "../../../../core/review/reason-note";
import { defineTool } from "../kit/tool";
import { dryRun, note, thread } from "../kit/write-arguments";
import { baseVersion, changesChildren, oneFile, otherSection } from "./doc-arguments";
import { editMessage, linesOf } from "./edit-message";
import { editSection } from "./edit-section";
import { plainContent } from "./plain-content";
import { shownPath } from "./shown-names";

/** Replaces the text of a section. */
export const docReplace = defineTool({
  name: "doc_replace",
  set: "documents",
  aliases: ["invar_doc_replace"],
  title: "Replace a section",
  description: `Replace one section, nothing else. The heading stays; sub-sections go.`,
  changes: "documents",
  answers: `\`success\` (true), \`old_content\`, \`path\`, \`new_line_start\`, \`new_line_end\`, \`new_line_count\`, \`warnings\`, \`version\`; with dry_run also \`dry_run\` (true) and \`diff\`, and \`version\` is that of the untouched file.`,
  input: z.strictObject({
    file: oneFile,
    section: otherSection,
    content: z.string().describe("New text"),
    keep_heading: z.boolean().default(true).describe("false: content has it"),
    include_children: changesChildren,
    version: baseVersion,
    dry_run: dryRun,
    note,
    thread,
  }),
  async run({ file, section, content, keep_heading, include_children, version, dry_run, note }, ctx) {
    const editOptions = { file, address: section, version, includeChildren: include_children, dryRun: dry_run };
    const options = { content: plainContent(content), keepHeading: keep_heading, includeChildren: include_children };
    const done = await editSection(
      { ...editOptions, reason: withNote(`replaced section ${section}`, note) },
      ctx,
      (text, outline, target) => replaceSection(text, outline, target, options),
    );
    const { path, oldContent, newLineStart, newLineEnd, newLineCount } = done.edit;
    return {
      ...editMessage({
        ...done,
        file,
        done: `replaced ${shownPath(path)}: ${linesOf(newLineStart, newLineEnd)} now`,
        userSummary: `replaced ${done.title}`,
      }),
      data: {
        success: true,
        old_content: oldContent,
        path,
        new_line_start: newLineStart,
        new_line_end: newLineEnd,
        new_line_count: newLineCount,
        warnings: done.warnings,
        version: done.version,
        ...(done.diff !== null && { dry_run: true, diff: done.diff }),
      },
    };
  },
});
