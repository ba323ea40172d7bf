import { z } from "zod";
import { parseRating } from "../../library/entries/entry-columns";
import { ToolError } from "../../ports/tool-error";

/** Arguments that several library tools share, with one description. */

/** The filter: keys of documents. */
export const documentKeys = z
  .array(z.string())
  .nullable()
  .optional()
  .describe(
    "Only these documents of the library, by their keys (list_documents), without regard to letter case. Absent or null: all of them. []: an empty result.",
  );

/** The most results. */
export const resultLimit = z
  .int()
  .min(1)
  .max(10_000)
  .default(20)
  .describe("The most results to answer with; total counts all that match.");

/** The name of an entry. */
export const entryName = z
  .string()
  .optional()
  .describe("The name or a part of it, without regard to letter case. Whole names come first.");

/** The required value of a text field. */
export const fieldText = (what: string) => z.string().optional().describe(what);

/** The required value of a number field, or one of its bounds. */
export const fieldNumber = (what: string) => z.number().optional().describe(what);

/** The required value of a flag; an entry without the field counts as false. */
export const fieldFlag = (what: string) => z.boolean().optional().describe(what);

/** A challenge rating. */
export const rating = (what: string) => z.union([z.number(), z.string()]).optional().describe(what);

/** A rating as a number; `1/4` is 0.25. Throws for anything else. */
export function ratingOf(argument: string, value: number | string | undefined): number | undefined {
  const parsed = typeof value === "string" ? parseRating(value) : value;
  if (Number.isNaN(parsed))
    throw new ToolError(
      "bad_arguments",
      `${argument} must be a number or a fraction such as "1/4", not ${JSON.stringify(String(value).slice(0, 60))}`,
    );
  return parsed;
}
