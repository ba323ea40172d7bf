import { applyChanges } from "../../../core/text/change";
import type { WriteGuard } from "../ports/caller";
import type { Documents, EditedContent, PlannedChange, TextDocument } from "../ports/documents";
import { ToolError } from "../ports/tool-error";
import { withPlainBreaks } from "./text-file";

/**
 * The same documents for one call that may write only what the user agreed to. The guard is asked for each write by its real path, before the edit
 * and again in the file's queue, so that no change in between can widen the permission.
 */
export function guardedWrites(documents: Documents, guard: WriteGuard): Documents {
  return {
    ...withoutWrites(documents),
    async change(path, roots, request) {
      const named = await documents.realPath(path, roots);
      const done = await documents.change(path, roots, {
        ...request,
        async edit(current) {
          const edited = await request.edit(current);
          const isAllowed = isAllowedFrom(guard, named, current);
          if (!isAllowed && !changesNothing(current, edited)) throw notGranted(path);
          return edited;
        },
      });
      const { before, after, write } = done;
      if (write !== null)
        guard.landed({ id: write, realPath: after.realPath, from: before?.version ?? null, to: after.version });
      return done;
    },
    async changeBytes(path, roots, request) {
      const named = await documents.realPath(path, roots);
      const done = await documents.changeBytes(path, roots, {
        ...request,
        async edit(current) {
          const bytes = await request.edit(current);
          const isAllowed = isAllowedFrom(guard, named, current);
          const isSame = current !== null && Buffer.compare(current.bytes, bytes) === 0;
          if (!isAllowed && !isSame) throw notGranted(path);
          return bytes;
        },
      });
      const { before, version, realPath, write } = done;
      if (write !== null) guard.landed({ id: write, realPath, from: before, to: version });
      return done;
    },
  };
}

/** Both the path as given and the path in the file's queue must be allowed: a link may have been created in between. */
function isAllowedFrom(
  guard: WriteGuard,
  named: string,
  current: { realPath: string; version: string } | null,
): boolean {
  const from = current?.version ?? null;
  return guard.allows(named, from) && guard.allows(current?.realPath ?? named, from);
}

/** The same documents for a call that only plans its writes. */
export function plannedWrites(documents: Documents): { through: Documents; writes: PlannedChange[] } {
  const writes: PlannedChange[] = [];
  const through: Documents = {
    ...withoutWrites(documents),
    async change(path, roots, request) {
      writes.push(await documents.plan(path, roots, request));
      throw new ToolError("denied", `${path} would be written; nothing was changed`);
    },
    async changeBytes(path, roots, request) {
      writes.push(await documents.planBytes(path, roots, request));
      throw new ToolError("denied", `${path} would be written; nothing was changed`);
    },
  };
  return { through, writes };
}

/** Listed one by one, so that a new way to write is not allowed by accident. */
const withoutWrites = ({
  read,
  readBytes,
  textProjection,
  plan,
  planBytes,
  writesLanded,
  resolveAnnouncedWrites,
  officeLock,
  realPath,
  textOf,
  keepText,
  onChange,
  onBytesChange,
}: Documents) => ({
  read,
  readBytes,
  textProjection,
  plan,
  planBytes,
  writesLanded,
  resolveAnnouncedWrites,
  officeLock,
  realPath,
  textOf,
  keepText,
  onChange,
  onBytesChange,
});

function changesNothing(current: TextDocument | null, edited: EditedContent): boolean {
  if (current === null || "bytes" in edited) return false;
  const after = "changes" in edited ? applyChanges(current.text, edited.changes) : withPlainBreaks(edited.content);
  return after === current.text;
}

const notGranted = (path: string): ToolError =>
  new ToolError("denied", `the user did not agree to this write of ${path}; nothing was changed`, {
    hint: "The document may have changed since the user was asked. Call the tool again to ask the user again.",
  });
