import { isAbsolute, relative, sep } from "node:path";
import { officeFormatOf } from "../../../../core/text/format";
import { rulebookAt, rulebookPath } from "../../library/entries/rulebook-path";
import { MAX_SEARCHED_FILES } from "../../ports/limits";
import type { LineQuery, SearchLimits } from "../../ports/search";
import { ToolError } from "../../ports/tool-error";
import { isGlob } from "../../storage/finding/path-glob";
import { rulebookNamed } from "../kit/find-rulebook";
import type { ToolContext } from "../kit/tool";

/** The files that a search reads. */
export type SearchedFiles = {
  /** Absolute, or paths of rulebooks; in order, without duplicates. Files that cannot match may be missing already. */
  paths: string[];
  /** Whether a single file was named, which must exist and be readable. */
  isOne: boolean;
  /** Names in the document filter that match no file. */
  unknown: string[];
  /** Whether there may be more files. */
  stopped: boolean;
};

/** The parts of a tool's context that are needed to find files. */
export type SearchDeps = Pick<ToolContext, "caller" | "documents" | "files" | "search" | "canvas" | "locate"> &
  Partial<Pick<ToolContext, "library">>;

/** Reading fewer files than this costs less than finding out which of them may match. */
const FEW_FILES = 100;

/** Where to look for a pattern. */
export type SearchScope = { path?: string | undefined; documents: readonly string[] | null; query: LineQuery };

/** Finds the files that `path` (a file, a glob or a folder; all roots if there is none) and the document filter mean. */
export async function findSearchedFiles(
  { path, documents, query }: SearchScope,
  ctx: SearchDeps,
  limits: SearchLimits,
): Promise<SearchedFiles> {
  if (path !== undefined) return filesIn({ path, documents, query }, ctx, limits);
  const found: SearchedFiles[] = [];
  for (const root of ctx.caller.roots) found.push(await filesIn({ path: root, documents, query }, ctx, limits));
  const everywhere = found.map(({ unknown }) => unknown);
  return {
    paths: [...new Set(found.flatMap(({ paths }) => paths))],
    isOne: found.length === 1 && found[0]?.isOne === true,
    unknown: everywhere[0]?.filter((name) => everywhere.every((names) => names.includes(name))) ?? [],
    stopped: found.some(({ stopped }) => stopped),
  };
}

async function filesIn(
  { path, documents, query }: SearchScope & { path: string },
  ctx: SearchDeps,
  limits: SearchLimits,
): Promise<SearchedFiles> {
  const absolute = await ctx.locate(path);
  const isFolder = await ctx.files.isFolder(absolute);
  const isPattern = !isFolder && isGlob(path) && !(await ctx.files.isFile(absolute));
  const isOne = !isFolder && !isPattern;
  const rulebook = isOne && !(await ctx.files.isFile(absolute)) ? await rulebookNamed(path, ctx) : null;
  const one = rulebook === null ? absolute : rulebookPath(rulebook.document);
  if (documents !== null) {
    const { paths, unknown, stopped } = await filteredFiles(documents, ctx, limits);
    const pathFilter = isPattern ? new Set((await findFiles(path, ctx, limits)).paths) : null;
    const kept = paths.filter((each) => {
      // A rulebook is not in any folder: naming it in the filter selects it.
      if (rulebookAt(each) !== null) return each === one || !isOne;
      return pathFilter === null ? each === absolute || isBelow(each, absolute) : pathFilter.has(each);
    });
    return { paths: kept, isOne: false, unknown, stopped };
  }
  if (isOne) return { paths: [one], isOne, unknown: [], stopped: false };
  if (isFolder) return { isOne, unknown: [], ...(await filesBelow(absolute, query, ctx, limits)) };
  const all = await findFiles(path, ctx, limits);
  if (all.paths.length <= FEW_FILES || ctx.search.filesBelow === null)
    return { paths: all.paths, isOne, unknown: [], stopped: all.stopped };
  const folder = commonFolder(all.paths);
  const below = await filesBelow(folder, query, ctx, limits);
  const likely = new Set(below.paths);
  const paths = all.paths.filter(
    (each) => likely.has(each) || officeFormatOf(each) !== null || isHidden(relative(folder, each)),
  );
  return { paths, isOne, unknown: [], stopped: all.stopped || below.stopped };
}

