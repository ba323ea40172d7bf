import type { Rulebook } from "../../library/entries/content-library";
import { limits } from "../../library/entries/document-limits";
import { rulebookAt } from "../../library/entries/rulebook-path";
import type { ToolContext } from "./tool";

/**
 * The rulebook of the library that `name` means if there is no such file: its key, optionally after `library:`, which is unambiguous. Null if there
 * is none.
 */
export async function rulebookNamed(
  name: string,
  ctx: Partial<Pick<ToolContext, "library">>,
): Promise<Rulebook | null> {
  const key = rulebookAt(name) ?? name;
  if (ctx.library === undefined || key === "" || key.length > limits.documentKey || /[\\/*?[\]{}]/.test(key))
    return null;
  return (await ctx.library()).rulebook(key);
}
