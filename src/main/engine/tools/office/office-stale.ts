import { basename } from "node:path";
import { difference } from "../../document/difference";
import type { OfficeFormat } from "../../document/format";
import type { FileContent } from "../../documents";
import type { NamedNode } from "../../formats/office-format";
import type { PackageText } from "../../formats/office-paragraphs";
import { readPackage } from "../../formats/read-package";
import { spokenName } from "../../spoken-name";
import { ToolError } from "../../tool-error";
import { changedLines } from "../changed-lines";
import { textKey } from "../paragraphs/text-key";
import { versionNeeded } from "../stale";
import type { ToolContext } from "../tool";

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
  const { path, named, current, operation, node, text } = edit;
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
  throw new ToolError("stale", `${spokenName(path)} changed ${since}${whatChanged(old, edit)}`, { hint });
}

const mostNamed = 10;
const mostQuoted = 40;

/**
 * Which paragraphs are others, as far as both versions can be read. Rows and slide texts are quoted: their place in the text is no
 * number that a reader of cells or slides knows.
 */
function whatChanged(old: Uint8Array | null, { path, current, format, text }: PlannedPackageEdit): string {
  if (old === null) return "";
  try {
    const before = readPackage(old, format, basename(path));
    const after = text ?? readPackage(current.bytes, format, basename(path));
    if (before.text === after.text) return ": its text is as it was, something else in it is different now";
    const changes = difference(before.text, after.text);
    const lines = changedLines({ before: before.text, after: after.text, changes });
    const numbers = after.paragraphs.flatMap(({ line_from, line_to }, index) =>
      lines.some(({ from, to }) => from <= line_to && to >= line_from) ? [index + 1] : [],
    );
    if (numbers.length === 0) return ": it is empty now";
    const isText = format === "docx" || format === "odt";
    const named = numbers.slice(0, mostNamed);
    const names = (isText ? named : named.map((number) => quoted(after.paragraphs[number - 1]?.text ?? ""))).join(", ");
    const more = numbers.length > mostNamed ? ` ... and ${numbers.length - mostNamed} more` : "";
    if (!isText) return `: different now ${numbers.length === 1 ? "is" : "are"} ${names}${more}`;
    return `: ${numbers.length === 1 ? "paragraph" : "paragraphs"} ${names}${more} ${numbers.length === 1 ? "is" : "are"} different now`;
  } catch {
    return "";
  }
}

const quoted = (text: string): string =>
  JSON.stringify(text.length > mostQuoted ? `${text.slice(0, mostQuoted).toWellFormed()}…` : text);
