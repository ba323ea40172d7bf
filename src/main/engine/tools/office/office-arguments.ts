import { z } from "zod";
import { ToolError } from "../../ports/tool-error";

const anyCase = (value: unknown): unknown => (typeof value === "string" ? value.trim().toLowerCase() : value);
const cellValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const officeActions = [
  "create",
  "open",
  "read",
  "edit",
  "inspect",
  "export",
  "version_history",
  "restore_version",
  "status",
] as const;

/** The arguments of `office_artifact`. The tool itself checks which of them belong to which action. */
export const officeInput = z.strictObject({
  action: z
    .preprocess(anyCase, z.enum(officeActions))
    .describe(`What to do: ${officeActions.join(", ")}, in upper or lower case.`),
  path: z
    .string()
    .optional()
    .describe("The file, relative to the workspace folder, or absolute inside it. Only status does without."),
  kind: z
    .preprocess(anyCase, z.enum(["document", "spreadsheet", "presentation"]))
    .optional()
    .describe("create: what to make where path and format do not say it. document unless given."),
  format: z
    .preprocess(anyCase, z.enum(["docx", "xlsx", "pptx", "odt", "ods", "odp", "pdf", "html", "md", "txt"]))
    .optional()
    .describe(
      "create: docx, xlsx, pptx, odt, ods or odp; odt, ods or odp by kind unless the path says it. export: pdf, html, md, txt, or the other format of its kind (docx and odt, xlsx and ods, pptx and odp).",
    ),
  content: z
    .string()
    .optional()
    .describe(
      "create, append_text, prepend: text, a line a paragraph; # headings, - and 1. lists, | tables |, **bold** and *italic* are understood. Spreadsheets: rows as CSV, TSV, Markdown tables (a # heading names the sheet) or JSON. Presentations: a # heading a slide, - points below it. set_text: the paragraph's or cell's new text, as it is.",
    ),
  operation: z
    .preprocess(
      anyCase,
      z.enum(["replace_text", "append_text", "prepend", "set_text", "set_cells", "set_rows", "set_slides"]),
    )
    .optional()
    .describe(
      "edit: replace_text {find, replace}, append_text {content}, prepend {content}, set_text {node_id, content}, set_cells {cells}, set_rows {sheet, start, rows}, set_slides {slides}.",
    ),
  find: z.string().optional().describe("replace_text: the exact text as it is read; it must be there exactly once."),
  replace: z.string().optional().describe("replace_text: what stands there instead. Empty deletes it."),
  replace_all: z.boolean().optional().describe("replace_text: replace every place instead of asking for exactly one."),
  node_id: z
    .string()
    .optional()
    .describe("set_text: the paragraph (jr_para_…) or cell, as read names it. replace_text: look only in this one."),
  cells: z
    .record(z.string(), cellValue)
    .optional()
    .describe(
      'set_cells: values by address, such as {"Sheet1!B2": 5}; text that begins with = is a formula (\'=… keeps it text), null empties, every other text stays text.',
    ),
  sheet: z.string().optional().describe("set_rows: the sheet. read: only this sheet."),
  start: z
    .union([z.string(), z.int().min(1)])
    .optional()
    .describe("set_rows: the cell where the first row begins, such as A2, or the row's number. A1 unless given."),
  rows: z.array(z.array(cellValue)).optional().describe("set_rows: the values, row by row."),
  slides: z
    .array(
      z.strictObject({
        title: z.string().describe("The slide's title."),
        bullets: z.array(z.string()).default([]).describe("Its points; a tab at the start puts one a level down."),
      }),
    )
    .optional()
    .describe(
      "set_slides: all slides, in order. Those that are there keep their look, pictures and notes and get this text; further ones are taken out, missing ones added.",
    ),
  track_changes: z
    .boolean()
    .optional()
    .describe("edit, docx only: write the edit as a suggestion that a person accepts or rejects."),
  version: z
    .string()
    .optional()
    .describe(
      "edit, restore_version: the version this is based on, from an earlier answer; another one is refused as stale.",
    ),
  max_chars: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("read: characters that the answer may show. 12000 unless given."),
  offset: z
    .int()
    .min(0)
    .optional()
    .describe("read: where to go on, in characters, as next_offset of the answer before gave it. 0 unless given."),
  range: z.string().optional().describe("read, spreadsheets: only these cells, such as A1:C20."),
  slide: z.int().min(1).optional().describe("read, presentations: only this slide, 1-based."),
  target: z
    .string()
    .optional()
    .describe(
      "export: the file to write, relative to the workspace folder. Beside the document, by its name, unless given.",
    ),
  overwrite: z.boolean().optional().describe("export: replace target where it is there already; refused unless given."),
  version_id: z.string().optional().describe("restore_version: which version, as version_history names it."),
  limit: z
    .int()
    .min(1)
    .optional()
    .describe("version_history: how many versions to list, the newest ones. All unless given."),
});

/** The validated arguments of `office_artifact`. */
export type OfficeArguments = z.infer<typeof officeInput>;
export type OfficeAction = OfficeArguments["action"];

/** The arguments of each action besides `action` and `path`. */
const ARGUMENTS_OF: Record<OfficeAction, readonly (keyof OfficeArguments)[]> = {
  create: ["kind", "format", "content"],
  open: [],
  read: ["max_chars", "offset", "sheet", "range", "slide"],
  edit: [
    ...(["operation", "find", "replace", "replace_all", "node_id", "content", "cells", "sheet", "start"] as const),
    ...(["rows", "slides", "track_changes", "version"] as const),
  ],
  inspect: [],
  export: ["format", "target", "overwrite"],
  version_history: ["limit"],
  restore_version: ["version_id", "version"],
  status: [],
};

/** Refuses arguments of another action, unless they are empty: some models fill in every one. */
export function rejectForeignArguments(args: OfficeArguments): void {
  const own = new Set<string>(["action", "path", ...ARGUMENTS_OF[args.action]]);
  for (const [name, value] of Object.entries(args)) {
    const isEmpty =
      value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0);
    if (isEmpty || own.has(name)) continue;
    const others = Object.entries(ARGUMENTS_OF).flatMap(([action, names]) =>
      names.some((each) => each === name) ? [action] : [],
    );
    throw new ToolError("bad_arguments", `${name} belongs to action ${others.join(" and ")}, not to ${args.action}`);
  }
}

/** An argument that this action requires. */
export function required<Name extends keyof OfficeArguments>(
  args: OfficeArguments,
  name: Name,
): NonNullable<OfficeArguments[Name]> {
  const value = args[name];
  if (value === undefined || value === null) throw new ToolError("bad_arguments", `${name} is required`);
  return value as NonNullable<OfficeArguments[Name]>;
}
