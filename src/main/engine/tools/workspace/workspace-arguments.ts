import { z } from "zod";

export const workspaceInput = z.strictObject({
  action: z
    .preprocess(
      (action) => (typeof action === "string" ? action.toLowerCase() : action),
      z.enum(["list", "open", "mkdir", "move", "delete"]),
    )
    .describe("What to do"),
  path: z.string().optional().describe("File or folder"),
  to: z.string().optional().describe("move: the whole new path"),
  links: z.enum(["update", "keep"]).default("update").describe("move: links to it"),
  version: z.string().optional().describe("move, delete: the file's version as you know it"),
  dry_run: z.boolean().default(false).describe("Only show what would happen"),
  depth: z.int().min(1).max(100).default(1).describe("list: levels"),
  ignored: z.boolean().default(false).describe("list: what git ignores, too"),
  next: z.string().optional().describe("list: go on here"),
  max_tokens: z.int().min(50).max(20_000).default(1_000).describe("list: size of the answer"),
});

export type WorkspaceArguments = z.infer<typeof workspaceInput>;

/** What an action answers; `workspace.ts` adds the action. */
export type WorkspaceAnswer = { message: string; summary: string; data: Record<string, unknown> };
