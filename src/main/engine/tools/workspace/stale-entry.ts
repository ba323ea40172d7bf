import { officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { ToolError } from "../../ports/tool-error";
import { baseOf, namedVersion, rejectStale } from "../kit/stale";
import type { ToolContext } from "../kit/tool";

/**
 * Rejects to move or delete what has changed since the caller read it: the file itself, or in a folder every file that the caller knows. Answers with
 * the version of a file, null for a folder.
 */
export async function rejectStaleEntry(
  { realPath, name, version }: { realPath: string; name: string; version: string | undefined },
  ctx: ToolContext,
): Promise<string | null> {
  const named = namedVersion(version);
  const entry = await ctx.files.entry(realPath);
  if (entry === null || entry.kind !== "folder") return rejectStaleFile({ realPath, name, named }, ctx);
  if (named !== undefined)
    throw new ToolError("bad_arguments", `${printableName(name)} is a folder, which has no version`);
  for await (const { path, kind } of ctx.files.tree(realPath, { depth: Number.POSITIVE_INFINITY, ignored: true })) {
    if (kind !== "file" || ctx.reads.of(path) === null) continue;
    await rejectStaleFile({ realPath: path, name: `${name}/${path.slice(realPath.length + 1)}`, named }, ctx);
  }
  return null;
}

async function rejectStaleFile(
  { realPath, name, named }: { realPath: string; name: string; named: string | undefined },
  ctx: ToolContext,
): Promise<string | null> {
  const base = baseOf({ named, realPath }, ctx);
  if (base === null) return null;
  const { caller, documents } = ctx;
  const { version } = await documents.readBytes(realPath, caller.roots);
  if (version === base) return version;
  const current = officeFormatOf(realPath) === null ? await textIfAny(realPath, ctx) : null;
  if (current !== null) await rejectStale({ name: printableName(name), named, realPath, current }, ctx);
  throw new ToolError("stale", `${printableName(name)} changed since last read`, { hint: "Read it again first." });
}

async function textIfAny(realPath: string, { caller, documents }: ToolContext) {
  try {
    return await documents.read(realPath, caller.roots);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
