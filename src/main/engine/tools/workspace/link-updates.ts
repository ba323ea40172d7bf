import { join, relative, sep } from "node:path";
import { FolderNames, type FolderPath, isMarkdown, movedPath } from "../../../../core/links/folder-names";
import { type Move, mayNeedUpdates, moveIn, updateLinksAfterMove } from "../../../../core/links/update-links";
import { withNote } from "../../../../core/review/reason-note";
import { agentWriter } from "../../ports/caller";
import type { ChangeRequest, PlannedChange } from "../../ports/documents";
import { MAX_LINKING_FILES } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { isWithin } from "../../storage/files/guarded";
import type { ToolContext } from "../kit/tool";

const AT_ONCE = 8;

/** A link that a move changes. `path` is relative to the root, and the document's own after the move. */
export type UpdatedLink = { path: FolderPath; line: number; before: string; after: string };

/** What a move does to the links of a root. `stuck`: links that would break and cannot be written in a new way. */
export type LinkPlan = {
  links: UpdatedLink[];
  stuck: { path: FolderPath; line: number; link: string }[];
  /** False if some documents could not be looked at. */
  isAll: boolean;
  follow: PlannedChange[];
  /** Updates the links, after the move; the documents that could not be changed are named with the reason. */
  carryOut(): Promise<{ path: FolderPath; why: string }[]>;
};

/** Both are real paths. Null if they are not in one root: then links cannot lead from one to the other. */
export async function planLinks(from: string, to: string, ctx: ToolContext, note?: string): Promise<LinkPlan | null> {
  const { caller, documents, files } = ctx;
  const roots = await Promise.all(caller.roots.map((root) => documents.realPath(root, caller.roots)));
  const root = roots.find((each) => each !== from && isWithin(from, each) && isWithin(to, each));
  if (root === undefined) return null;
  const pathIn = (path: string): FolderPath => relative(root, path).split(sep).join("/");
  const names = new Set<FolderPath>();
  let isAll = true;
  const entry = await files.entry(from);
  if (entry?.kind === "file") names.add(pathIn(from));
  for await (const { path, kind } of files.tree(root, { depth: Number.POSITIVE_INFINITY, ignored: false })) {
    if (kind !== "file") continue;
    if (names.size >= MAX_LINKING_FILES) {
      isAll = false;
      break;
    }
    names.add(pathIn(path));
  }
  const move = moveIn(new FolderNames(names), pathIn(from), pathIn(to));
  const plan: LinkPlan = { links: [], stuck: [], isAll, follow: [], carryOut };
  const mayHold = mayNeedUpdates(move);
  const affected: FolderPath[] = [];
  const waiting = [...names].filter(isMarkdown).sort().reverse();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await check(path);
    }),
  );
  affected.sort();
  for (const path of affected) {
    const planned = await documents.plan(join(root, path), caller.roots, requestFor(path, { move, note }, ctx));
    plan.follow.push({ ...planned, realPath: join(root, movedPath(path, move.from, move.to)) });
  }
  plan.links.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return plan;

  async function check(path: FolderPath): Promise<void> {
    ctx.signal.throwIfAborted();
    try {
      const { text } = await documents.read(join(root ?? "", path), caller.roots);
      const now = movedPath(path, move.from, move.to);
      if (now === path && !mayHold(text)) return;
      const { updates, stuck } = updateLinksAfterMove(text, path, move);
      for (const { from: at, before, insert } of updates)
        plan.links.push({ path: now, line: lineAt(text, at), before, after: insert });
      for (const { target } of stuck)
        plan.stuck.push({ path: now, line: lineAt(text, target.from), link: text.slice(target.from, target.to) });
      if (updates.length > 0) affected.push(path);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      plan.isAll = false;
    }
  }

  async function carryOut(): Promise<{ path: FolderPath; why: string }[]> {
    const failed: { path: FolderPath; why: string }[] = [];
    for (const path of affected) {
      const now = movedPath(path, move.from, move.to);
      try {
        const { before, after } = await documents.change(
          join(root ?? "", now),
          caller.roots,
          requestFor(path, { move, note }, ctx),
        );
        if (before !== null) ctx.reads.edited(after.realPath, before.version, after.version, "same");
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        failed.push({ path: now, why: error.message });
      }
    }
    return failed;
  }
}

/** The update of one document, computed from its text at the time of the write. `path` is its path before the move. */
const requestFor = (
  path: FolderPath,
  { move, note }: { move: Move; note: string | undefined },
  { caller, signal }: ToolContext,
): ChangeRequest => ({
  by: agentWriter(caller),
  reason: withNote(`links after ${move.from} was moved to ${move.to}`, note),
  signal,
  edit(current) {
    if (current === null) throw new ToolError("not_found", `${path} does not exist`);
    return { changes: updateLinksAfterMove(current.text, path, move).updates };
  },
});

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;
