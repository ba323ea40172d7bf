import { isAbsolute } from "node:path";
import { z } from "zod";
import type { Envelope } from "../engine/ports/caller";
import type { ToolErrorCode } from "../engine/ports/tool-error";

/** Increased when a message changes its meaning. Both sides must have the same protocol, and the same version of Galley. */
export const socketProtocol = 3;

const codes = [
  "bad_arguments",
  "not_found",
  "ambiguous",
  "stale",
  "conflict",
  "denied",
  "binary",
  "encoding",
  "too_large",
  "outside_workspace",
  "unsupported",
  "not_assigned",
  "protected",
  "wrong_state",
  "timeout",
  "failed",
] as const satisfies readonly ToolErrorCode[];

const toolError = z.object({
  code: z.enum(codes),
  message: z.string(),
  hint: z.string().exactOptional(),
  candidates: z.array(z.string()).exactOptional(),
});

const envelope = z.object({
  ok: z.boolean(),
  message: z.string(),
  summary: z.string(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
  error: toolError.exactOptional(),
  news: z.string().exactOptional(),
}) satisfies z.ZodType<Envelope>;

const absolutePath = z
  .string()
  .max(4096)
  .refine((path) => isAbsolute(path) && !path.includes("\0"), "an absolute path");

const id = z.int().nonnegative();

/** The first line of `bin/galley`. The shape of this message never changes, so that different versions can recognise each other. */
export const hello = z.object({
  type: z.literal("hello"),
  protocol: z.int(),
  version: z.string().max(100),
  agent: z.object({
    name: z.string().max(1000),
    kind: z.enum(["mcp", "command line"]),
    roots: z.array(absolutePath).max(256),
    /** The same for every connection of one process. */
    process: z.string().min(1).max(100).exactOptional(),
    /** The secret of the session of the panel's agent that it was started for. */
    session: z.string().min(1).max(100).exactOptional(),
  }),
});

/** An agent's program says which file its own tool is about to write or has written; without a path, that it is at work in a folder. */
const hookAnnouncement = z.object({
  by: z.string().min(1).max(200),
  session: z.string().max(200),
  folder: absolutePath,
  phase: z.enum(["before", "after"]),
  path: absolutePath.nullable(),
  /** The SHA-256 of the file after the write; null if it is not known. */
  version: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

/** The answer to a question, complete or not; see `app/assistant/turns/command-question.ts`. */
const modelAnswer = z.object({
  conversation: z.string(),
  model: z.string().nullable(),
  status: z.enum(["done", "limited", "stopped", "failed"]),
  answer: z.string(),
  usage: z.object({ input: z.number().nullable(), output: z.number().nullable(), cost: z.number().nullable() }),
  calls: z.array(z.object({ tool: z.string(), summary: z.string() })),
  problem: z.object({ message: z.string(), hint: z.string().exactOptional() }).nullable(),
});

/** `elsewhere`: the app has none of the caller's roots open. `refused`: nothing was asked. */
const questionOutcome = z.discriminatedUnion("status", [
  z.object({ status: z.literal("answered"), answer: modelAnswer }),
  z.object({ status: z.literal("refused"), message: z.string() }),
  z.object({ status: z.literal("elsewhere") }),
]);

/** What `bin/galley` may send once it was welcomed. Who asks stops the answer by closing the connection. */
export const fromGalley = z.discriminatedUnion("type", [
  z.object({ type: z.literal("call"), id, name: z.string().max(200), arguments: z.unknown() }),
  z.object({ type: z.literal("announce"), id, announcement: hookAnnouncement }),
  z.object({
    type: z.literal("ask"),
    id,
    text: z.string().max(1_000_000),
    files: z.array(absolutePath).max(50),
  }),
  z.object({ type: z.literal("open"), id, path: absolutePath, in: z.literal("a new window").exactOptional() }),
]);

/**
 * What the app sends. `elsewhere`: the app has none of the caller's roots open, so the caller runs the call itself. `cut off`: the user has
 * blocked this agent; it gets this answer until they allow it. `documents changed`: the user opened or closed some.
 */
export const fromApp = z.discriminatedUnion("type", [
  z.object({ type: z.literal("welcome"), version: z.string() }),
  z.object({ type: z.literal("unwelcome"), version: z.string() }),
  z.object({ type: z.literal("answer"), id, envelope }),
  z.object({ type: z.literal("elsewhere"), id }),
  z.object({ type: z.literal("cut off"), id, envelope }),
  z.object({ type: z.literal("announced"), id }),
  z.object({ type: z.literal("opened"), id, problem: z.string().nullable() }),
  z.object({
    type: z.literal("ask progress"),
    id,
    part: z.union([z.strictObject({ text: z.string() }), z.strictObject({ note: z.string() })]),
  }),
  z.object({ type: z.literal("asked"), id, outcome: questionOutcome }),
  z.object({ type: z.literal("documents changed") }),
]);

/** More of an answer that is arriving, or one line about what was done for it. */
export type AnswerPart = Extract<FromApp, { type: "ask progress" }>["part"];
export type ModelAnswer = z.infer<typeof modelAnswer>;
export type QuestionOutcome = z.infer<typeof questionOutcome>;
export type HookAnnouncement = z.infer<typeof hookAnnouncement>;
export type Hello = z.infer<typeof hello>;
export type FromGalley = z.infer<typeof fromGalley>;
export type FromApp = z.infer<typeof fromApp>;
/** How the agent introduces itself. */
export type LocalAgent = Hello["agent"];
