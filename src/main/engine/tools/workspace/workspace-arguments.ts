import { z } from "zod";
import { note } from "../kit/write-arguments";

export const workspaceInput = z.strictObject({
  action: z
    .preprocess(
      (action) => (typeof action === "string" ? action.toLowerCase() : action),
      z.enum(["list", "open", "mkdir", "move", "delete"]),
    )
    .describe("Action"),
  path: z.string().optional().describe("File, folder"),
  to: z.string().optional().describe("New path"),
  links: z.enum(["update", "keep"]).optional().describe("keep: as they are"),
  version: z.string().optional().describe("Base"),
  dry_run: z.boolean().optional().describe("Only show"),
  note,
  depth: z.int().min(1).max(100).optional().describe("Levels"),
  ignored: z.boolean().optional().describe("List, too"),
  next: z.string().optional().describe("Go on here"),
  max_tokens: z.int().min(50).max(20_000).optional().describe("Budget"),
});

export type WorkspaceArguments = z.infer<typeof workspaceInput>;

/** What an action answers; `workspace.ts` adds the action. */
export type WorkspaceAnswer = { message: string; summary: string; data: Record<string, unknown> };
