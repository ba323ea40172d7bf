import { basename, dirname, join } from "node:path";
import { officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { agentWriter } from "../../ports/caller";
import { ToolError } from "../../ports/tool-error";
import { nameOf, pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { firstRows, pathNames, requireArgument } from "./entry-path";
import { planLinks } from "./link-updates";
import { rejectStaleEntry } from "./stale-entry";
import type { WorkspaceAnswer, WorkspaceArguments } from "./workspace-arguments";

/** `workspace mkdir` */
export async function makeFolder(args: WorkspaceArguments, ctx: ToolContext): Promise<WorkspaceAnswer> {
  const { caller, documents, signal } = ctx;
  const path = requireArgument("path", args.path);
  const absolute = await ctx.locate(path);
  if (args.dry_run) await documents.planFolder(absolute, caller.roots);
  else await documents.makeFolder(absolute, caller.roots, { by: agentWriter(caller), signal });
  return {
    message: `${printableName(path)} ${args.dry_run ? "would be made; nothing was changed" : "made"}`,
    summary: args.dry_run ? `would make the folder ${nameOf(absolute)}` : `made the folder ${nameOf(absolute)}`,
    data: { path, ...(args.dry_run && { dry_run: true }) },
  };
}

/** `workspace move`: the file or folder, then the links to it. */
export async function moveEntry(args: WorkspaceArguments, ctx: ToolContext): Promise<WorkspaceAnswer> {
  const { caller, documents, signal } = ctx;
  const path = requireArgument("path", args.path);
  const to = requireArgument("to", args.to);
  const [from, target] = [await ctx.locate(path), await ctx.locate(to)];
  const [gone, made] = await documents.planMove(from, target, caller.roots);
  const [realFrom, realTo] = [gone?.realPath ?? from, made?.realPath ?? target];
  const version = await rejectStaleEntry({ realPath: realFrom, name: path, version: args.version }, ctx);
  const plan = args.links === "keep" ? null : await planLinks(realFrom, realTo, ctx, args.note);
  let failed: { path: string; why: string }[] = [];
  if (!args.dry_run) {
    const by = agentWriter(caller);
    await documents.move(from, target, caller.roots, { by, signal, follow: plan?.follow ?? [] });
    if (plan !== null) failed = await plan.carryOut();
  }
  const wasLeft = new Set(failed.map((each) => each.path));
  const links = (plan?.links ?? []).filter((each) => !wasLeft.has(each.path));
  const stuck = plan?.stuck ?? [];
  const count = pluralize(links.length, "link");
  const would = args.dry_run ? "would be " : "";
  return {
    message: [
      `${printableName(path)} ${would}moved to ${printableName(to)}${links.length > 0 ? `, ${count} ${would}updated` : ""}`,
      ...(args.dry_run ? ["nothing was changed"] : []),
      ...firstRows(
        links.map(
          ({ path: file, line, before, after }) =>
            `${printableName(file)}:${line} ${printableName(before)} -> ${printableName(after)}`,
        ),
      ),
      ...firstRows(
        stuck.map(
          ({ path: file, line, link }) =>
            `warning: ${printableName(file)}:${line} ${printableName(link)} leads nowhere now; no link can name the new path`,
        ),
      ),
      ...firstRows(
        failed.map(({ path: file, why }) => `warning: links in ${printableName(file)} are as before: ${why}`),
      ),
      ...(plan?.isAll === false ? ["warning: not every document could be looked at for links"] : []),
    ].join("\n"),
    summary: `${args.dry_run ? "would move" : "moved"} ${nameOf(realFrom)} to ${printableName(to)}${links.length > 0 ? ` and ${args.dry_run ? "update" : "updated"} ${count}` : ""}`,
    data: {
      path,
      to,
      ...(version !== null && { version }),
      links,
      stuck,
      failed,
      ...(args.dry_run && { dry_run: true }),
    },
  };
}

/** `workspace delete`: removes an entry after its content was saved in the history. */
export async function deleteEntry(args: WorkspaceArguments, ctx: ToolContext): Promise<WorkspaceAnswer> {
  const { caller, documents, reads, signal } = ctx;
  const path = requireArgument("path", args.path);
  const absolute = await ctx.locate(path);
  const nameFor = await pathNames(ctx);
  const realPath = join(
    await documents.realPath(dirname(absolute), caller.roots).catch(() => dirname(absolute)),
    basename(absolute),
  );
  await rejectStaleEntry({ realPath, name: path, version: args.version }, ctx);
  if (args.dry_run) {
    const planned = (await documents.planRemove(absolute, caller.roots)).filter(
      ({ before }) => before !== "(folder)\n",
    );
    const names = planned.map((each) => nameFor(each.realPath));
    return {
      message: [
        `${printableName(path)} would be deleted (${pluralize(planned.length, "file")}); history keeps it. Nothing was changed`,
        ...firstRows(names.map(printableName)),
      ].join("\n"),
      summary: `would delete ${nameOf(absolute)}`,
      data: { path, deleted: names.map((name) => ({ path: name })), dry_run: true },
    };
  }
  const read = reads.of(realPath)?.version;
  const { removed } = await documents.remove(absolute, caller.roots, {
    by: agentWriter(caller),
    note: args.note,
    signal,
    check(current) {
      // The file as it is under its lock: it may have changed since it was compared.
      if (
        current?.realPath === realPath &&
        read !== undefined &&
        args.version === undefined &&
        current.version !== read
      )
        throw staleNow(path);
    },
  });
  const deleted = removed.map((each) => ({
    path: nameFor(each.realPath),
    version: each.version,
    version_id: each.versionId,
  }));
  for (const each of removed) reads.forget(each.realPath);
  return {
    message: [
      `${printableName(path)} deleted${removed.length > 0 ? "; to bring it back:" : ""}`,
      ...firstRows(
        deleted.map(({ path: file, version_id }) =>
          officeFormatOf(file) === null
            ? `doc_restore ${printableName(file)} version_id ${version_id}`
            : `office_artifact restore_version ${printableName(file)} version_id ${version_id}`,
        ),
      ),
    ].join("\n"),
    summary: `deleted ${nameOf(absolute)}${removed.length > 1 ? ` with ${pluralize(removed.length, "file")}` : ""}`,
    data: { path, deleted },
  };
}

const staleNow = (path: string): ToolError =>
  new ToolError("stale", `${printableName(path)} changed since last read`, { hint: "Read it again first." });
