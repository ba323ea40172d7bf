import { z } from "zod";
import { dryRun, note, thread } from "../kit/write-arguments";

const anyCase = (value: unknown): unknown => (typeof value === "string" ? value.trim().toLowerCase() : value);

/** The arguments of `text_editor`. The tool itself checks which of them belong to which action. */
export const textEditorInput = z.strictObject({
  action: z.preprocess(anyCase, z.enum(["read", "write", "patch"])).describe("Action"),
  path: z.string().describe("File"),
  line_from: z.int().optional().describe("read: 1-based"),
  line_to: z.int().optional().describe("read: inclusive"),
  max_tokens: z.int().min(1).optional().describe("read: budget"),
  content: z.string().optional().describe("write: all"),
  old_text: z.string().optional().describe("patch: find"),
  new_text: z.string().optional().describe("patch: empty deletes"),
  patch_text: z.string().optional().describe("patch: @@ hunks"),
  edits: z
    .array(
      z.strictObject({
        from: z.int().describe("First line"),
        to: z.int().optional().describe("Last line"),
        content: z.string().optional().describe("New lines"),
      }),
    )
    .optional()
    .describe("patch: lines"),
  version: z.string().optional().describe("Base"),
  dry_run: dryRun,
  note,
  thread,
  open_in_canvas: z.boolean().default(false).describe("only if the user explicitly asks"),
});

/** The validated arguments of `text_editor`. */
export type TextEditorArguments = z.infer<typeof textEditorInput>;

/** The result of an action, for the common frame of the answer. */
export type TextEditorAnswer = {
  realPath: string;
  /** The file's current version; null if a dry run would create the file. */
  version: string | null;
  /** The first line of the message. */
  header: string;
  warnings: string[];
  /** The lines from `>>>` to `<<<`; may be empty. */
  body: string[];
  summary: string;
  data: Record<string, unknown>;
};
