import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import type { Argument, Session, TextLocation } from "../../../shared/contract";
import { pandocFormats } from "../../../shared/pandoc";
import type { WindowBounds } from "./desktop";

/** Format of the ids that main issues. Also checked in stored sessions and journals, where an id becomes a file name. */
export const documentId = z.string().regex(/^[a-z0-9-]{8,64}$/);

/**
 * An empty, `.` or `..` segment. Tested first because `resolve` takes a millisecond for a path of thousands of
 * segments.
 */
const unread = /[\\/]\.{0,2}(?:[\\/]|$)/;

/**
 * An absolute path without NUL, of the usual maximum length. `.` and `..` are resolved textually first: with symbolic
 * links they could lead elsewhere than the path that was checked.
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
  callouts: z
    .array(z.tuple([position, z.boolean()]))
    .max(1000)
    .exactOptional(),
  mode: z.literal("source").exactOptional(),
  read: z.literal(true).exactOptional(),
};

/** A range or line in a text; it may be out of date by the time it is shown. */
export const spot: z.ZodType<TextLocation> = z.union([
  z.strictObject({ from: position, to: position.exactOptional() }),
  z.strictObject({ line: position, column: position.exactOptional(), length: position.exactOptional() }),
]);

/** View state of a tab. */
export const tabView: z.ZodType<Argument<"window:move-tab">["view"]> = z.strictObject(tabPlace);

/** Relative size of a tab group. */
const share = z.number().min(0).max(1000);

/**
 * The renderer's session with limits on every part, as sent and as stored. Unknown properties of other versions are
 * dropped.
 */
export const sessionSchema: z.ZodType<Session> = z.object({
  tabs: z
    .array(
      z.object({
        path: absolutePath.nullable(),
        doc: documentId,
        ...tabPlace,
        room: z.enum(["book", "viewer", "authorship"]).exactOptional(),
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
    view: z.enum(["files", "outline", "search", "comments", "review", "library", "tags"]).exactOptional(),
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
        hasHeader: z.boolean().default(false),
        hyphenates: z.boolean().default(false),
      }),
      frontMatter: z.boolean(),
      contents: z.boolean().default(false),
      colours: z.enum(["both", "light", "dark"]).default("both"),
      printStyle: z.string().max(200).default(""),
      wordStyle: z.string().max(200).default(""),
      pandoc: z.enum(pandocFormats).default("tex"),
    })
    .exactOptional(),
});

const coordinate = z.number().int().min(-100_000).max(100_000);
const side = (least: number) => z.number().int().min(least).max(20_000);

/** What is stored of one window: its session, its folder and its bounds. */
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

/** Every window, the last active one first. Also reads the older format, which had a single window. */
export const storedWindows: z.ZodType<StoredWindow[]> = z.union([
  z.array(storedWindow).max(100),
  z
    .object({ workspace: absolutePath.nullable(), session: sessionSchema.nullable() })
    .transform((one) => [{ ...one, bounds: null }]),
]);
