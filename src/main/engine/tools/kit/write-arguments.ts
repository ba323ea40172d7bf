import { z } from "zod";
import { MAX_REASON_NOTE } from "../../../../core/limits";

/** Arguments that every tool that changes a document takes. */

/** An edit that is only previewed. */
export const dryRun = z.boolean().default(false).describe("Diff only");

/** The thread that an edit answers: keeping the edit resolves it, undoing it opens it again. */
export const thread = z.string().optional().describe("Comment");

/** Why the caller edits, for the history and the review. */
export const note = z.string().max(MAX_REASON_NOTE).optional().describe("Why");
