import { difference } from "../../../../core/diff/difference";
import { changedLines } from "../../../../core/text/changed-lines";
import { holdsSecrets } from "../../../../core/text/holds-secrets";
import type { TextDocument } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { describeLines } from "./sentences";
import type { ToolContext } from "./tool";

/** An edit about to be made. */
export type PlannedEdit = {
  /** The document, as the caller names it. */
  name: string;
  /** The version that the caller named, as `namedVersion` returns it. */
  named: string | undefined;
  realPath: string;
  /** The current document; null if it was deleted. */
  current: TextDocument | null;
};

/** The `version` argument, ignoring blanks and letter case; undefined if it is empty. */
export const namedVersion = (version: string | undefined): string | undefined =>
  version?.trim().toLowerCase() || undefined;

/** The version that the edit is based on: the one named, else the caller's last read; null if the caller never read the document. */
export function baseOf({ named, realPath }: Pick<PlannedEdit, "named" | "realPath">, ctx: ToolContext): string | null {
  return named ?? ctx.reads.of(realPath)?.version ?? null;
}

/**
 * Rejects an edit of the whole document if it has changed since the edit's base, and says which lines differ. Without a base (never read, no version
 * named) the edit goes ahead, because the old text is in history; for a file of secrets it does not. A caller without a session must name a version:
 * its own reads cannot be distinguished from those of others with the same id.
 */
export async function rejectStale(edit: PlannedEdit, ctx: ToolContext): Promise<void> {
  const { name, named, realPath, current } = edit;
  const base = baseOf(edit, ctx);
  if (base === null && current !== null && current.text !== "" && ctx.caller.hasNoSession) throw versionNeeded(name);
  if (base === null && current !== null && current.text !== "" && holdsSecrets(realPath))
    throw new ToolError("stale", `${name} is a file of secrets, and you have not read it`, {
      hint: "Its earlier texts are not stored, so this one could not be restored. Read it first, or name its version.",
    });
  if (base === null || base === current?.version) return;
  if (current === null) {
    // Once the caller knows that the file was deleted, it may create it again.
    ctx.reads.forget(realPath);
    if (named === undefined)
      throw new ToolError("stale", `${name} was deleted since last read`, {
        hint: "To create it again, repeat the write.",
      });
    // The file may never have existed: a version does not belong to a path.
    throw new ToolError("stale", `${name} does not exist, so it is not at the version named`, {
      hint: "To make it, leave `version` out.",
    });
  }
  const hint = "Read it again before you replace it; patches by old_text or patch_text work on the current text.";
  const text = await ctx.documents.textOf(base);
  if (text === null && named !== undefined)
    throw new ToolError("stale", `${name} is not at the version named, and that version is not known here`, { hint });
  const since = named === undefined ? "since last read" : "since the version named";
  throw new ToolError("stale", `${name} changed ${since}${whatChanged(text, current.text)}`, { hint });
}

/** The error for a caller without a session that would replace what it may not have seen. */
export const versionNeeded = (name: string): ToolError =>
  new ToolError(
    "stale",
    `${name} exists, and without a session Galley does not know which version of it you have read`,
    {
      hint: "Read it, and name the `version` of that answer in this call.",
    },
  );

function whatChanged(before: string | null, after: string): string {
  if (before === null) return "";
  if (before === after) return ": its line endings or its encoding are different now";
  const ranges = changedLines({ before, after, changes: difference(before, after) });
  if (ranges.length === 0) return ": it is empty now";
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  return `: ${describeLines(ranges)} ${isOne ? "is" : "are"} different now`;
}
