import { z } from "zod";
import { ToolError } from "../../ports/tool-error";
import { dryRun, note, thread } from "../kit/write-arguments";

const anyCase = (value: unknown): unknown => (typeof value === "string" ? value.trim().toLowerCase() : value);
const asText = (value: unknown): unknown => (typeof value === "number" ? String(value) : value);
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
  action: z.preprocess(anyCase, z.enum(officeActions)).describe("What to do"),
  path: z.string().optional().describe("The file"),
  kind: z
    .preprocess(anyCase, z.enum(["document", "spreadsheet", "presentation"]))
    .optional()
    .describe("create: what to make"),
  format: z
    .preprocess(anyCase, z.enum(["docx", "xlsx", "pptx", "odt", "ods", "odp", "pdf", "html", "md", "txt"]))
    .optional()
    .describe("create, export: the ending"),
  content: z
    .string()
    .optional()
    .describe(
      "create, append_text, prepend, insert_…: a line a paragraph; # heading, - list, | table |, **bold**, *italic*. Sheets: CSV, Markdown tables (# names the sheet) or JSON. Slides: # a slide, - points.",
    ),
  operation: z
    .preprocess(
      anyCase,
      z.enum([
        ...(["replace_text", "append_text", "prepend", "set_text", "insert_before", "insert_after", "delete"] as const),
        ...(["move", "set_cells", "set_rows", "set_slides", "set_notes"] as const),
      ]),
    )
    .optional()
    .describe("edit: what to do"),
  find: z.string().optional().describe("The exact text"),
  replace: z.string().optional().describe("Empty deletes."),
  replace_all: z.boolean().optional().describe("Every place"),
  node_id: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe("jr_para_… or a cell; delete: or a list"),
  before: z.preprocess(asText, z.string()).optional().describe("move: node_id or slide"),
  after: z.preprocess(asText, z.string()).optional().describe("The same"),
  cells: z.record(z.string(), cellValue).optional().describe('{"Sheet1!B2": 5}; "=…" is a formula, null empties'),
  sheet: z.string().optional().describe("Its name"),
  start: z
    .union([z.string(), z.int().min(1)])
    .optional()
    .describe("First cell (A2) or row"),
  rows: z.array(z.array(cellValue)).optional().describe("Row by row"),
  slides: z
    .array(
      z.strictObject({
        title: z.string().describe("Of the slide"),
        bullets: z.array(z.string()).default([]).describe("A tab: one level down"),
      }),
    )
    .optional()
    .describe("All slides in order; those there keep look, pictures, notes."),
  track_changes: z.boolean().optional().describe("docx, odt: as a suggestion"),
  version: z.string().optional().describe("Base"),
  max_chars: z.int().min(1).max(1_000_000).optional().describe("read: 12000 unless given"),
  offset: z.int().min(0).optional().describe("read: next_offset"),
  range: z.string().optional().describe("A1:C20"),
  slide: z.int().min(1).optional().describe("1-based"),
  target: z.string().optional().describe("export: file to write"),
  overwrite: z.boolean().optional().describe("export: replace target"),
  version_id: z.string().optional().describe("restore_version: which"),
  limit: z.int().min(1).optional().describe("version_history: how many"),
  dry_run: dryRun,
  note,
  thread,
});

/** The validated arguments of `office_artifact`. */
export type OfficeArguments = z.infer<typeof officeInput>;
export type OfficeAction = OfficeArguments["action"];

/** The arguments of each action besides `action` and `path`. */
const ARGUMENTS_OF: Record<OfficeAction, readonly (keyof OfficeArguments)[]> = {
  create: ["kind", "format", "content", "dry_run", "note", "thread"],
  open: [],
  read: ["max_chars", "offset", "sheet", "range", "slide"],
  edit: [
    ...(["operation", "find", "replace", "replace_all", "node_id", "content", "cells", "sheet", "start"] as const),
    ...([
      "before",
      "after",
      "slide",
      "rows",
      "slides",
      "track_changes",
      "version",
      "dry_run",
      "note",
      "thread",
    ] as const),
  ],
  inspect: [],
  export: ["format", "target", "overwrite"],
  version_history: ["limit"],
  restore_version: ["version_id", "version", "dry_run", "note", "thread"],
  status: [],
};

/** Rejects arguments of another action, unless they are empty: some models fill in every one. */
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
