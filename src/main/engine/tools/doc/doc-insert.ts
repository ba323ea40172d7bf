import { z } from "zod";
import { insertSection } from "../../../../core/markdown/section-edits";
import { defineTool } from "../kit/tool";
import { baseVersion, dryRun, oneFile, sectionAddress } from "./doc-arguments";
import { editMessage } from "./edit-message";
import { editSection } from "./edit-section";
import { plainContent } from "./plain-content";
import { shownPath } from "./shown-names";

/** Inserts a new section beside or inside another. */
export const docInsert = defineTool({
  name: "doc_insert",
  aliases: ["invar_doc_insert"],
  title: "Insert a section",
  description: `Insert a new section into a Markdown document, before or after another one, or as its first or last child; nothing else changes. \
content brings its own heading, at the level you want it to have: headings are not re-levelled. One blank line is put between it and its neighbours. \
Warnings say what an agent would miss, such as content without a heading. dry_run shows the diff.`,
  changes: "documents",
  answers: `\`success\` (true), \`inserted_at\` (the line of the new heading), \`new_section_path\` (null where the content has no heading), \`warnings\`, \`version\`; with dry_run also \`dry_run\` (true) and \`diff\`, and \`version\` is that of the untouched file.`,
  input: z.strictObject({
    file: oneFile,
    anchor: sectionAddress,
    content: z.string().describe("The new section, heading first. Valid Markdown: close every fence that you open."),
    position: z
      .enum(["before", "after", "first_child", "last_child"])
      .default("after")
      .describe(
        "Where: before the anchor, after its whole subtree, after its own text (first_child) or at the end of its subtree (last_child).",
      ),
    version: baseVersion,
    dry_run: dryRun,
  }),
  async run({ file, anchor, content, position, version, dry_run }, ctx) {
    const given = plainContent(content);
    const done = await editSection(
      {
        file,
        address: anchor,
        version,
        includeChildren: true,
        dryRun: dry_run,
        reason: `inserted a section ${position.replace("_", " ")} ${anchor}`,
      },
      ctx,
      (text, outline, target) => insertSection(text, outline, target, { content: given, position }),
    );
    const { insertedAt, newSectionPath } = done.edit;
    return {
      ...editMessage({
        ...done,
        file,
        done: `inserted ${newSectionPath === null ? "text" : shownPath(newSectionPath)} at line ${insertedAt}`,
        userSummary: "inserted a section",
      }),
      data: {
        success: true,
        inserted_at: insertedAt,
        new_section_path: newSectionPath,
        warnings: done.warnings,
        version: done.version,
        ...(done.diff !== null && { dry_run: true, diff: done.diff }),
      },
    };
  },
});
