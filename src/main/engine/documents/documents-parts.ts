import type { Packages } from "../office/jobs/packages";
import type { Canvas } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import type { Review } from "../ports/review";
import type { AnnouncedWrites } from "./announced-writes";
import type { DecodedTexts } from "./decoded-texts";
import type { KeptVersions } from "./kept-versions";
import type { OfficeReview } from "./office-review";

/** What the changes of texts and of bytes share. */
export type DocumentsParts = {
  store: FileStore;
  review: Pick<Review, "landed" | "record">;
  canvas: Canvas | null;
  packages: Packages;
  texts: DecodedTexts;
  versions: KeptVersions;
  announced: AnnouncedWrites;
  landedForReview: OfficeReview;
  guardedStoreFor(roots: readonly string[]): FileStore;
  /** Lets the canvas save its unsaved edits of a document first. */
  handOver(realPath: string): Promise<void>;
  log(error: unknown): void;
};
