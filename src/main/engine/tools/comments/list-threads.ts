import { findSection } from "../../../../core/markdown/section-address";
import { listSections } from "../../../../core/markdown/sections";
import { officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { estimateTokens } from "../../../../core/text/tokens";
import { isEpub } from "../../books";
import { hasAddressedComments, hasOwnComments } from "../../comments";
import { MAX_SEARCH_MS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { isWithin } from "../../storage/files/guarded";
import { isGlob } from "../../storage/finding/path-glob";
import { requireSection } from "../doc/open-markdown";
import { nameOf, pluralize } from "../kit/sentences";
import type { ToolContext, ToolResult } from "../kit/tool";
import { pathNames } from "../workspace/entry-path";
import { isAtAddress } from "./at-address";
import type { CommentsArguments } from "./comments-arguments";
import {
  type CommentedDocument,
  nearIn,
  openCommented,
  type ThreadData,
  threadData,
  threadRows,
  threadStore,
} from "./thread-data";

const DEFAULT_LIMIT = 50;
const MAX_FOUND = 20_000;
/** The tokens of an answer. */
const MAX_TOKENS = 6_000;

type FoundThread = { data: ThreadData; changed: string };

/** `comments list`: the threads of one document, of several, or of everything that the caller can reach. */
export async function listThreads(args: CommentsArguments, ctx: ToolContext): Promise<ToolResult> {
  const { status = "open", section } = args;
  const since = sinceTime(args.since);
  const nameFor = await pathNames(ctx);
  const { paths, isOne } = await documentsFor(args.path, ctx);
  const warnings: string[] = [];
  const found: FoundThread[] = [];
  for (const path of paths) {
    ctx.signal.throwIfAborted();
    try {
      const document = await openCommented(path, ctx);
      const threads = await threadStore(path, ctx).list(document, nearIn(document));
      const isMeant = withinSection(section, document, isOne);
      for (const thread of threads) {
        const data = threadData(thread, nameFor(document.realPath), document);
        if (status !== "all" && data.status !== status) continue;
        if (since !== null && thread.changed <= since) continue;
        if (!isMeant(data.anchor.section ?? "")) continue;
        found.push({ data, changed: thread.changed });
      }
    } catch (error) {
      if (isOne || !(error instanceof ToolError)) throw error;
      // A document that was deleted keeps its comments until it comes back.
      if (error.code !== "not_found") warnings.push(`${printableName(nameFor(path))}: ${error.message}`);
    }
  }
  return answer(found, { args, since, warnings, status });
}

function answer(
  found: readonly FoundThread[],
  {
    args,
    since,
    warnings,
    status,
  }: { args: CommentsArguments; since: string | null; warnings: string[]; status: string },
): ToolResult {
  const most = args.limit ?? DEFAULT_LIMIT;
  const shown: FoundThread[] = [];
  const rows: string[] = [];
  let left = MAX_TOKENS;
  for (const each of found) {
    const own = threadRows(each.data);
    left -= estimateTokens(own.join("\n")) + 1;
    if (shown.length >= most || (left < 0 && shown.length > 0)) break;
    shown.push(each);
    rows.push(...own);
  }
  const rest = found.slice(shown.length);
  // What was not shown must come with the next answer: the cursor stays before it.
  const unseen = rest.map(({ changed }) => changed).sort()[0];
  const seen = shown.map(({ changed }) => changed).filter((changed) => unseen === undefined || changed < unseen);
  const cursor = [since ?? "", ...seen].sort().at(-1) ?? "";
  const documents = new Set(found.map(({ data }) => data.path)).size;
  const kind = status === "all" ? "" : `${status} `;
  const count = `${found.length} ${kind}thread${found.length === 1 ? "" : "s"}`;
  const where = documents > 1 ? ` in ${documents} documents` : "";
  if (rest.length > 0)
    warnings.push(`${pluralize(rest.length, "more thread")}; name a path or section, or list with since: the cursor`);
  return {
    message: [
      `${count}${where}`,
      ...warnings.map((warning) => `warning: ${warning}`),
      ...rows,
      ...(cursor === "" ? [] : [`cursor: ${cursor}`]),
    ].join("\n"),
    summary: `listed ${count}${documents === 1 ? ` of ${nameOf(found[0]?.data.path ?? "")}` : where}`,
    data: { threads: shown.map(({ data }) => data), total: found.length, cursor, warnings },
  };
}

/** A time as stored times are written; null without one. */
function sinceTime(since: string | undefined): string | null {
  if (since === undefined || since.trim() === "") return null;
  const time = new Date(since.trim());
  if (Number.isNaN(time.getTime()))
    throw new ToolError(
      "bad_arguments",
      `since is a time or the cursor of an earlier answer, not ${JSON.stringify(since)}`,
    );
  return time.toISOString();
}

/** Whether the section of a thread is the one that is asked for: a section of Markdown, cells or a sheet, or a slide. */
function withinSection(
  section: string | undefined,
  { outline, realPath, chapters }: CommentedDocument,
  isOne: boolean,
): (section: string) => boolean {
  if (section === undefined || section === "") return () => true;
  if (hasAddressedComments(realPath)) return (address) => isAtAddress(address, section);
  if (chapters !== undefined) return (chapter) => chapter === section.trim();
  const within = sectionsFor(section, outline, isOne);
  return (own) => within.has(own);
}

type Outline = Parameters<typeof listSections>[0] | null;

/** The paths of a section and of those in it. In one of many documents there may be none of that name. */
function sectionsFor(address: string, outline: Outline, isOne: boolean): Set<string> {
  if (outline === null || (!isOne && findSection(outline, address).status === "not_found")) return new Set();
  const target = requireSection(outline, address);
  if (target === "frontmatter") return new Set([""]);
  const paths = listSections({ ...outline, sections: [target] }).map(({ path }) => path);
  return new Set(paths);
}

/** The documents to look at, by real path, of which those that only may have threads are known to have them. */
async function documentsFor(
  path: CommentsArguments["path"],
  ctx: ToolContext,
): Promise<{ paths: string[]; isOne: boolean }> {
  const { caller, documents, comments, files } = ctx;
  const roots = await Promise.all(caller.roots.map((root) => documents.realPath(root, caller.roots)));
  const everywhere = async () => comments.documents(roots);
  if (path === undefined || path === "" || path.length === 0)
    return { paths: path === undefined || path === "" ? await everywhere() : [], isOne: false };
  const wanted = new Set<string>();
  const names = typeof path === "string" ? [path] : path;
  const deadline = Date.now() + MAX_SEARCH_MS;
  for (const name of names) {
    const absolute = await ctx.locate(name);
    if (await files.isFolder(absolute)) {
      const folder = await documents.realPath(absolute, caller.roots);
      for (const each of await everywhere()) if (isWithin(each, folder)) wanted.add(each);
    } else if (isGlob(name) && !(await files.isFile(absolute))) {
      const known = new Set(await everywhere());
      const { paths } = await files.find(name, { limit: MAX_FOUND, deadline, accepts: () => true });
      for (const each of paths) {
        const realPath = await documents.realPath(each, caller.roots);
        if (known.has(realPath) || hasOwnComments(realPath)) wanted.add(realPath);
      }
    } else {
      if (isEpub(absolute)) wanted.add(await documents.realPath(absolute, caller.roots));
      else if (officeFormatOf(absolute) === null) wanted.add((await documents.read(absolute, caller.roots)).realPath);
      else {
        threadStore(absolute, ctx);
        wanted.add((await documents.readBytes(absolute, caller.roots)).realPath);
      }
    }
  }
  const isOne = names.length === 1 && !isGlob(names[0] ?? "") && wanted.size === 1;
  return { paths: [...wanted].sort(), isOne };
}
