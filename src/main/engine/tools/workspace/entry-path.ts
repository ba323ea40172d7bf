import { relative, sep } from "node:path";
import { ToolError } from "../../ports/tool-error";
import { isWithin } from "../../storage/files/guarded";
import type { ToolContext } from "../kit/tool";

/** How answers name what the caller can reach: below its first root relative to it, else absolute. */
export async function pathNames({ caller, documents }: ToolContext): Promise<(realPath: string) => string> {
  const [first] = caller.roots;
  const root = first === undefined ? null : await documents.realPath(first, caller.roots);
  return (realPath) =>
    root !== null && root !== realPath && isWithin(realPath, root)
      ? relative(root, realPath).split(sep).join("/")
      : realPath;
}

/** An argument that the action needs. */
export function requireArgument(name: string, value: string | undefined): string {
  if (value === undefined || value === "") throw new ToolError("bad_arguments", `${name} is required`);
  return value;
}

/** At most ten rows, and how many more there are. */
export function firstRows(rows: readonly string[], more = "more, in data"): string[] {
  return rows.length <= 10 ? [...rows] : [...rows.slice(0, 10), `... and ${rows.length - 10} ${more}`];
}
