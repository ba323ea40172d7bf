import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import type { Session } from "../../shared/contract";

/** As issued by main; also what a stored session or journal may name, so that none can point elsewhere. */
export const documentId = z.string().regex(/^[a-z0-9-]{8,64}$/);

/** A part that is empty, `.` or `..`. Looked for first: to resolve a path of thousands of parts takes a millisecond. */
const unread = /[\\/]\.{0,2}(?:[\\/]|$)/;

/**
 * An absolute path without NUL, as long as systems allow. Read without its `.` and `..`: those lead elsewhere for whoever
 * follows links than for whoever reads words, so that what was checked might not be what is opened.
 */
export const absolutePath = z
  .string()
  .max(4096)
  .refine((path) => isAbsolute(path) && !path.includes("\0"), {
    error: "is not an absolute path",
  })
  .transform((path) => (unread.test(path) ? resolve(path) : path));

const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The page's session, bounded: what it sends and what is stored. What another version of Galley added is left out. */
export const sessionSchema: z.ZodType<Session> = z.object({
  tabs: z
    .array(
      z.object({
        path: absolutePath.nullable(),
        doc: documentId,
        cursor: position,
        scrollTop: z.number().min(0).max(1e9),
        folds: z.array(z.tuple([position, position])).max(10_000),
        mode: z.literal("source").exactOptional(),
      }),
    )
    .max(500),
  active: documentId.nullable(),
  sidebar: z.object({
    open: z.boolean(),
    width: z.number().min(0).max(10_000),
    view: z.enum(["files", "outline", "search"]).exactOptional(),
  }),
  expanded: z.array(absolutePath).max(10_000),
  used: z
    .object({ commands: z.array(z.string().max(64)).max(100), files: z.array(absolutePath).max(100) })
    .exactOptional(),
  goals: z
    .array(z.object({ path: absolutePath, words: z.number().int().min(1).max(10_000_000) }))
    .max(500)
    .exactOptional(),
});

/** What is stored beside the page's own session: the open folder. */
export const storedSession = z.object({ workspace: absolutePath.nullable(), session: sessionSchema.nullable() });