async function filesBelow(folder: string, query: LineQuery, ctx: SearchDeps, limits: SearchLimits) {
  if (ctx.search.filesBelow === null) {
    return findFiles(everythingIn(folder), ctx, limits);
  }
  const real = await ctx.documents.realPath(folder, ctx.caller.roots);
  const { candidates, packages, stopped } = await ctx.search.filesBelow(real, query, limits);
  const paths = [
    ...new Set([...candidates, ...packages, ...(await openFiles(real, new Set(candidates), ctx, limits))]),
  ];
  // With the paths that the caller uses: a root may be a link.
  const named = real === folder ? paths : paths.map((path) => `${folder}${path.slice(real.length)}`);
  return { paths: named.sort(byCodeUnits), stopped };
}

/** Unsaved edits are not on disk: an open document may match, whatever its file contains. */
async function openFiles(
  folder: string,
  known: ReadonlySet<string>,
  ctx: SearchDeps,
  limits: SearchLimits,
): Promise<string[]> {
  const open = (ctx.canvas?.openPaths?.() ?? []).filter((path) => !known.has(path));
  return searchedAmong(open, folder, ctx, limits);
}

/** Those of the given absolute paths that a search of the folder includes: existing, not hidden, not ignored. */
export async function searchedAmong(
  paths: readonly string[],
  folder: string,
  { files }: Pick<ToolContext, "files">,
  limits: SearchLimits,
): Promise<string[]> {
  const below = paths.filter((path) => isBelow(path, folder) && !isHidden(relative(folder, path)));
  const kept = await Promise.all(
    below.map(async (path) => (await findFiles(escaped(path), { files }, limits)).paths.length > 0),
  );
  return below.filter((_, index) => kept[index]);
}

const escaped = (path: string): string => path.replaceAll(/[\\*?[\]{}]/g, "\\$&");

/** The pattern for all files below a folder, whatever the folder's name is. */
const everythingIn = (folder: string): string => `${escaped(folder)}${folder.endsWith(sep) ? "" : sep}**${sep}*`;

async function findFiles(pattern: string, { files }: Pick<ToolContext, "files">, { deadline }: SearchLimits) {
  const { paths, stopped } = await files.find(pattern, { accepts: () => true, limit: MAX_SEARCHED_FILES, deadline });
  return { paths, stopped: stopped !== null };
}

async function filteredFiles(documents: readonly string[], ctx: SearchDeps, limits: SearchLimits) {
  const paths = new Set<string>();
  const unknown: string[] = [];
  let stopped = false;
  for (const name of new Set(documents)) {
    const absolute = name === "" ? null : await ctx.locate(name);
    if (absolute !== null && (await ctx.files.isFile(absolute))) paths.add(absolute);
    else {
      const isFolder = absolute !== null && (await ctx.files.isFolder(absolute));
      const matching = isFolder
        ? await findFiles(everythingIn(absolute), ctx, limits)
        : isGlob(name)
          ? await findFilesOrNone(name, ctx, limits)
          : { paths: [], stopped: false };
      stopped ||= matching.stopped;
      for (const each of matching.paths) paths.add(each);
      const rulebook = matching.paths.length === 0 ? await rulebookNamed(name, ctx) : null;
      if (rulebook !== null) paths.add(rulebookPath(rulebook.document));
      else if (matching.paths.length === 0) unknown.push(name);
    }
  }
  return { paths: [...paths].sort(byCodeUnits), unknown, stopped };
}

/** A pattern that points outside the workspace matches nothing. */
async function findFilesOrNone(pattern: string, ctx: SearchDeps, limits: SearchLimits) {
  try {
    return await findFiles(pattern, ctx, limits);
  } catch (error) {
    if (error instanceof ToolError && error.code === "outside_workspace") return { paths: [], stopped: false };
    throw error;
  }
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function isBelow(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== "" && relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}

const isHidden = (relativePath: string): boolean => relativePath.split(sep).some((part) => part.startsWith("."));

function commonFolder(paths: readonly string[]): string {
  const first = paths[0] ?? "";
  const last = paths.at(-1) ?? "";
  let end = 0;
  for (let at = 0; at < first.length && first[at] === last[at]; at++) if (first[at] === sep) end = at;
  return first.slice(0, end) || sep;
}
