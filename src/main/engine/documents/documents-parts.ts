import type { Packages } from "../office/jobs/packages";
import type { Canvas } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import type { Review } from "../ports/review";
import type { DecodedTexts } from "./decoded-texts";
import type { FileWrites } from "./file-writes";
import type { OfficeReview } from "./office-review";

/** What the changes of texts and of bytes share. */
export type DocumentsParts = {
  store: FileStore;
  review: Pick<Review, "landed">;
  canvas: Canvas | null;
  packages: Packages;
  texts: DecodedTexts;
  landedForReview: OfficeReview;
  writes: FileWrites;
  log(error: unknown): void;
};
