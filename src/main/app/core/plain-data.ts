import type { Argument, RequestName } from "../../../shared/contract";

/** The validated argument of a request, or why it was rejected. `why` is for the log only. */
export type ReadArgument<K extends RequestName> =
  | { status: "fits"; argument: Argument<K> }
  | { status: "refused"; why: string };

/** Above anything that a valid request contains: nesting depth, length of a list, and values in total. */
const LIMITS = { depth: 200, width: 250_000, values: 4_500_000 };
/** Unsaved edits may have this many changes of four values each, so that none are rejected that could be saved. */
const MAX_CHANGES = 1_000_000;

/**
 * Describes why an argument is not plain data or exceeds the limits; null if it is valid. Valid are arrays, objects,
 * strings and numbers, and bytes only as the top-level property `bytes`.
 */
export function invalidData(argument: unknown): string | null {
  let values = 0;
  const visit = (value: unknown, depth: number, name: string | null): string | null => {
    if (++values > LIMITS.values) return "holds too many values";
    if (typeof value !== "object" || value === null) return null;
    if (depth > LIMITS.depth) return "is nested too deeply";
    if (Array.isArray(value)) {
      if (value.length > (name === "changes" ? MAX_CHANGES : LIMITS.width)) return "holds a list that is too long";
      for (const each of value) {
        const found = visit(each, depth + 1, null);
        if (found !== null) return found;
      }
      return null;
    }
    if (value instanceof Uint8Array)
      return name === "bytes" && depth === 1 ? null : "holds bytes where none are allowed";
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return "holds a value that is not plain data";
    let keys = 0;
    for (const key in value) {
      if (++keys > LIMITS.width) return "holds an object with too many keys";
      const found = visit((value as Record<string, unknown>)[key], depth + 1, key);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(argument, 0, null);
}
