import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { findBlock } from "../../../core/links/block-ids";
import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import { type LinkTarget, readTarget } from "../../../core/links/link-target";
import { joinPath, resolveLink } from "../../../core/links/resolve-link";
import type { Workspace } from "../../../shared/contract";
import type { LinkDestination, LinkQuery } from "../../../shared/links";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { formatOf, isShownName, isTextName } from "../core/file-names";
import { absolutePath, folderPath, linkFolder, type recentLinkFolder } from "../core/folder-paths";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";
import type { AppContext } from "../documents";

/**
 * Resolves a link of an open document without opening anything. Throws if the target is neither in the folder nor
 * granted, and for any URL other than a path. `listing` lists the files of the folder.
 */
export async function resolveLinkDestination(
  ctx: AppContext,
  workspace: Workspace | null,
  asked: LinkQuery,
  listing: typeof recentLinkFolder = linkFolder,
): Promise<LinkDestination> {
  const target = inFolder(readTarget(asked.target, asked.kind === "wiki" ? "wiki" : "html"));
  const { location, name } = ctx.openDocuments.of(asked.doc);
  if (target.path === "" && target.literal === "" && location === null)
    throw new ToolError("not_found", t.links.noFile(name), { hint: t.saveFirst });
  const own = location?.path ?? null;
  const isOfFolder = workspace !== null && (own === null || folderPath(workspace.root, own) !== null);
  const root = isOfFolder ? workspace.root : own === null ? null : dirname(own);
  if (root === null) throw new ToolError("not_found", t.links.noFile(name), { hint: t.saveFirst });
  if (asked.from !== undefined && !isOfFolder) throw new ToolError("not_found", t.links.noWiki(name));
  const from = asked.from ?? (own === null ? "" : (folderPath(root, own) ?? basename(own)));
  const fragment = target.fragment;

  // An exact path needs no folder listing.
  const direct =
    asked.kind === "wiki" ? null : joinPath(from.slice(0, Math.max(0, from.lastIndexOf("/"))), target.path);
  if (direct !== null && target.path !== "") {
    const found = await destinationAt(ctx, root, absolutePath(root, direct), fragment);
    if (found) return found;
  }
  if (!isOfFolder && asked.kind === "wiki") throw new ToolError("not_found", t.links.noWiki(name));
  if (isOfFolder) {
    const { names } = await listing(await ctx.engine(), root);
    const found = resolveLink(names, from, target, asked.kind === "wiki" ? "wiki" : "markdown");
    if (found.status === "outside") throw outside(asked.target);
    const path = found.path === null ? null : absolutePath(root, found.path);
    const there = path === null ? null : await destinationAt(ctx, root, path, fragment);
    if (there) return there;
    if (path === null) throw new ToolError("not_found", t.links.leadsNowhere(shown(asked.target)));
    await checkInside(root, path, asked.target);
    const canMake = formatOf(path) === "markdown" || isTextName(basename(path));
    return { status: "missing", path, name: found.path ?? "", canMake };
  }
  if (direct === null) throw outside(asked.target);
  throw new ToolError("not_found", t.gone(absolutePath(root, direct)));
}

/** Accepts paths and `file:` URLs; throws for every other URL. */
function inFolder(target: LinkTarget): Extract<LinkTarget, { kind: "path" }> {
  if (target.kind === "path") return target;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(target.address)?.[1]?.toLowerCase() ?? "//";
  throw new ToolError("unsupported", t.links.scheme(scheme), { hint: t.links.schemeHint });
}

/** The file or folder at a path; null if there is none. Only granted paths are checked. */
async function destinationAt(
  ctx: AppContext,
  root: string,
  path: string,
  fragment: string | null,
): Promise<LinkDestination | null> {
  if (path.includes("\0")) return null;
  if (!(await ctx.grants.allows(path))) {
    if (isWithin(await realPathOf(path), await realPathOf(root))) await ctx.grants.check(path);
    throw outside(path);
  }
  const info = await stat(path).catch(() => null);
  if (info?.isDirectory()) return { status: "folder", path };
  if (!info?.isFile()) return null;
  const line = fragment === null ? null : await lineOf(ctx, path, fragment);
  return { status: "file", path, fragment, line, isText: isShownName(basename(path)) };
}

/**
 * The line of a heading or block in a Markdown file; null if there is none or the file is unreadable, which opening it will
 * report.
 */
async function lineOf(ctx: AppContext, path: string, fragment: string): Promise<number | null> {
  if (formatOf(path) !== "markdown") return null;
  const { documents } = await ctx.engine();
  const document = await documents.read(path, [path], "person").catch(() => null);
  if (!document) return null;
  const names = new HeadingNames(namedHeadings(document.text));
  return names.headings[names.find(fragment)]?.lineStart ?? findBlock(document.text, fragment)?.lineStart ?? null;
}

async function checkInside(root: string, path: string, target: string): Promise<void> {
  if (!isWithin(await realPathOf(path), await realPathOf(root))) throw outside(target);
}

const outside = (target: string): ToolError =>
  new ToolError("outside_workspace", t.links.outside(shown(target)), { hint: t.notOpenedHint });

const shown = (target: string): string => (target.length > 120 ? `${target.slice(0, 120)}…` : target);
