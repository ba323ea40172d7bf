import { basename } from "node:path";
import type { ReviewedWrite } from "../../../core/review/pending-edits";
import { isSuggestion } from "../../../core/review/suggestions";
import type { Writer } from "../../../core/review/writer";
import { officeFormatOf } from "../../../core/text/format";
import type { FileStore, StoredFile } from "../ports/file-store";
import type { History } from "../ports/history";
import type { AnnouncedWrite, Review } from "../ports/review";
import type { DecodedTexts } from "./decoded-texts";
import { limits } from "./document-errors";
import type { KeptVersions } from "./kept-versions";
import type { OfficeReview } from "./office-review";
import { openTextFile } from "./text-file";

/** Records agents' writes in the review before they land. If this process is killed in between, the text is still marked as the agent's. */
export type AnnouncedWrites = {
  announce(
    store: FileStore,
    path: string,
    write: { stored: StoredFile | null; to: string; write: ReviewedWrite },
  ): Promise<void>;
  /** Resolves the writes that other processes announced before they ended. */
  resolveAll(): Promise<void>;
};

export function createAnnouncedWrites({
  store,
  history,
  review,
  texts,
  versions,
  landedForReview,
  log,
}: {
  store: FileStore;
  history: Pick<History, "content">;
  review: Pick<Review, "landed" | "announce" | "announced" | "withdraw">;
  texts: Pick<DecodedTexts, "open" | "compare">;
  versions: Pick<KeptVersions, "keep">;
  landedForReview: OfficeReview;
  log(error: unknown): void;
}): AnnouncedWrites {
  /**
   * Resolves an agent's write that another process announced before it ended. If its text is in the file, it is added to the review and the history,
   * as if that process had gone on. Runs in the file's queue, so a write that is still under way has landed.
   */
  async function resolveAnnouncedWrite({ realPath, from, to, write }: AnnouncedWrite): Promise<void> {
    await store.update(
      realPath,
      async (stored) => {
        const still = review.announced().find((each) => each.realPath === realPath);
        if (still?.write.id !== write.id) return null;
        if (stored?.version === to) await recordUnseenWrite(stored, { from, write });
        review.withdraw(realPath);
        return null;
      },
      { limit: limits.person },
    );
  }

  async function recordUnseenWrite(
    stored: StoredFile,
    { from, write }: Pick<AnnouncedWrite, "from" | "write">,
  ): Promise<void> {
    const { realPath, version, bytes } = stored;
    const by: Writer = isSuggestion(write.id) ? { kind: "you", name: "you" } : { kind: "agent", name: write.by };
    const before = from === null ? null : await history.content(from);
    await versions.keep({ realPath, bytes, version, by, reason: write.reason, request: write.request });
    if (from !== null && before === null) return;
    if (officeFormatOf(realPath) !== null) {
      await landedForReview(
        { realPath, from, to: version, bytes },
        before === null ? null : Buffer.from(before),
        write,
      );
      return;
    }
    const { text } = texts.open(stored, basename(realPath)).document;
    const then =
      from === null || before === null
        ? ""
        : openTextFile({ ...stored, bytes: Buffer.from(before), version: from }, "").document.text;
    await review.landed({ realPath, from, to: version, before: then, changes: await texts.compare(then, text), write });
  }

  return {
    async announce(guardedStore, path, { stored, to, write }) {
      const realPath = stored?.realPath ?? (await guardedStore.realPath(path));
      try {
        review.announce({ realPath, from: stored?.version ?? null, to, write });
      } catch (error) {
        log(error);
      }
    },
    async resolveAll() {
      for (const write of review.announced()) await resolveAnnouncedWrite(write).catch(log);
    },
  };
}
