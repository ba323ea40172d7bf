import { z } from "zod";

const anyCase = (value: unknown): unknown => (typeof value === "string" ? value.trim().toLowerCase() : value);

/** The arguments of `text_editor`. The tool itself checks which of them belong to which action. */
export const textEditorInput = z.strictObject({
  action: z
    .preprocess(anyCase, z.enum(["read", "write", "patch"]))
    .describe("What to do: read, write or patch, in upper or lower case."),
  path: z.string().describe("The file, relative to the workspace folder, or absolute inside it."),
  line_from: z.int().optional().describe("read: the first line to show, 1-based. 1 unless given."),
  line_to: z
    .int()
    .optional()
    .describe(
      "read: the last line to show, inclusive. Without it the first lines from line_from (200 unless set otherwise).",
    ),
  content: z.string().optional().describe("write: the whole new text. Without it the file becomes empty."),
  old_text: z
    .string()
    .optional()
    .describe("patch: the exact current text span; it must match exactly once. Goes with new_text."),
  new_text: z.string().optional().describe("patch: what stands there instead. Empty deletes old_text."),
  patch_text: z
    .string()
    .optional()
    .describe("patch: update hunks of @@ anchor, context, - and + lines; they apply to the current text, all or none."),
  edits: z
    .array(
      z.strictObject({
        from: z.int().describe("First line, 1-based, as the last read numbered it; one past the last line appends."),
        to: z.int().optional().describe("Last line, inclusive. Without it, content is inserted before from."),
        content: z.string().optional().describe("The new lines. Without it, or empty, the lines are deleted."),
      }),
    )
    .optional()
    .describe("patch: line edits, right after a read. Line numbers are those of that read; no overlaps."),
  version: z
    .string()
    .optional()
    .describe("The version this is based on, from an earlier answer. Naming today's counts as having read the file."),
  open_in_canvas: z
    .boolean()
    .default(false)
    .describe("Show the document in the canvas afterwards. Only when the user explicitly asks for it."),
});

/** The validated arguments of `text_editor`. */
export type TextEditorArguments = z.infer<typeof textEditorInput>;

/** The result of an action, for the common frame of the answer. */
export type TextEditorAnswer = {
  realPath: string;
  version: string;
  /** The first line of the message. */
  header: string;
  warnings: string[];
  /** The lines from `>>>` to `<<<`; may be empty. */
  body: string[];
  summary: string;
  data: Record<string, unknown>;
};
