import { officeFormatOf } from "../../../../core/text/format";
import type { ToolContext } from "../kit/tool";
import { defineTool } from "../kit/tool";
import { type OfficeAction, type OfficeArguments, officeInput, rejectForeignArguments } from "./office-arguments";
import { createOffice } from "./office-create";
import { editOffice } from "./office-edit";
import { exportOffice } from "./office-export";
import { officeHistory, restoreOffice } from "./office-history";
import { inspectOffice } from "./office-inspect";
import { openOffice } from "./office-open";
import { readOffice } from "./office-read";
import { officeStatus } from "./office-status";
import type { OfficeAnswer } from "./open-package";

const description = `Create, read and edit docx, xlsx, pptx, odt, ods, odp; edit docm, xltx and the like; all that an edit does not touch keeps its bytes. Markdown and text: text_editor.

create: from content; odt, ods or odp by kind unless path or format say otherwise. Never over a file.
read: paragraphs, cells or slides with ids (as read_file and grep); page with max_chars and offset.
edit, one operation a call: replace_text {find, replace} is best for "change X to Y" (find: exact, within a paragraph, there once; node_id limits it); set_text {node_id, content} (table rows with | between cells); append_text, prepend {content}; \
insert_before, insert_after {node_id, content} (at a table row: rows), delete {node_id}, move {node_id, before or after}; slides: slide for node_id, set_notes {slide, content}, set_slides {slides}; \
sheets: set_cells {cells}, set_rows {sheet, start, rows}. track_changes (docx, odt): a suggestion, if wanted.
inspect, status. export: md, html, txt, with LibreOffice pdf or the sister format. version_history, restore_version {version_id}. open: show it, only if the user asks.`;

/** Creates, reads and edits Office packages in place. */
export const officeArtifact = defineTool({
  name: "office_artifact",
  set: "office",
  title: "Office documents",
  description,
  changes: "documents",
  // Longer than a conversion may take.
  timeLimit: 150_000,
  answers: `Always \`action, path, format\`.

- create: \`kind\`, \`status ("created")\`, \`version\`; \`path\` with its ending.
- read: \`paragraphs\` (\`[{id, index, kind, text, level?, style?}]\`: the level of headings and list items, and the style if it is not the usual one), \`cells\` or \`slides\`, \`total\`, \`total_chars\`, \`has_more\`, \`next_offset\` (characters, or null), \`version\`; a text shown in part has \`cropped: true\`.
- edit: \`operation\`, \`status ("written" | "unchanged")\`, \`changed\` (how many places, paragraphs, rows, cells or slides), \`new_ids\` (insert_before, insert_after and move in texts: the first 100 ids that were not there before), \`parts\` (the entries of the package that are different now), \`version\`, \`previous_version\`, \`track_changes\`, \`warnings\`.
- inspect: \`parts\` (\`[{name, size, packed}]\`), \`counts\`, \`properties\`, \`size\`, \`version\`, \`warnings\`; if there are any, \`headers\`, \`footers\`, \`note_texts\`, \`comments\` of texts, and \`charts\`, \`pivots\`, \`comments\`, \`names\`, \`tables\`, \`validations\` of workbooks, the first 30 of each.
- export: \`exported\` (the file written), \`exported_format\`, \`size\`, \`exported_version\`, \`version\` (of the document).
- version_history: \`versions\` (\`[{version_id, version, at, by, reason, note?, size}]\`, newest first), \`version\` (today's, or null), \`pending\` (how many edits wait for the user's review).
- restore_version: \`status ("restored" | "unchanged")\`, \`restored\`, \`version\`, \`previous_version\`, \`warnings\`.
- create, edit or restore_version with dry_run: \`status ("planned")\`, \`dry_run\` (true), \`diff\` (of the text or the cells), \`warnings\`; \`version\` is that of the untouched file (null if there is none).
- open: \`opened\`. status: \`exists\`, \`locked\` (\`{program, who, lock_file}\` or null), \`versions\`, \`canvas\`, \`pdf_export\`, \`libreoffice\`.`,
  input: officeInput,
  async run(args, ctx) {
    rejectForeignArguments(args);
    const { message, summary, data } = await actions[args.action](args, ctx);
    const format = args.path === undefined ? null : officeFormatOf(args.path);
    return { message, summary, data: { action: args.action, path: args.path ?? null, format, ...data } };
  },
});

const actions: Record<OfficeAction, (args: OfficeArguments, ctx: ToolContext) => Promise<OfficeAnswer>> = {
  create: createOffice,
  open: openOffice,
  read: readOffice,
  edit: editOffice,
  inspect: inspectOffice,
  export: exportOffice,
  version_history: officeHistory,
  restore_version: restoreOffice,
  status: officeStatus,
};
