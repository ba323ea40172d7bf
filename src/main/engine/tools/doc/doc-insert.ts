import { z } from "zod";
import { insertSection } from "../../../../core/markdown/section-edits";
import { withNote } from "../../../../core/review/reason-note";
import { defineTool } from "../kit/tool";
import { dryRun, note, thread } from "../kit/write-arguments";
import { baseVersion, oneFile, otherSection } from "./doc-arguments";
import { editMessage } from "./edit-message";
import { editSection } from "./edit-section";
import { plainContent } from "./plain-content";
import { shownPath } from "./shown-names";

/** Inserts a new section beside or inside another. */
export const docInsert = defineTool({
  name: "doc_insert",
  set: "documents",
  aliases: ["invar_doc_insert"],
  title: "Insert a section",
  description: `Insert a section beside another, or as its child.`,
  changes: "documents",
  answers: `\`success\` (true), \`inserted_at\` (the line of the new heading), \`new_section_path\` (null where the content has no heading), \`warnings\`, \`version\`; with dry_run also \`dry_run\` (true) and \`diff\`, and \`version\` is that of the untouched file.`,
  input: z.strictObject({
    file: oneFile,
    anchor: otherSection,
    content: z.string().describe("Heading and text"),
    position: z.enum(["before", "after", "first_child", "last_child"]).default("after").describe("To anchor"),
    version: baseVersion,
    dry_run: dryRun,
    note,
    thread,
  }),
  async run({ file, anchor, content, position, version, dry_run, note }, ctx) {
    const given = plainContent(content);
    const done = await editSection(
      {
        file,
        address: anchor,
        version,
        includeChildren: true,
        dryRun: dry_run,
        reason: withNote(`inserted a section ${position.replace("_", " ")} ${anchor}`, note),
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
