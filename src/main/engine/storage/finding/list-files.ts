import { relative, sep } from "node:path";
import type { FileListing } from "../../ports/caller";
import { locatePath } from "../files/locate-path";
import type { FileFinder } from "./file-finder";

/** Milliseconds after which the listing stops, with what was found so far. */
const TIME_LIMIT = 20_000;

/** The files of the caller's first root, for `Engine.listFiles`. */
export async function listFiles(
  { caller, most, keeps }: FileListing,
  finder: FileFinder,
): Promise<{ files: string[]; isAll: boolean }> {
  const folder = await locatePath(".", caller.roots);
  const { paths, stopped } = await finder.find("**/*", {
    accepts: keeps,
    limit: most,
    deadline: Date.now() + TIME_LIMIT,
  });
  return { files: paths.map((path) => relative(folder, path).split(sep).join("/")), isAll: stopped === null };
}
