import { basename } from "node:path";
import { difference } from "../../../core/diff/difference";
import { hunksIn, undoHunks as undoPending } from "../../../core/review/pending-edits";
import { versionInPlaceholder, versionPlaceholder, wholeDocumentHunk } from "../../../core/review/whole-document";
import { COMMENT_REASON, type VersionEntry } from "../../../core/review/writer";
import type { Change } from "../../../core/text/change";
import { applyChanges } from "../../../core/text/change";
import { officeFormatOf } from "../../../core/text/format";
import { printableName } from "../../../core/text/printable-name";
import type { Packages } from "../office/jobs/packages";
import type { Documents, FileContent } from "../ports/documents";
import type { History } from "../ports/history";
import { ALL_VERSIONS } from "../ports/limits";
import type { Review } from "../ports/review";
import { ToolError } from "../ports/tool-error";
import { nothingElse, nothingLeft, type UndoneHunks, type UndoRequest } from "./undo-request";

/** How many versions are read to find the accepted one, or one that can be edited into it. */
const MAX_VERSIONS_READ = 8;

const notKept = (name: string): ToolError =>
  new ToolError("not_found", `the version of ${name} that was accepted last is no longer in the history`, {
    hint: "Keep the edit, or restore another version from the history.",
  });

const notBeside = (name: string): ToolError =>
  new ToolError("unsupported", `${name} can only be kept or undone as a whole: two versions of it cannot be merged`, {
    hint: "Keep the edit or undo it; the history has both versions.",
  });

/**
 * Undoes agents' edits in an Office document, on the present package: only the parts that the hunks touch are written. If nothing else
 * changed since, the earlier bytes are restored with all their styles. A document that an agent made is not emptied, as there is no earlier
 * version of it: that rejects with `wrong_state`.
 */
export async function undoOfficeHunks(
  {
    documents,
    review,
    history,
    packages,
  }: { documents: Documents; review: Review; history: Pick<History, "list" | "read" | "content">; packages: Packages },
  { realPath, hunks, manner, by }: UndoRequest,
): Promise<UndoneHunks> {
  const result: UndoneHunks = { undone: [], gone: [], left: [] };
  const undoes = { hunks: result.undone, manner, changes: [] as Change[] };
  const format = officeFormatOf(realPath);
  if (format === null) throw new RangeError(`${realPath} is not an Office document`);
  const name = printableName(basename(realPath));
  /** A document that cannot be read is pending as a whole, and is undone by its version. */
  const projectionOf = async ({ bytes, version }: Pick<FileContent, "bytes" | "version">): Promise<string> => {
    const read = packages.run("projection", { bytes, format, name });
    return (await read.catch(nullIfToolError)) ?? versionPlaceholder(version);
  };
  const editProjection = ({ bytes, version }: Pick<FileContent, "bytes" | "version">, changes: Change[]) =>
    packages.run("editProjection", { bytes, format, name, version, changes });

  /** The bytes of a document that was accepted as a whole: those of its version, or of the last version that can be edited into it. */
  async function acceptedBytes(accepted: string, versions: readonly VersionEntry[]): Promise<Uint8Array> {
    const version = versionInPlaceholder(accepted);
    if (version !== null) {
      const bytes = await history.content(version);
      if (bytes === null) throw notKept(name);
      return bytes;
    }
    if (accepted.trim() === "" && versions.at(-1)?.by.kind === "agent") throw nothingElse(name);
    let nearest: { bytes: Uint8Array; version: string; text: string } | null = null;
    for (const entry of versions.slice(1, 1 + MAX_VERSIONS_READ)) {
      const bytes = await history.read(realPath, entry.version_id);
      if (bytes === null) continue;
      const text = await projectionOf({ bytes, version: entry.version });
      if (versionInPlaceholder(text) !== null) continue;
      if (text === accepted) return bytes;
      nearest ??= { bytes, version: entry.version, text };
    }
    const edited = nearest === null ? null : await editProjection(nearest, difference(nearest.text, accepted));
    if (edited?.status !== "edited") throw notKept(name);
    return edited.bytes;
  }

  /**
   * The bytes of the version with this text before agents' last writes; null if there is none, if anyone else wrote since, or if one of these writes is in no
   * text: nobody asked to undo that.
   */
  async function bytesBefore(
    { text, wanted }: { text: string; wanted: string },
    versions: readonly VersionEntry[],
  ): Promise<Uint8Array | null> {
    let after = text;
    for (const [index, { by, reason }] of versions.slice(0, MAX_VERSIONS_READ).entries()) {
      const before = versions[index + 1];
      if (by.kind !== "agent" || reason === COMMENT_REASON || before === undefined) return null;
      const bytes = await history.read(realPath, before.version_id);
      if (bytes === null) return null;
      const textBefore = await projectionOf({ bytes, version: before.version });
      if (textBefore === after) return null;
      if (textBefore === wanted) return bytes;
      after = textBefore;
    }
    return null;
  }

  await documents.changeBytes(realPath, [realPath], {
    by,
    reason: "took back an agent's edit",
    asker: "person",
    undoes,
    async edit(current) {
      const text = current === null ? null : await projectionOf(current);
      const found =
        current === null || text === null ? null : await review.of({ realPath, version: current.version, text });
      const pending = found?.pending ?? [];
      const waiting = new Set(hunksIn(pending));
      const { changes, undone, left } = undoPending(pending, hunks, manner, (from, to) => text?.slice(from, to) ?? "");
      result.undone.splice(0, result.undone.length, ...undone);
      result.left = left;
      result.gone = [...new Set(hunks)].filter((hunk) => !waiting.has(hunk));
      if (text === null || current === null || undone.length + left.length === 0) throw nothingLeft(result.gone.length);
      if (undone.length === 0) return current.bytes;
      undoes.changes = changes;
      const wanted = applyChanges(text, undoes.changes);
      const versions = await history.list(realPath, ALL_VERSIONS);
      if (wholeDocumentHunk(pending) !== null) {
        if (manner === "beside the user's words") throw notBeside(name);
        return acceptedBytes(wanted, versions);
      }
      if (versionInPlaceholder(text) !== null) throw nothingLeft(undone.length);
      if (versions[0]?.version === current.version) {
        const bytes = await bytesBefore({ text, wanted }, versions);
        if (bytes !== null) return bytes;
      }
      const isMadeByAgent = versions.at(-1)?.by.kind === "agent";
      const isEmptied = wanted.trim() === "" && text.trim() !== "";
      if (isEmptied && isMadeByAgent) throw nothingElse(name);
      // Before an agent made the document there was no paragraph, so the first line goes with its line end.
      const isHeadless = isMadeByAgent && wanted.startsWith("\n");
      const leading = isHeadless ? difference(text, wanted.slice(1)) : undoes.changes;
      const edited = await editProjection(current, leading).catch((error: unknown) => {
        // A presentation may be unable to lose its last text.
        throw isEmptied && error instanceof ToolError ? nothingElse(name) : error;
      });
      if (edited.status === "stale") throw nothingLeft(result.undone.length);
      return edited.bytes;
    },
  });
  return result;
}

function nullIfToolError(error: unknown): null {
  if (error instanceof ToolError) return null;
  throw error;
}
