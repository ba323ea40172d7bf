/** Resolves links to files of the folder. */

import { foldName } from "./fold-name";
import { type FolderNames, type FolderPath, folderPart, isMarkdown, type Resolved } from "./folder-names";
import type { LinkSyntax, LinkTarget } from "./link-target";

/**
 * Resolves a target in the document at `from`. A path is relative to the document, or to the open folder if it starts with `/`. A wiki link
 * gives a file name with any number of its folders; the nearest match wins.
 */
export function resolveLink(
  names: FolderNames,
  from: FolderPath,
  target: Extract<LinkTarget, { kind: "path" }>,
  syntax: LinkSyntax,
): Resolved {
  if (target.path === "" && target.literal === "") return { status: "file", path: from };
  if (syntax === "wiki" && !/^\.{0,2}\//.test(target.path)) return wiki(names, from, target.path);
  const tries = [...new Set([target.path, target.literal, target.path.replaceAll("\\", "/")])];
  let missing: Resolved | null = null;
  for (const path of tries) {
    const joined = joinPath(folderPart(from), path);
    if (joined === null) {
      missing ??= { status: "outside" };
      continue;
    }
    const found = names.find(joined);
    if (found) return found;
    missing ??= { status: "missing", path: joined };
  }
  if (missing?.status === "missing" && syntax === "wiki" && missing.path !== null) {
    return { status: "missing", path: asMarkdown(missing.path) };
  }
  return missing ?? { status: "missing", path: null };
}

/** Resolves a path against a folder, including `.` and `..`; null if it leads out of the open folder. */
export function joinPath(folder: FolderPath, path: string): FolderPath | null {
  const parts = path.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** The relative path from a document's folder to another path: `../notes/a.md`. */
export function relativePath(from: FolderPath, to: FolderPath): string {
  const start = folderPart(from) === "" ? [] : folderPart(from).split("/");
  const end = to === "" ? [] : to.split("/");
  let same = 0;
  while (same < start.length && same < end.length - 1 && start[same] === end[same]) same++;
  const way = [...start.slice(same).map(() => ".."), ...end.slice(same)].join("/");
  return way === "" ? "." : way;
}

function wiki(names: FolderNames, from: FolderPath, path: string): Resolved {
  const wanted = path.split("/").filter((part) => part !== "" && part !== ".");
  const last = wanted.pop();
  if (last === undefined) return { status: "missing", path: null };
  const above = wanted.map(foldName);
  const found = names.called(last).filter((file) => endsWith(folderPart(file), above));
  const best = nearest(found, from, path);
  if (best !== null) return { status: "file", path: best };
  const folder = names.find(wanted.length > 0 ? `${wanted.join("/")}/${last}` : last);
  if (folder?.status === "folder") return folder;
  const fullPath = wanted.length > 0 ? [...wanted, last].join("/") : inFolder(folderPart(from), last);
  return { status: "missing", path: wanted.includes("..") ? null : asMarkdown(fullPath) };
}

const asMarkdown = (path: FolderPath): FolderPath =>
  isMarkdown(path) || /\.[a-z0-9]{1,5}$/i.test(path) ? path : `${path}.md`;

const inFolder = (folder: FolderPath, name: string): FolderPath => (folder === "" ? name : `${folder}/${name}`);

function endsWith(folder: FolderPath, above: readonly string[]): boolean {
  if (above.length === 0) return true;
  const parts = folder === "" ? [] : folder.split("/").map(foldName);
  return (
    parts.length >= above.length && above.every((part, index) => part === parts[parts.length - above.length + index])
  );
}

/** The file with the shortest relative path; ties go to the exact spelling, then to the shorter path. */
function nearest(files: readonly FolderPath[], from: FolderPath, written: string): FolderPath | null {
  let best: { file: FolderPath; rank: readonly (number | string)[] } | null = null;
  for (const file of files) {
    const isExact = file.includes(written) ? 0 : 1;
    const rank = [steps(folderPart(from), folderPart(file)), isExact, file.length, file];
    if (best === null || isBefore(rank, best.rank)) best = { file, rank };
  }
  return best?.file ?? null;
}

function isBefore(one: readonly (number | string)[], other: readonly (number | string)[]): boolean {
  for (const [index, value] of one.entries()) {
    const against = other[index] as typeof value;
    if (value !== against) return value < against;
  }
  return false;
}

function steps(one: FolderPath, other: FolderPath): number {
  const a = one === "" ? [] : one.split("/");
  const b = other === "" ? [] : other.split("/");
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return a.length + b.length - 2 * same;
}
