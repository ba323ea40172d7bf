import { basename } from "node:path";
import type { OfficeFormat } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { textKey } from "../../documents/text-key";
import type { NamedNode } from "../../office/text/office-format";
import type { PackageText } from "../../office/text/office-paragraphs";
import type { FileContent } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { versionNeeded } from "../kit/stale";
import type { ToolContext } from "../kit/tool";

/** An edit of a package about to be made. */
export type PlannedPackageEdit = {
  path: string;
  /** The version that the caller named. */
  named: string | undefined;
  current: FileContent;
  format: OfficeFormat;
  operation: { operation: string } | null;
  nodes: readonly NamedNode[];
  /** The current text of the package, if it is already known. */
  text: PackageText | null;
};

/** Operations that find their target in the current document. */
const followers = new Set(["replace_text", "append_text", "prepend"]);

/**
 * Rejects an edit if the package has changed since its base. A named version must be the current one. Without one, replacing and appending text work
 * on the current document, paragraphs may be set and moved if their texts are what the caller was shown, and everything else is rejected.
 */
export async function rejectStalePackage(edit: PlannedPackageEdit, ctx: ToolContext): Promise<void> {
  const { path, named, current, format, operation, nodes, text } = edit;
  const base = named ?? ctx.reads.of(current.realPath)?.version;
  const isFollower = operation !== null && followers.has(operation.operation);
  if (base === undefined && ctx.caller.hasNoSession && !isFollower) throw versionNeeded(printableName(path));
  if (base === undefined || base === current.version) return;
  if (named === undefined) {
    if (isFollower) return;
    const seen = ctx.reads.seen(current.realPath)?.paragraphs;
    const isAsShown = ({ id, paragraph }: NamedNode): boolean => {
      const shown = seen?.get(id);
      const now = paragraph === null ? undefined : text?.paragraphs[paragraph]?.text;
      return shown !== undefined && now !== undefined && shown === textKey(now);
    };
    if (nodes.length > 0 && nodes.every(isAsShown)) return;
  }
  const since = named === undefined ? "since last read" : "since the version named";
  const hint =
    "Read it again; replace_text, append_text and prepend without version work on the document as it is now.";
  const old = await ctx.history.content(base).catch(() => null);
  if (old === null && named !== undefined)
    throw new ToolError(
      "stale",
      `${printableName(path)} is not at the version named, and that version is not known here`,
      {
        hint,
      },
    );
  const versions = { bytes: current.bytes, format, name: basename(path) };
  const changed = old === null ? "" : await ctx.packages.run("whatChanged", { ...versions, old }).catch(() => "");
  throw new ToolError("stale", `${printableName(path)} changed ${since}${changed}`, { hint });
}
