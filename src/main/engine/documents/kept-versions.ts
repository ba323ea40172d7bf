import type { Writer } from "../../../core/review/writer";
import { NOT_KEPT } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import type { History, NewVersion } from "../ports/history";
import { historyError } from "./document-errors";

const externalProgram: Writer = { kind: "program", name: "another program" };

/** Stores versions in history around a write. Both answer with notes for the caller. */
export type KeptVersions = {
  keep(version: NewVersion): Promise<string[]>;
  keepReplaced(stored: StoredFile, how: { isRequired: boolean; name: string }): Promise<string[]>;
};

export function createKeptVersions(
  history: Pick<History, "hold" | "record">,
  log: (error: unknown) => void,
): KeptVersions {
  /**
   * Stores the current content of a file before it is replaced, so that no text exists only in a file that is about to change. If `isRequired`, the
   * write is rejected unless the history can promise that the content survives a power cut. The user's own saves go ahead, with a note.
   */
  async function keepReplaced(
    stored: StoredFile,
    { isRequired, name }: { isRequired: boolean; name: string },
  ): Promise<string[]> {
    const found = { ...stored, by: externalProgram, reason: "found on disk" };
    if (!isRequired) return keep(found);
    try {
      const { realPath, bytes, version, by, reason } = found;
      await history.hold({ realPath, bytes, version, by, reason });
      return [];
    } catch (error) {
      throw historyError(name, error);
    }
  }

  /** Stores one version in history. A save that landed counts even if history fails: the error becomes a note. */
  async function keep(kept: NewVersion): Promise<string[]> {
    try {
      const { realPath, bytes, version, by, reason, request, change, isInBurst, pasted } = kept;
      await history.record({ realPath, bytes, version, by, reason, request, change, isInBurst, pasted });
      return [];
    } catch (error) {
      log(error);
      return [NOT_KEPT];
    }
  }

  return { keep, keepReplaced };
}
