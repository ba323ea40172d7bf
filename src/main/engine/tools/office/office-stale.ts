import { basename } from "node:path";
import type { OfficeFormat } from "../../../../core/text/format";
import { spokenName } from "../../../../core/text/spoken-name";
import { textKey } from "../../documents/text-key";
import type { NamedNode } from "../../office/text/office-format";
import type { PackageText } from "../../office/text/office-paragraphs";
import type { FileContent } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { versionNeeded } from "../kit/stale";
import type { ToolContext } from "../kit/tool";

/** An edit of a package that is about to happen. */
export type PlannedPackageEdit = {
  path: string;
  /** The version that the caller names. */
  named: string | undefined;
  current: FileContent;
  format: OfficeFormat;
  operation: { operation: string } | null;
  node: NamedNode | null;
  /** What the package says now, where it is known already. */
  text: PackageText | null;
};

/** Those that look for their place in the document as it is now. */
const followers = new Set(["replace_text", "append_text", "prepend"]);

/**
 * Refuses an edit whose base is no longer what is there. A version that is named must be today's. Without one, replacing and adding
 * text work on the document as it is, a paragraph may be set while it says what the caller was shown, and all else is refused.
 */
export async function refuseStalePackage(edit: PlannedPackageEdit, ctx: ToolContext): Promise<void> {
  const { path, named, current, format, operation, node, text } = edit;
  const base = named ?? ctx.reads.of(current.realPath)?.version;
  const isFollower = operation !== null && followers.has(operation.operation);
  if (base === undefined && ctx.caller.hasNoSession && !isFollower) throw versionNeeded(spokenName(path));
  if (base === undefined || base === current.version) return;
  if (named === undefined) {
    if (isFollower) return;
    const shown = node === null ? undefined : ctx.reads.seen(current.realPath)?.paragraphs.get(node.id);
    const now = node?.paragraph === null ? undefined : text?.paragraphs[node?.paragraph ?? -1]?.text;
    if (shown !== undefined && now !== undefined && shown === textKey(now)) return;
  }
  const since = named === undefined ? "since last read" : "since the version named";
  const hint =
    "Read it again; replace_text, append_text and prepend without version work on the document as it is now.";
  const old = await ctx.history.content(base).catch(() => null);
  if (old === null && named !== undefined)
    throw new ToolError(
      "stale",
      `${spokenName(path)} is not at the version named, and that version is not known here`,
      {
        hint,
      },
    );
  const versions = { bytes: current.bytes, format, name: basename(path) };
  const changed = old === null ? "" : await ctx.packages.run("whatChanged", { ...versions, old }).catch(() => "");
  throw new ToolError("stale", `${spokenName(path)} changed ${since}${changed}`, { hint });
}
