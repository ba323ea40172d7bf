import { z } from "zod";
import { MAX_COMMENT } from "../../../../core/limits";
import { ToolError } from "../../ports/tool-error";

const anyCase = (value: unknown): unknown => (typeof value === "string" ? value.trim().toLowerCase() : value);

/** `12`, `[12, 14]` and `{from: 12, to: 14}` are understood as `12-14` is. */
function asRange(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value) && value.length > 0 && value.length < 3) return value.join("-");
  if (typeof value !== "object" || value === null) return value;
  const { from, line_from = from, to, line_to = to } = value as Record<string, unknown>;
  return line_from === undefined ? value : `${line_from}-${line_to ?? line_from}`;
}

/** The arguments of `comments`. The tool itself checks which of them belong to which action. */
export const commentsInput = z.strictObject({
  action: z.preprocess(anyCase, z.enum(["list", "add", "reply", "resolve", "reopen"])).describe("Action"),
  path: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe("list: also globs"),
  quote: z.string().optional().describe("Exact"),
  section: z.string().optional().describe("Or Sheet1!B2, slide 3"),
  paragraph_id: z.string().optional().describe("Also a book's"),
  lines: z.preprocess(asRange, z.string().optional()).describe("12-14"),
  text: z.string().max(MAX_COMMENT).optional().describe("Markdown"),
  thread: z.string().optional().describe("Its id"),
  resolve: z.boolean().default(false).describe("With a reply"),
  status: z.preprocess(anyCase, z.enum(["open", "resolved", "all"]).optional()).describe("Else open"),
  since: z.string().optional().describe("Time or cursor"),
  limit: z.int().min(1).max(1_000).optional().describe("How many"),
});

export type CommentsArguments = z.infer<typeof commentsInput>;
type Action = CommentsArguments["action"];

const ARGUMENTS_OF: Record<Action, readonly (keyof CommentsArguments)[]> = {
  list: ["section", "status", "since", "limit"],
  add: ["quote", "section", "paragraph_id", "lines", "text"],
  reply: ["thread", "text", "resolve"],
  resolve: ["thread"],
  reopen: ["thread"],
};

/** Rejects arguments of another action, unless they are empty: some models fill in every one. */
export function rejectForeignArguments(args: CommentsArguments): void {
  const own = new Set<string>(["action", "path", ...ARGUMENTS_OF[args.action]]);
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || value === "" || value === false || own.has(name)) continue;
    const others = Object.entries(ARGUMENTS_OF).flatMap(([action, names]) =>
      names.some((each) => each === name) ? [action] : [],
    );
    throw new ToolError("bad_arguments", `${name} belongs to action ${others.join(" and ")}, not to ${args.action}`);
  }
}

/** An argument that this action needs. */
export function required(args: CommentsArguments, name: "text" | "thread"): string {
  const value = args[name];
  if (value === undefined) throw new ToolError("bad_arguments", `${name} is required`);
  if (value.trim() === "") throw new ToolError("bad_arguments", `${name} is empty`);
  return value;
}
