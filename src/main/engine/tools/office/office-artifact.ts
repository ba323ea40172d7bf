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

const description = `Create, read and edit Office packages: docx, xlsx, pptx, odt, ods, odp. For Markdown and plain text use text_editor. Only the parts that an \
edit must touch are rewritten; everything else in the package, images, styles, comments, macros, keeps its bytes.

create: a new file of text with simple Markdown marks; odt, ods or odp by kind unless path or format say otherwise. An existing file is refused.
read: paragraphs, cells or slide texts with their ids; max_chars and offset page through long documents. Paragraph ids are those of read_file and grep.
edit: one operation a call. Prefer replace_text for a simple "change X to Y": find is the exact text within one paragraph and must be there once (node_id limits it to \
one paragraph, replace_all takes every place); headers, footers, notes, tables and text boxes are looked through, too. set_text sets a paragraph or cell by node_id; a table row \
is written as it is read, with | between its cells. append_text and prepend add paragraphs that look like the document's own. track_changes: true (docx) writes a suggestion \
that a person accepts or rejects in Word or LibreOffice; use it where the user asks for suggestions. set_cells, set_rows: spreadsheets; set_slides: presentations.
inspect: parts, properties, counts. export: md, html, txt, and where LibreOffice is installed pdf and the other format of its kind. version_history and restore_version: every version is kept. \
status: whether the file is locked by another program, what can be done here.
open shows the document in the desktop app: only when the user explicitly asks for it.`;

/** Creates, reads and edits Office packages in place. */
export const officeArtifact = defineTool({
  name: "office_artifact",
  title: "Office documents",
  description,
  changes: "documents",
  // Longer than a conversion may take.
  timeLimit: 150_000,
  answers: `Always \`action, path, format\`.

- create: \`kind\`, \`status ("created")\`, \`version\`; \`path\` with its ending.
- read: \`paragraphs\` (\`[{id, index, kind, text}]\`), \`cells\` or \`slides\`, \`total\`, \`total_chars\`, \`has_more\`, \`next_offset\` (characters, or null), \`version\`; a text shown in part has \`cropped: true\`.
- edit: \`operation\`, \`status ("written" | "unchanged")\`, \`changed\` (how many places, paragraphs, cells or slides), \`parts\` (the entries of the package that are different now), \`version\`, \`previous_version\`, \`track_changes\`, \`warnings\`.
- inspect: \`parts\` (\`[{name, size, packed}]\`), \`counts\`, \`properties\`, \`size\`, \`version\`, \`warnings\`.
- export: \`exported\` (the file written), \`exported_format\`, \`size\`, \`exported_version\`, \`version\` (of the document).
- version_history: \`versions\` (\`[{version_id, version, at, by, reason, size}]\`, newest first), \`version\` (today's, or null), \`pending\` (how many edits wait for the user's review).
- restore_version: \`status ("restored" | "unchanged")\`, \`restored\`, \`version\`, \`previous_version\`.
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
