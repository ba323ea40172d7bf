import { relative, sep } from "node:path";
import type { FileListing } from "../../ports/caller";
import { MAX_SEARCH_MS } from "../../ports/limits";
import { locatePath } from "../files/locate-path";
import type { FileFinder } from "./file-finder";

/** The files of the caller's first root, for `Engine.listFiles`. */
export async function listFiles(
  { caller, most, keeps }: FileListing,
  finder: FileFinder,
): Promise<{ files: string[]; isAll: boolean }> {
  const folder = await locatePath(".", caller.roots);
  const { paths, stopped } = await finder.find("**/*", {
    accepts: keeps,
    limit: most,
    deadline: Date.now() + MAX_SEARCH_MS,
  });
  return { files: paths.map((path) => relative(folder, path).split(sep).join("/")), isAll: stopped === null };
}
