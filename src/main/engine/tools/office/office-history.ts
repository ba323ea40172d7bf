import { withNote } from "../../../../core/review/reason-note";
import type { VersionEntry } from "../../../../core/review/writer";
import { printableName } from "../../../../core/text/printable-name";
import { agentWriter } from "../../ports/caller";
import type { BytesRequest } from "../../ports/documents";
import { ALL_VERSIONS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { countPending, pendingLine } from "../history/count-pending";
import { nameOf, pluralize } from "../kit/sentences";
import { namedVersion } from "../kit/stale";
import type { ToolContext } from "../kit/tool";
import { type OfficeArguments, required } from "./office-arguments";
import { rejectStalePackage } from "./office-stale";
import { type OfficeAnswer, requireOffice } from "./open-package";
import { plannedOffice, planOffice } from "./planned-office";

const MAX_ROWS = 10;

/** `office_artifact version_history`: lists the versions that landed, newest first. The file may have been deleted. */
export async function officeHistory(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  requireOffice(path);
  const { caller, documents, history } = ctx;
  const absolute = await ctx.locate(path);
  const known = await history.list(await documents.realPath(absolute, caller.roots), ALL_VERSIONS);
  const versions = known.slice(0, args.limit).map(listedEntry);
  const version = await versionNow(absolute, ctx);
  const pending = await countPending(await documents.realPath(absolute, caller.roots), ctx);
  if (known.length === 0 && version === null)
    throw new ToolError("not_found", `${printableName(path)} does not exist and has no history`);
  const notes = [
    ...pendingLine(pending),
    ...(known.length > versions.length ? [`these are the newest of ${known.length}`] : []),
    ...(version === null ? ["the file is gone; restore_version brings a version back"] : []),
    ...(version !== null && known[0] !== undefined && known[0].version !== version
      ? ["the file has changed on disk since; what is there now is kept before anything replaces it"]
      : []),
  ];
  const rows = versions.slice(0, MAX_ROWS).map((entry) => {
    const note = entry.note === undefined ? "" : ` (${entry.note})`;
    const who = entry.by.kind === "you" ? "the user" : `${entry.by.kind} ${entry.by.name}`;
    const mark = entry.version === version ? " (this is what is there now)" : "";
    return `${entry.version_id}  ${entry.at}  ${who}  ${entry.reason}${note}  ${entry.size} bytes${mark}`;
  });
  const more = versions.length > MAX_ROWS ? [`... and ${versions.length - MAX_ROWS} more`] : [];
  const count = pluralize(versions.length, "version");
  return {
    message: [`${printableName(path)} ${count}`, ...notes, ...rows, ...more].join("\n"),
    summary: `listed ${count} of ${nameOf(path)}`,
    data: { versions, version, pending },
  };
}

/** What the user asked another agent for is not shown to this one. */
const listedEntry = ({ version_id, version, at, by, reason, note, size }: VersionEntry): VersionEntry => ({
  version_id,
  version,
  at,
  by,
  reason,
  ...(note !== undefined && { note }),
  size,
});

async function versionNow(absolute: string, { caller, documents }: ToolContext): Promise<string | null> {
  try {
    return (await documents.readBytes(absolute, caller.roots)).version;
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    throw error;
  }
}

/** `office_artifact restore_version`: restores the bytes of an earlier version, as a new version. */
export async function restoreOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  const format = requireOffice(path);
  const id = required(args, "version_id").trim();
  const { caller, documents, history, reads } = ctx;
  const absolute = await ctx.locate(path);
  const realPath = await documents.realPath(absolute, caller.roots);
  const bytes = await history.read(realPath, id);
  if (bytes === null)
    throw new ToolError("not_found", `history has no version of ${printableName(path)} by this version_id`, {
      hint: "version_history lists the versions that are kept.",
    });
  const named = namedVersion(args.version);
  const request: BytesRequest = {
    by: agentWriter(caller),
    reason: withNote(`restored ${id}`, args.note),
    signal: ctx.signal,
    async edit(current) {
      if (current !== null)
        await rejectStalePackage({ path, named, current, format, operation: null, nodes: [], text: null }, ctx);
      return bytes;
    },
  };
  if (args.dry_run) {
    const planned = await planOffice({ path, absolute }, request, ctx);
    return plannedOffice(path, planned, { done: `restored to version ${id}`, data: { restored: id } });
  }
  const { status, before, version, notes } = await documents.changeBytes(absolute, caller.roots, request);
  if (before === null) reads.forget(realPath);
  else reads.edited(realPath, before, version, status === "unchanged" ? "same" : "other");
  const isSame = status === "unchanged";
  const gone = before === null ? ["the file was gone and is there again"] : [];
  return {
    message: [
      `${printableName(path)} ${isSame ? `is at version ${id} already` : `restored to version ${id}`}`,
      ...[...gone, ...notes].map((note) => `warning: ${note}`),
    ].join("\n"),
    summary: isSame ? `left ${nameOf(path)} as it was` : `restored an earlier version of ${nameOf(path)}`,
    data: {
      status: isSame ? "unchanged" : "restored",
      restored: id,
      version,
      previous_version: before,
      warnings: [...gone, ...notes],
    },
  };
}
