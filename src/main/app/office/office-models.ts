import { setImmediate as breathe } from "node:timers/promises";
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
import type { PendingEdits } from "../../../core/review/pending-edits";
import { versionPlaceholder } from "../../../core/review/whole-document";
import type { OfficeFormat } from "../../../core/text/format";
import type {
  DraftLocation,
  EditOptions,
  ModelChange,
  ModelContent,
  ModelEdit,
  ModelEditResult,
  ModelHunk,
  ModelMatch,
} from "../../engine/office";
import { OfficeModel } from "../../engine/office";

/** The bytes of a document at a version. */
export type OfficePackage = { bytes: Uint8Array; format: OfficeFormat; name: string; version: string };

/**
 * Parsed models of the open Office documents. All of this is computation, some of it long, so it runs in its own
 * process.
 */
export type OfficeModels = {
  /** Parses a new version; returns its content and what changed. */
  take(doc: string, found: OfficePackage): { content: ModelContent; change: ModelChange };
  paragraphs(
    doc: string,
    from: number,
    count: number,
  ): { version: string; total: number; paragraphs: OfficeParagraph[] };
  slides(doc: string, from: number, count: number): { version: string; total: number; slides: OfficeSlide[] };
  cells(doc: string, sheet: string, range: OfficeRange): { version: string; cells: OfficeCell[] };
  outline(doc: string): { version: string; headings: OfficeHeading[] };
  /**
   * Other requests are served during a search. A new search of the same searcher ends the previous one, which then
   * finds nothing.
   */
  find(
    doc: string,
    sought: string,
    caseSensitive: boolean,
    searcher: string,
  ): Promise<{ version: string; matches: ModelMatch[]; total: number }>;
  suggestions(doc: string): { version: string; suggestions: OfficeSuggestion[] };
  /** Applies to the last parsed version. */
  edit(doc: string, edits: readonly ModelEdit[], track: EditOptions["track"]): Promise<ModelEditResult>;
  resolveSuggestions(
    doc: string,
    ids: readonly string[] | "all",
    how: "accept" | "reject",
  ): { bytes: Uint8Array; warnings: string[] };
  positionsOf(doc: string, paragraphs: readonly string[]): (DraftLocation | null)[];
  locateDrafts(
    doc: string,
    drafts: readonly { draft: OfficeDraft; location: DraftLocation | null }[],
  ): LocatedOfficeDraft[];
  text(doc: string): { version: string; text: string };
  hunks(doc: string, pending: PendingEdits): ModelHunk[];
  suggestedHunks(doc: string, pending: PendingEdits): string[];
  projection(doc: string): { version: string; text: string } | null;
  image(doc: string, part: string): Uint8Array | null;
  drop(doc: string): void;
};

/** Prefix of image paths inside a package. */
export const officeImagePath = "office:";

/** How long a search may block other requests, in milliseconds. */
const LONGEST_PIECE = 30;

export function createOfficeModels(pieceMs = LONGEST_PIECE): OfficeModels {
  const models = new Map<string, OfficeModel>();
  /** Number of searches per searcher. */
  const searches = new Map<string, number>();
  const of = (doc: string): OfficeModel => {
    const model = models.get(doc);
    if (model === undefined) throw new Error(`the Office document ${doc} has not been read`);
    return model;
  };
  return {
    take(doc, found) {
      const imagesAt = `galley://image/${doc}/${encodeURIComponent(officeImagePath)}`;
      const model = new OfficeModel({ ...found, imagesAt }, models.get(doc) ?? null);
      models.set(doc, model);
      return { content: model.content, change: model.change };
    },
    paragraphs(doc, from, count) {
      const { content, version } = of(doc);
      const total = content.kind === "document" ? content.total : 0;
      return { version, total, paragraphs: of(doc).paragraphs(from, count) };
    },
    slides(doc, from, count) {
      const { content, version } = of(doc);
      const total = content.kind === "presentation" ? content.total : 0;
      return { version, total, slides: of(doc).slides(from, count) };
    },
    cells: (doc, sheet, range) => ({ version: of(doc).version, cells: of(doc).cells(sheet, range) }),
    outline: (doc) => ({ version: of(doc).version, headings: of(doc).outline() }),
    async find(doc, sought, caseSensitive, searcher) {
      const model = of(doc);
      const round = (searches.get(searcher) ?? 0) + 1;
      searches.set(searcher, round);
      const search = model.find(sought, caseSensitive);
      let begun = performance.now();
      for (let step = search.next(); ; step = search.next()) {
        if (step.done) return { version: model.version, ...step.value };
        if (performance.now() - begun < pieceMs) continue;
        await breathe();
        if (searches.get(searcher) !== round || !models.has(doc))
          return { version: model.version, matches: [], total: 0 };
        begun = performance.now();
      }
    },
    suggestions: (doc) => ({ version: of(doc).version, suggestions: of(doc).suggestions() }),
    edit: (doc, edits, track) => of(doc).edit(edits, track),
    resolveSuggestions: (doc, ids, how) => of(doc).resolveSuggestions(ids, how),
    positionsOf: (doc, paragraphs) => models.get(doc)?.locationsOf(paragraphs) ?? paragraphs.map(() => null),
    locateDrafts: (doc, drafts) => of(doc).locateDrafts(drafts),
    text: (doc) => ({ version: of(doc).version, text: of(doc).text() }),
    hunks: (doc, pending) => of(doc).hunks(pending),
    suggestedHunks: (doc, pending) => of(doc).suggestedHunks(pending),
    projection(doc) {
      const model = models.get(doc);
      return model ? { version: model.version, text: model.projection() ?? versionPlaceholder(model.version) } : null;
    },
    image: (doc, part) => models.get(doc)?.image(part) ?? null,
    drop: (doc) => void models.delete(doc),
  };
}
