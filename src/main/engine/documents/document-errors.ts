import { basename, dirname, join, relative } from "node:path";
import { MiB } from "../../../core/limits";
import { nearestNames } from "../../../core/text/nearest-name";
import { printableName } from "../../../core/text/printable-name";
import type { Asker, OfficeLock } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import { MAX_FILE_BYTES, MAX_TOOL_FILE_BYTES } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { codeOf } from "../storage/files/disk-errors";
import { isWithin } from "../storage/files/guarded";

/** The maximum number of bytes of a document, by who reads or writes it. */
export const limits: Record<Asker, number> = { tool: MAX_TOOL_FILE_BYTES, person: MAX_FILE_BYTES };

/** A path as shown to users: relative to the root that contains it. */
export function displayPath(path: string, roots: readonly string[]): string {
  const root = roots.find((each) => each !== path && isWithin(path, each));
  return root === undefined ? path : relative(root, path);
}

export async function missing(guardedStore: FileStore, path: string, roots: readonly string[]): Promise<ToolError> {
  const names = await guardedStore.list(dirname(path)).then(
    (entries) => entries.filter(({ kind }) => kind === "file").map(({ name }) => name),
    () => [],
  );
  const candidates = nearestNames(basename(path), names).map((name) => displayPath(join(dirname(path), name), roots));
  const message = `${printableName(displayPath(path, roots))} does not exist`;
  if (candidates.length === 0) return new ToolError("not_found", message);
  return new ToolError("not_found", message, {
    hint: `Did you mean ${candidates.map(printableName).join(" or ")}?`,
    candidates,
  });
}

/** The message; where Node has no name for the system's error, with its code. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^Unknown system error -\d+/, () => codeOf(error)) : String(error);

export const historyError = (name: string, error: unknown): ToolError =>
  new ToolError(
    "failed",
    `${name} was not changed: its current text could not be kept in the history first (${reasonOf(error)})`,
    {
      hint: "The overwritten text would be lost. Tell the user that Galley's data folder needs free space and must be writable. An edit that only adds text is possible.",
      cause: error,
    },
  );

export const lockedBy = ({ program, who, lockFile }: OfficeLock, name: string): ToolError =>
  new ToolError(
    "conflict",
    `${name} is open in ${program}${who === "" ? "" : ` (${printableName(who)})`}; nothing was changed`,
    {
      hint: `Close it there, then try again. If ${program} is no longer running, delete ${printableName(lockFile)} beside it.`,
    },
  );

export const unresolvedConflict = (name: string): ToolError =>
  new ToolError(
    "conflict",
    `${name} has an unresolved conflict in the editor; writes are blocked until the user resolves it`,
    {
      hint: "You can still read. Ask the user to resolve the conflict, then try again.",
    },
  );

export function tooLarge(name: string, size: number, limit: number): ToolError {
  const have = Math.ceil(size / MiB);
  return new ToolError("too_large", `${name} would have ${have} MiB; the limit is ${limit / MiB} MiB`);
}
