/** Updates a document's links after a file, a folder or a heading was renamed. */

import { foldName } from "./fold-name";
import { type FolderNames, type FolderPath, isMarkdown, lastPart, movedPath, withoutEnding } from "./folder-names";
import type { HeadingNames, Naming } from "./heading-fragments";
import { type LinkSyntax, type LinkTarget, readTarget, syntaxOf, withFragment, withPath } from "./link-target";
import { findLinks, type Link } from "./links";
import { mentions } from "./mentions";
import { relativePath, resolveLink } from "./resolve-link";

/** A new target for a link: `insert` replaces the text between `from` and `to`, and nothing else changes. */
export type LinkUpdate = { from: number; to: number; before: string; insert: string; link: Link };

/** The updates of a document's links. `stuck` links would break, and no known syntax can express their new target. */
export type LinkUpdates = { updates: LinkUpdate[]; stuck: Link[] };

/** A file or folder that gets a new path, with the folder's names before and after. */
export type Move = { from: FolderPath; to: FolderPath; before: FolderNames; after: FolderNames };

/** A move, computed from the folder's names before it. */
export const moveIn = (before: FolderNames, from: FolderPath, to: FolderPath): Move => ({
  from,
  to,
  before,
  after: before.moved(from, to),
});

/**
 * The updates that keep every link of a document (at `path` before the move) on the file that it led to. Links that led nowhere are left
 * alone.
 */
export function updateLinksAfterMove(text: string, path: FolderPath, { from, to, before, after }: Move): LinkUpdates {
  const now = movedPath(path, from, to);
  const result: LinkUpdates = { updates: [], stuck: [] };
  for (const link of findLinks(text)) {
    const written = text.slice(link.target.from, link.target.to);
    const syntax = syntaxOf(link.kind);
    const target = readTarget(written, syntax);
    if (target.kind !== "path" || (target.path === "" && target.literal === "")) continue;
    const found = resolveLink(before, path, target, syntax);
    if (found.status !== "file" && found.status !== "folder") continue;
    const wanted = movedPath(found.path, from, to);
    const leadsTo = (newly: string): boolean => {
      const read = readTarget(newly, syntax);
      if (read.kind !== "path" || read.fragment !== target.fragment) return false;
      const there = resolveLink(after, now, read, syntax);
      return there.status === found.status && there.path === wanted;
    };
    if (leadsTo(written)) continue;
    const insert = newPaths(target, { syntax, isFolder: found.status === "folder", now, wanted })
      .map((candidate) => withPath(written, syntax, candidate))
      .find((candidate) => candidate !== null && leadsTo(candidate));
    if (insert) result.updates.push({ ...link.target, before: written, insert, link });
    else result.stuck.push(link);
  }
  return result;
}

type LinkRename = { syntax: LinkSyntax; isFolder: boolean; now: FolderPath; wanted: FolderPath };

/** Paths by which a link could name its file, the most similar to the old one first. */
function newPaths(old: Extract<LinkTarget, { kind: "path" }>, { syntax, isFolder, now, wanted }: LinkRename): string[] {
  const hadEnding = isMarkdown(old.path) || isFolder || !isMarkdown(wanted);
  const named = (path: string): string[] => (hadEnding ? [path] : [withoutEnding(path), path]);
  if (syntax === "wiki" && !/^\.{0,2}\//.test(old.path)) {
    const parts = wanted.split("/");
    const count = old.path.split("/").filter((part) => part !== "").length;
    const counts = [...new Set([Math.min(count, parts.length), ...parts.map((_, index) => index + 1)])];
    return [...counts.flatMap((taken) => named(parts.slice(-taken).join("/"))), ...named(`/${wanted}`)];
  }
  const relative = relativePath(now, wanted);
  const end = isFolder && old.path.endsWith("/") && !relative.endsWith("/") ? "/" : "";
  const ways = old.path.startsWith("/")
    ? [`/${wanted}`]
    : old.path.startsWith("./") && !relative.startsWith("../")
      ? [`./${relative}`]
      : [relative];
  return ways.flatMap(named).map((way) => way + end);
}

/** A heading that gets a new title, in the document at `path`; `before` and `after` list the same headings in the same order. */
export type HeadingRename = { path: FolderPath; names: FolderNames; before: HeadingNames; after: HeadingNames };

/** The updates that keep every link of the document at `path` on the heading that it led to. */
export function updateLinksAfterHeading(
  text: string,
  path: FolderPath,
  { path: renamed, names, before, after }: HeadingRename,
): LinkUpdates {
  const result: LinkUpdates = { updates: [], stuck: [] };
  for (const link of findLinks(text)) {
    const written = text.slice(link.target.from, link.target.to);
    const syntax = syntaxOf(link.kind);
    const target = readTarget(written, syntax);
    if (target.kind !== "path" || target.fragment === null) continue;
    const found = resolveLink(names, path, target, syntax);
    if (found.status !== "file" || found.path !== renamed) continue;
    const heading = before.find(target.fragment);
    if (heading < 0 || after.find(target.fragment) === heading) continue;
    const others: readonly Naming[] = syntax === "wiki" ? ["title", "id", "path"] : ["hub", "id", "path"];
    const insert = [...new Set([...before.namings(heading, target.fragment), ...others])]
      .map((naming) => after.name(heading, naming))
      .filter((name) => name !== "" && after.find(name) === heading)
      .map((name) => withFragment(written, syntax, name))
      .find((candidate) => candidate !== null);
    if (insert) result.updates.push({ ...link.target, before: written, insert, link });
    else result.stuck.push(link);
  }
  return result;
}

/**
 * A quick check whether a document that is not itself moved may have links that the move breaks: such a link contains the old name, the new
 * name, or a name that a moved file shares with another file.
 */
export function mayNeedUpdates({ from, to, before }: Move): (text: string) => boolean {
  const wanted = new Set([stem(from), stem(to)]);
  for (const path of before.files)
    if (path.startsWith(`${from}/`) && before.called(stem(path)).length > 1) wanted.add(stem(path));
  return mentions([...wanted]);
}

const stem = (path: FolderPath): string => foldName(withoutEnding(lastPart(path)));
