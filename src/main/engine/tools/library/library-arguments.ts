import { z } from "zod";
import { parseRating } from "../../library/entries/entry-columns";
import { ToolError } from "../../ports/tool-error";

/** Arguments that several library tools share, with one description. */

/** The filter: keys of documents. */
export const documentKeys = z
  .array(z.string())
  .nullable()
  .optional()
  .describe("Only these keys (list_documents). []: nothing.");

/** The maximum number of results. */
export const resultLimit = z.int().min(1).max(10_000).default(20).describe("Most results");

/** The name of an entry. */
export const entryName = z.string().optional().describe("Or a part of it");

const described = <Field extends z.ZodType>(field: Field, what: string | undefined): Field =>
  what === undefined ? field : field.describe(what);

/** The required value of a text field. */
export const fieldText = (what?: string) => described(z.string().optional(), what);

/** The required value of a number field, or one of its bounds. */
export const fieldNumber = (what?: string) => described(z.number().optional(), what);

/** The required value of a flag; an entry without the field counts as false. */
export const fieldFlag = (what?: string) => described(z.boolean().optional(), what);

/** A challenge rating. */
export const rating = (what?: string) => described(z.union([z.number(), z.string()]).optional(), what);

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
