import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ToolError } from "../../ports/tool-error";

/**
 * The absolute path that a caller's argument names. Relative paths start at the first root, or at its folder if that root is a file. Does
 * not check that the result is inside a root: its real path decides that.
 */
export async function locatePath(path: string, roots: readonly string[]): Promise<string> {
  const first = roots[0];
  if (first === undefined) throw new ToolError("outside_workspace", "no folder has been opened to this caller");
  if (path === "") throw new ToolError("bad_arguments", "path is empty");
  if (path.includes("\0")) throw new ToolError("bad_arguments", "path contains a NUL character");
  return resolve(await folderOf(first), path);
}

async function folderOf(root: string): Promise<string> {
  const isFile = await stat(root).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? dirname(root) : root;
}
