/** What the app's documents ask of the service for Office documents, which is loaded when the first is opened. */
import type { DocumentId } from "../../../shared/contract";
import type { OfficeContent, OfficeEdit, OfficeEvents, OfficeWritten } from "../../../shared/office";
import type { BytesChange } from "../../engine/ports/documents";
import type { OfficeProcess } from "../office/office-process";
import type { ImageFile } from "./images";
import type { WorkingCopy } from "./open-document";

/** A write that landed; `from` is the version that the page has heard of. */
export type LandedBytes = Pick<BytesChange, "to" | "bytes" | "by" | "reason"> & { from: string };

/** The Office documents that are open: read in a process of their own, written where they are. */
export type OfficeDesk = {
  readonly models: OfficeProcess;
  /** Reads the document as it is on the disk, if it is not known yet. */
  content(copy: WorkingCopy): Promise<OfficeContent>;
  /** Resolves once the models have what was written last. */
  settled(copy: WorkingCopy): Promise<void>;
  edit(copy: WorkingCopy, edits: readonly OfficeEdit[], how: "written" | "suggested"): Promise<OfficeWritten>;
  step(copy: WorkingCopy, which: "undo" | "redo"): Promise<OfficeWritten>;
  settle(copy: WorkingCopy, ids: readonly string[] | "all", how: "accept" | "reject"): Promise<OfficeWritten>;
  restore(copy: WorkingCopy, bytes: Uint8Array): Promise<void>;
  /** A write landed, whoever made it. */
  landed(copy: WorkingCopy, change: LandedBytes): void;
  /** What agents wrote and the person has not looked at yet. */
  hunks(copy: WorkingCopy): Promise<OfficeReview>;
  image(copy: WorkingCopy, path: string): Promise<ImageFile | null>;
  forget(doc: DocumentId): void;
  close(): void;
};

/** As the page is told of it. */
export type OfficeReview = Omit<OfficeEvents["office:review"], "doc">;
