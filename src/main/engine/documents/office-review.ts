import type { ReviewedWrite } from "../../../core/review/pending-edits";
import { applyChanges } from "../../../core/text/change";
import { officeFormatOf } from "../../../core/text/format";
import type { BytesChange, BytesRequest } from "../ports/documents";
import type { Review } from "../ports/review";
import type { DecodedTexts } from "./decoded-texts";

/** Brings a write into an Office document to the review, as a change of its text projection. */
export type OfficeReview = (
  landed: Pick<BytesChange, "realPath" | "from" | "to" | "bytes">,
  before: Uint8Array | null,
  write: ReviewedWrite | null,
  undoes?: BytesRequest["undoes"],
) => Promise<void>;

export function createOfficeReview({
  review,
  texts: { projection, compare },
  log,
}: {
  review: Pick<Review, "landed" | "hasPending">;
  texts: Pick<DecodedTexts, "projection" | "compare">;
  log(error: unknown): void;
}): OfficeReview {
  /** An agent's write into an Office document becomes a pending edit; every other write moves the pending edits. */
  return async function landedForReview(
    { realPath, from, to, bytes }: Pick<BytesChange, "realPath" | "from" | "to" | "bytes">,
    before: Uint8Array | null,
    write: ReviewedWrite | null,
    undoes?: BytesRequest["undoes"],
  ): Promise<void> {
    const format = officeFormatOf(realPath);
    if (format === null) return;
    if (write === null && !review.hasPending(realPath)) return;
    const then = before === null || from === null ? "" : await projection(before, from, format);
    const now = await projection(bytes, to, format);
    const isAsMeant = undoes !== undefined && applyChanges(then, undoes.changes) === now;
    await review
      .landed({
        realPath,
        from,
        to,
        write,
        before: then,
        isOffice: true,
        changes: isAsMeant ? undoes.changes : await compare(then, now),
        ...(isAsMeant ? { undoes } : { undoesNearly: undoes?.hunks }),
      })
      .catch(log);
  };
}
