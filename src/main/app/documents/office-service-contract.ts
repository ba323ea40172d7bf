/** What the app's documents ask of the service for Office documents, which is loaded when the first is opened. */
import type {
  LocatedOfficeDraft,
  OfficeCell,
  OfficeDraft,
  OfficeHeading,
  OfficeParagraph,
  OfficeRange,
  OfficeSlide,
  OfficeSuggestion,
} from "../../../core/office/office-view";
import type { DocumentId } from "../../../shared/contract";
import type { OfficeContent, OfficeEdit, OfficeEvents, OfficeWritten } from "../../../shared/office";
import type { DraftLocation, ModelMatch } from "../../engine/office";
import type { BytesChange } from "../../engine/ports/documents";
import type { ImageFile } from "./images";
import type { OpenDocument } from "./open-document";

/** A write that succeeded; `from` is the version that the renderer has. */
export type LandedBytes = Pick<BytesChange, "to" | "bytes" | "by" | "reason"> & { from: string };

type Versioned<Answer> = Promise<{ version: string } & Answer>;

/** Queries on open Office documents. Each answer names the version that it was read from. */
export type OfficeQueries = {
  paragraphs(doc: string, from: number, count: number): Versioned<{ total: number; paragraphs: OfficeParagraph[] }>;
  slides(doc: string, from: number, count: number): Versioned<{ total: number; slides: OfficeSlide[] }>;
  cells(doc: string, sheet: string, range: OfficeRange): Versioned<{ cells: OfficeCell[] }>;
  outline(doc: string): Versioned<{ headings: OfficeHeading[] }>;
  /** A later search by the same `searcher` ends an earlier one, which then has no matches. */
  find(
    doc: string,
    sought: string,
    caseSensitive: boolean,
    searcher: string,
  ): Versioned<{ matches: ModelMatch[]; total: number }>;
  suggestions(doc: string): Versioned<{ suggestions: OfficeSuggestion[] }>;
  text(doc: string): Versioned<{ text: string }>;
  positionsOf(doc: string, paragraphs: readonly string[]): Promise<(DraftLocation | null)[]>;
  locateDrafts(
    doc: string,
    drafts: readonly { draft: OfficeDraft; location: DraftLocation | null }[],
  ): Promise<LocatedOfficeDraft[]>;
};

/** The Office documents that are open: read in a process of their own, written where they are. */
export type OfficeService = {
  readonly models: OfficeQueries;
  /** Reads the document as it is on the disk, if it is not known yet. */
  content(document: OpenDocument): Promise<OfficeContent>;
  /** Resolves once the models have the last written version. */
  upToDate(document: OpenDocument): Promise<void>;
  edit(document: OpenDocument, edits: readonly OfficeEdit[], how: "written" | "suggested"): Promise<OfficeWritten>;
  step(document: OpenDocument, which: "undo" | "redo"): Promise<OfficeWritten>;
  resolveSuggestions(
    document: OpenDocument,
    ids: readonly string[] | "all",
    how: "accept" | "reject",
  ): Promise<OfficeWritten>;
  restore(document: OpenDocument, bytes: Uint8Array): Promise<void>;
  /** To be called after every write, whoever made it. */
  handleWrite(document: OpenDocument, change: LandedBytes): void;
  /** The pending edits of agents. */
  hunks(document: OpenDocument): Promise<OfficeReview>;
  image(document: OpenDocument, path: string): Promise<ImageFile | null>;
  forget(doc: DocumentId): void;
  close(): void;
};

/** Pending edits as they are sent to the renderer. */
export type OfficeReview = Omit<OfficeEvents["office:review"], "doc">;
