import { z } from "zod";
import type { Recent } from "../core/desktop";
import { absolutePath } from "../core/session";

const LIMIT = 15;

/** The recent list as stored. */
export const storedRecent: z.ZodType<Recent> = z
  .array(z.strictObject({ path: absolutePath, kind: z.enum(["folder", "file"]) }))
  .max(100);

/** Moves `entry` to the front and drops the oldest entries. */
export function withRecent(recent: Recent, entry: Recent[number]): Recent {
  return [entry, ...recent.filter(({ path }) => path !== entry.path)].slice(0, LIMIT);
}
