import { applyChanges } from "../../../core/text/change";
import { withPlainBreaks } from "../../../core/text/line-endings";
import type { WriteGuard } from "../ports/caller";
import type { Documents, EditedContent, PlannedChange, TextDocument } from "../ports/documents";
import { ToolError } from "../ports/tool-error";

/**
 * The same documents for one call that may write only what the user agreed to. The guard is asked for each write by its real path, before the edit
 * and again in the file's queue, so that no change in between can widen the permission.
 */
export function guardedWrites(documents: Documents, guard: WriteGuard): Documents {
  /** Where this call has moved something: to the user who agreed, these are new files. */
  const movedHere = new Set<string>();
  const isAllowedFrom = (named: string, current: { realPath: string; version: string } | null): boolean => {
    const realPath = current?.realPath ?? named;
    const from = movedHere.has(realPath) ? null : (current?.version ?? null);
    // Both the path as given and the path in the file's queue: a link may have been created in between.
    return guard.allows(named, from) && guard.allows(realPath, from);
  };
  const rejectUnlessAllowed = (path: string, planned: readonly PlannedChange[]): void => {
    if (!planned.every(({ realPath, from }) => guard.allows(realPath, from))) throw notGranted(path);
  };
  return {
    ...withoutWrites(documents),
    async change(path, roots, request) {
      const named = await documents.realPath(path, roots);
      const done = await documents.change(path, roots, {
        ...request,
        async edit(current) {
          const edited = await request.edit(current);
          const isAllowed = isAllowedFrom(named, current);
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
          const isAllowed = isAllowedFrom(named, current);
          const isSame = current !== null && Buffer.compare(current.bytes, bytes) === 0;
          if (!isAllowed && !isSame) throw notGranted(path);
          return bytes;
        },
      });
      const { before, version, realPath, write } = done;
      if (write !== null) guard.landed({ id: write, realPath, from: before, to: version });
      return done;
    },
    async makeFolder(path, roots, request) {
      rejectUnlessAllowed(path, await documents.planFolder(path, roots));
      return documents.makeFolder(path, roots, request);
    },
    async move(from, to, roots, request) {
      const planned = await documents.planMove(from, to, roots);
      rejectUnlessAllowed(from, planned);
      const done = await documents.move(from, to, roots, request);
      movedHere.add(done.to);
      const [, made] = planned;
      guard.landed({ id: done.id, realPath: done.to, from: null, to: made?.to ?? "" });
      return done;
    },
    async remove(path, roots, request) {
      rejectUnlessAllowed(path, await documents.planRemove(path, roots));
      const done = await documents.remove(path, roots, {
        ...request,
        check(current) {
          request.check?.(current);
          if (current !== null && !guard.allows(current.realPath, current.version)) throw notGranted(path);
        },
      });
      for (const { realPath, version } of done.removed) guard.landed({ id: done.id, realPath, from: version, to: "" });
      return done;
    },
  };
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
    async makeFolder(path, roots) {
      writes.push(...(await documents.planFolder(path, roots)));
      throw new ToolError("denied", `${path} would be made; nothing was changed`);
    },
    async move(from, to, roots, { follow }) {
      const [gone, made] = await documents.planMove(from, to, roots);
      // A moved file whose own links change is one new file.
      const own = follow.find(({ realPath }) => realPath === made?.realPath);
      const others = follow.filter((each) => each !== own);
      if (gone && made) {
        const text = own?.after ?? made.after;
        const changes = [{ from: 0, to: 0, insert: text }];
        writes.push(gone, { ...made, to: own?.to ?? made.to, after: text, changes }, ...others);
      }
      throw new ToolError("denied", `${from} would be moved; nothing was changed`);
    },
    async remove(path, roots) {
      writes.push(...(await documents.planRemove(path, roots)));
      throw new ToolError("denied", `${path} would be deleted; nothing was changed`);
    },
    async changeBytes(path, roots, request) {
      writes.push(await documents.planBytes(path, roots, request));
      throw new ToolError("denied", `${path} would be written; nothing was changed`);
    },
  };
  return { through, writes };
}

/** The operations that write nothing, listed one by one, so that a new way to write is not allowed by accident. */
const readOperations = [
  "read",
  "readBytes",
  "textProjection",
  "plan",
  "planBytes",
  "writesLanded",
  "noteExternal",
  "keepFound",
  "resolveAnnouncedWrites",
  "officeLock",
  "realPath",
  "textOf",
  "keepText",
  "onChange",
  "onBytesChange",
  "onExternalWrite",
  "planFolder",
  "planMove",
  "planRemove",
  "onEntryMoved",
] as const satisfies readonly (keyof Documents)[];

const withoutWrites = (documents: Documents) =>
  Object.fromEntries(readOperations.map((name) => [name, documents[name]])) as Pick<
    Documents,
    (typeof readOperations)[number]
  >;

function changesNothing(current: TextDocument | null, edited: EditedContent): boolean {
  if (current === null || "bytes" in edited) return false;
  const after = "changes" in edited ? applyChanges(current.text, edited.changes) : withPlainBreaks(edited.content);
  return after === current.text;
}

const notGranted = (path: string): ToolError =>
  new ToolError("denied", `the user did not agree to this write of ${path}; nothing was changed`, {
    hint: "The document may have changed since the user was asked. Call the tool again to ask the user again.",
  });
