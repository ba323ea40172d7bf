import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import type { Argument, Session, Spot } from "../../../shared/contract";
import type { WindowBounds } from "./desktop";

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

const tabPlace = {
  cursor: position,
  scrollTop: z.number().min(0).max(1e9),
  folds: z.array(z.tuple([position, position])).max(10_000),
  mode: z.literal("source").exactOptional(),
  read: z.literal(true).exactOptional(),
};

/** A place in a text, which may be another by the time it is looked for. */
export const spot: z.ZodType<Spot> = z.union([
  z.strictObject({ from: position, to: position.exactOptional() }),
  z.strictObject({ line: position, column: position.exactOptional(), length: position.exactOptional() }),
]);

/** Where a tab stands in its text. */
export const tabView: z.ZodType<Argument<"window:move-tab">["view"]> = z.strictObject(tabPlace);

/** Of the room that groups of tabs have. */
const share = z.number().min(0).max(1000);

/** The page's session, bounded: what it sends and what is stored. What another version of Galley added is left out. */
export const sessionSchema: z.ZodType<Session> = z.object({
  tabs: z
    .array(
      z.object({
        path: absolutePath.nullable(),
        doc: documentId,
        ...tabPlace,
        room: z.literal("book").exactOptional(),
      }),
    )
    .max(500),
  active: documentId.nullable(),
  groups: z
    .object({
      active: z.number().int().min(0).max(100),
      columns: z
        .array(
          z.object({
            width: share,
            groups: z
              .array(
                z.object({
                  height: share,
                  front: z.number().int().min(0).max(500),
                  tabs: z.array(z.object({ doc: documentId, view: tabView.exactOptional() })).max(500),
                }),
              )
              .max(10),
          }),
        )
        .max(10),
    })
    .exactOptional(),
  sidebar: z.object({
    open: z.boolean(),
    width: z.number().min(0).max(10_000),
    view: z.enum(["files", "outline", "search", "review", "library"]).exactOptional(),
  }),
  panel: z
    .object({
      open: z.boolean(),
      width: z.number().min(0).max(10_000),
      conversation: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,100}$/)
        .exactOptional(),
    })
    .exactOptional(),
  expanded: z.array(absolutePath).max(10_000),
  used: z
    .object({ commands: z.array(z.string().max(64)).max(100), files: z.array(absolutePath).max(100) })
    .exactOptional(),
  goals: z
    .array(z.object({ path: absolutePath, words: z.number().int().min(1).max(10_000_000) }))
    .max(500)
    .exactOptional(),
  exports: z
    .object({
      paper: z.object({
        size: z.enum(["A4", "A5", "Letter", "Legal"]),
        isLandscape: z.boolean(),
        margins: z.enum(["narrow", "normal", "wide"]),
        hasNumbers: z.boolean(),
      }),
      frontMatter: z.boolean(),
    })
    .exactOptional(),
});

const coordinate = z.number().int().min(-100_000).max(100_000);
const side = (least: number) => z.number().int().min(least).max(20_000);

/** What is kept of one window: its page's own session, the folder that is open in it, and where it was. */
export type StoredWindow = {
  id?: string;
  workspace: string | null;
  session: Session | null;
  bounds: WindowBounds | null;
};

const storedWindow: z.ZodType<StoredWindow> = z.object({
  id: documentId.exactOptional(),
  workspace: absolutePath.nullable(),
  session: sessionSchema.nullable(),
  bounds: z
    .object({ x: coordinate, y: coordinate, width: side(200), height: side(150), isMaximized: z.boolean() })
    .nullable()
    .catch(null),
});

/** Every window, the one that was in front first. What knew of one window only is read as that. */
export const storedWindows: z.ZodType<StoredWindow[]> = z.union([
  z.array(storedWindow).max(100),
  z
    .object({ workspace: absolutePath.nullable(), session: sessionSchema.nullable() })
    .transform((one) => [{ ...one, bounds: null }]),
]);
