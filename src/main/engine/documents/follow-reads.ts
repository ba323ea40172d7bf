import { difference } from "../../../core/diff/difference";
import type { Change } from "../../../core/text/change";
import { moveLineRanges } from "../../../core/text/move-line-ranges";
import type { Documents, TextDocument } from "../ports/documents";
import type { ReadLog } from "./read-log";

/**
 * The same documents, but lines that a caller has read stay read where a write leaves them unchanged. For our own writes this happens at once; for
 * writes of other programs it happens at the next read, because nobody reports them. A version whose text is no longer known cannot be followed: its
 * paragraphs must be read again.
 */
export function followReads(documents: Documents, readLog: ReadLog, log: (error: unknown) => void): Documents {
  const follow = (realPath: string, from: string, to: string, changes: (before: string) => readonly Change[]) =>
    documents.textOf(from).then((before) => {
      if (before === null) return;
      const made = changes(before);
      readLog.follow(realPath, from, to, (lines) => moveLineRanges(before, made, lines));
    }, log);

  const following = new Set<Promise<void>>();
  documents.onChange(({ realPath, from, to, changes }) => {
    if (from === null || !readLog.seenVersions(realPath).has(from)) return;
    const followed = follow(realPath, from, to, () => changes).finally(() => following.delete(followed));
    following.add(followed);
  });

  documents.onEntryMoved(({ from, to }) => readLog.moved(from, to));

  async function catchUp({ realPath, version, text }: TextDocument): Promise<void> {
    for (const from of readLog.seenVersions(realPath))
      if (from !== version) await follow(realPath, from, version, (before) => difference(before, text));
  }

  return {
    ...documents,
    async change(...args) {
      const changed = await documents.change(...args);
      // What the caller sees of its own edit is added to lines of the same version.
      await Promise.all(following);
      return changed;
    },
    async read(...args) {
      const document = await documents.read(...args);
      await catchUp(document);
      return document;
    },
  };
}
