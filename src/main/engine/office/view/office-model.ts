import type {
  OfficeCell,
  OfficeDraft,
  OfficeDraftFound,
  OfficeHeading,
  OfficeParagraph,
  OfficeRange,
  OfficeSheet,
  OfficeSlide,
  OfficeSuggestion,
} from "../../../../core/office/office-view";
import { addressOf, cellName, parseCell } from "../../../../core/office/sheet-address";
import type { PendingEdits } from "../../../../core/review/pending-edits";
import type { Change } from "../../../../core/text/change";
import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { docxSuggestions, settleDocx } from "../docx/suggestions";
import { officeEditor } from "../formats/office-editors";
import { rewritePackage } from "../package/package-writer";
import { XmlError } from "../package/scan-xml";
import { openZip, type ZipPackage } from "../package/zip";
import { isTooLong, type SheetsView, toldCell, typedValue, type ViewCell } from "../sheet/sheet-view";
import type { SeenSlide } from "../slide/slides-view";
import type { EditOptions, OfficeEditor } from "../text/office-format";
import type { PlacedEdit } from "../text/view-edit";
import type { ViewEntry } from "../text/view-entry";
import { nameParts } from "./assign-part-ids";
import { cellsSince } from "./cells-since";
import { findInDocument } from "./find-in-document";
import { hunksInDocument } from "./hunks-in-document";
import { type DraftPlace, placeDraft, placeOf, type Standing } from "./locate-drafts";
import type { ModelChange, ModelContent, ModelEdit, ModelEdited, ModelHunk, ModelMatch } from "./model-protocol";
import { packageWarnings } from "./package-warnings";
import { ledgerText } from "./projected-text";
import { editsBack, editsTowards } from "./reverse-edits";
import { suggestedHunks } from "./suggested-hunks";
import { versionText } from "./version-text";
import { entriesOf, type Reading, type Seen, seePackage, shownImages, slidesOf } from "./view-package";
import { writeEdits } from "./write-edits";

export type ModelOptions = {
  bytes: Uint8Array;
  format: OfficeFormat;
  /** The file's name in error messages. */
  name: string;
  version: string;
  /** The prefix of image URLs for the window, before the name of the part. */
  imagesAt: string;
};

/**
 * An Office document at one version, for display and editing in place. Paragraphs and slides keep their ids from the previous model. Does
 * no I/O; a document that cannot be read is a `ToolError`.
 */
export class OfficeModel {
  readonly content: ModelContent;
  readonly change: ModelChange;
  readonly #options: ModelOptions;
  readonly #now: Reading;
  readonly #counter: { last: number };
  #places: Map<string, number> | null = null;
  #ledger: string | null | undefined;

  constructor(options: ModelOptions, before: OfficeModel | null = null) {
    this.#options = options;
    this.#counter = before === null ? { last: 0 } : before.#counter;
    const { bytes, name, format, imagesAt } = options;
    const zip = openZip(bytes, name);
    const seen = this.#reading(() => seePackage(zip, format, imagesAt));
    const fresh = (): string => `p${(++this.#counter.last).toString(36)}`;
    const { splices, ...named } = nameParts({ zip, seen }, before === null ? null : before.#now, fresh);
    this.#now = { zip, seen, ...named };
    const cells = cellsSince(before === null ? null : before.#seen, seen);
    this.change = { splices, cells, inverse: before === null ? null : editsBack(before.#told(), this.#told()) };
    this.content = this.#contentOf();
  }

  get #zip(): ZipPackage {
    return this.#now.zip;
  }

  get #seen(): Seen {
    return this.#now.seen;
  }

  get #ids(): readonly string[] {
    return this.#now.ids;
  }

  get version(): string {
    return this.#options.version;
  }

  #reading<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      const { name, format } = this.#options;
      throw new ToolError("unsupported", `${name} cannot be read as ${format}: ${error.message}`, {
        hint: "Open and save it in an office program, then try again.",
        cause: error,
      });
    }
  }

  #contentOf(): ModelContent {
    const seen = this.#seen;
    const common = { version: this.version, warnings: packageWarnings(this.#zip, this.#options.format) };
    switch (seen.kind) {
      case "document": {
        const { page, comments, suggestions } = seen;
        return { ...common, kind: "document", total: this.#entries().length, page, suggestions, comments };
      }
      case "spreadsheet":
        return { ...common, kind: "spreadsheet", sheets: seen.book.sheets };
      case "presentation":
        return { ...common, kind: "presentation", total: seen.text.slides.length, size: seen.text.size };
    }
  }

  #entries(): readonly ViewEntry[] {
    return entriesOf(this.#seen);
  }

  #slides(): readonly SeenSlide[] {
    return slidesOf(this.#seen);
  }

  paragraphs(from: number, count: number): OfficeParagraph[] {
    return this.#reading(() => this.#paragraphs(from, Math.min(from + count, this.#entries().length)));
  }

  #paragraphs(from: number, to: number): OfficeParagraph[] {
    const seen = this.#seen;
    if (seen.kind === "spreadsheet" || from >= to) return [];
    const entries = seen.text.entries.slice(from, to);
    const runs = seen.text.runs(entries);
    return entries.map(({ at: _, openComments: __, group: ___, lists: ____, ...entry }, index) => ({
      ...{ id: this.#ids[from + index] ?? "", node: null, ...entry, runs: runs[index] ?? [] },
    }));
  }

  slides(from: number, count: number): OfficeSlide[] {
    return this.#reading(() =>
      this.#slides()
        .slice(from, from + count)
        .map(({ title, isHidden, shapes, notesFrom, to }, index) => {
          const id = this.#now.slideIds[from + index] ?? "";
          return {
            ...{ id, number: from + index + 1, title, isHidden },
            shapes: shapes.map(({ from: first, to: last, ...shape }, at) => ({
              ...{ id: `${id}-${at}`, ...shape, paragraphs: this.#paragraphs(first, last) },
            })),
            notes: this.#paragraphs(notesFrom, to),
          };
        }),
    );
  }

  cells(sheet: string, range: OfficeRange): OfficeCell[] {
    const { book, at } = this.#sheet(sheet);
    return this.#reading(() => book.cells(at, range).map(toldCell));
  }

  #sheet(name: string): { book: SheetsView; at: number; facts: OfficeSheet } {
    const seen = this.#seen;
    const at = seen.kind === "spreadsheet" ? seen.book.sheets.findIndex((each) => each.name === name) : -1;
    const facts = seen.kind === "spreadsheet" ? seen.book.sheets[at] : undefined;
    if (seen.kind !== "spreadsheet" || facts === undefined)
      throw new ToolError("not_found", `the sheet ${JSON.stringify(name)} no longer exists`);
    return { book: seen.book, at, facts };
  }

  outline(): OfficeHeading[] {
    if (this.#seen.kind === "presentation")
      return this.#slides().map(({ title }, index) => ({
        ...{ id: this.#now.slideIds[index] ?? "", index, level: 1, text: title },
      }));
    return this.#entries().flatMap(({ kind, level, text, placement }, index) =>
      (kind === "heading" || kind === "title") && placement === "body" && text.trim() !== ""
        ? [{ id: this.#ids[index] ?? "", index, level: kind === "title" ? 1 : level, text: text.trim() }]
        : [],
    );
  }

  /** Finds a text, piece by piece: between two pieces the caller may do something else, or stop. */
  *find(sought: string, caseSensitive: boolean): Generator<undefined, { matches: ModelMatch[]; total: number }> {
    const search = findInDocument(this.#now, { sought, caseSensitive });
    for (;;) {
      const { done, value } = this.#reading(() => search.next());
      if (done) return value;
      yield;
    }
  }

  #placeOf(id: string): number {
    this.#places ??= new Map(this.#ids.map((each, index) => [each, index]));
    return this.#places.get(id) ?? -1;
  }

  /** Applies edits, all or none. If the text of one has changed in the meantime, says which. */
  async edit(edits: readonly ModelEdit[], track: EditOptions["track"]): Promise<ModelEdited> {
    const editor = await officeEditor(this.#options.format);
    return this.#reading(() => this.#edited(edits, editor, { name: this.#options.name, track }));
  }

  #edited(edits: readonly ModelEdit[], editor: OfficeEditor, options: EditOptions): ModelEdited {
    const entries = this.#entries();
    const placed: PlacedEdit[] = [];
    const cells: Record<string, string | number | boolean | null> = {};
    const stale = (paragraph: string | null, address: string | null, now: string | null): ModelEdited => ({
      ...{ status: "stale", paragraph, address, now },
    });
    for (const edit of edits) {
      if (edit.edit === "cells") {
        const { facts } = this.#sheet(edit.sheet);
        if (facts.locked !== null) throw new ToolError("denied", facts.locked);
        const now = this.inputs(edit.sheet, Object.keys(edit.cells));
        for (const [address, typed] of Object.entries(edit.cells)) {
          const place = parseCell(address);
          if (place === null) throw new ToolError("bad_arguments", `${JSON.stringify(address)} names no cell`);
          if (isTooLong(now[cellName(place)] ?? ""))
            throw new ToolError("denied", `${cellName(place)} has too many characters to be edited here`, {
              hint: "Shorten it in an office program first.",
            });
          const before = edit.before[address];
          if (before !== undefined && before !== now[cellName(place)])
            return stale(null, address, now[cellName(place)] ?? "");
          if (typed !== now[cellName(place)]) cells[addressOf(edit.sheet, place)] = typedValue(typed);
        }
        continue;
      }
      const id = edit.edit === "insert" ? edit.after : edit.paragraph;
      const entry = id === null ? null : (entries[this.#placeOf(id)] ?? undefined);
      if (entry === undefined) return stale(id, null, null);
      if (edit.edit === "insert") placed.push({ edit: "insert", after: entry, text: edit.text });
      else if (entry !== null) {
        if (entry.text !== edit.before) return stale(id, null, entry.text);
        if (entry.locked !== null) throw new ToolError("denied", entry.locked);
        placed.push(edit.edit === "text" ? { edit: "text", entry, text: edit.text } : { edit: "delete", entry });
      }
    }
    return {
      status: "edited",
      ...writeEdits(this.#now, { placed, cells }, editor, { ...options, format: this.#options.format }),
    };
  }

  /** Where paragraphs are, to find them in another version of the document. */
  placesOf(paragraphs: readonly string[]): (DraftPlace | null)[] {
    const standing = this.#standing();
    return paragraphs.map((id) => placeOf(standing, id));
  }

  /** The current text for each draft; see `locateDraft` for `location`. */
  placeDrafts(drafts: readonly { draft: OfficeDraft; place: DraftPlace | null }[]): OfficeDraftFound[] {
    const standing = this.#standing();
    return this.#reading(() =>
      drafts.map(({ draft, place }) => {
        if ("paragraph" in draft) return placeDraft(standing, draft, place);
        const seen = this.#seen;
        const isThere = seen.kind === "spreadsheet" && seen.book.sheets.some(({ name }) => name === draft.sheet);
        const cell = parseCell(draft.address);
        const now = isThere && cell !== null ? this.inputs(draft.sheet, [draft.address])[cellName(cell)] : undefined;
        return { ...draft, now: now ?? null };
      }),
    );
  }

  #standing(): Standing {
    return { ids: this.#ids, texts: this.#entries().map(({ text }) => text) };
  }

  /** The text that editing each of these cells would start with. */
  inputs(sheet: string, addresses: readonly string[]): Record<string, string> {
    const { book, at } = this.#sheet(sheet);
    const inputs: Record<string, string> = {};
    const rows = new Map<number, ViewCell[]>();
    for (const address of addresses) {
      const place = parseCell(address);
      if (place === null) continue;
      let cells = rows.get(place.row);
      if (cells === undefined) {
        cells = book.cells(at, { top: place.row, left: 1, bottom: place.row, right: 16_384 });
        rows.set(place.row, cells);
      }
      inputs[cellName(place)] = cells.find(({ column }) => column === place.column)?.input ?? "";
    }
    return inputs;
  }

  /**
   * The text projection, a paragraph or a cell on each line, by which agents' edits are reviewed. Null if it is too large to be compared
   * piece by piece.
   */
  ledger(): string | null {
    if (this.#ledger === undefined) this.#ledger = this.#reading(() => ledgerText(this.#seen));
    return this.#ledger;
  }

  /** The text for comparison with another version. Throws if it is too large to be compared piece by piece. */
  text(): string {
    return this.#reading(() => versionText(this.#seen));
  }

  /** Agents' pending edits by their location: in paragraphs or in cells. */
  hunks(pending: PendingEdits): ModelHunk[] {
    return hunksInDocument(this.#told(), pending);
  }

  /** The ids of hunks that still contain a tracked change. */
  suggestedHunks(pending: PendingEdits): string[] {
    if (this.#options.format !== "docx") return [];
    return this.#reading(() => suggestedHunks(this.hunks(pending), (index) => this.#paragraphs(index, index + 1)[0]));
  }

  /** The edits of the document for changes to its text projection. */
  ledgerEdits(changes: readonly Change[]): ModelEdit[] {
    return editsTowards(this.#told(), changes);
  }

  #told(): Reading & { ledger: string | null } {
    return { ...this.#now, ledger: this.ledger() };
  }

  /** The bytes of an image for the window; null if there is none. */
  image(part: string): Uint8Array | null {
    return shownImages.test(part) ? this.#zip.read(part) : null;
  }

  /** The tracked changes; docx only. */
  suggestions(): OfficeSuggestion[] {
    if (this.#options.format !== "docx") return [];
    const ids = new Map(this.#entries().map(({ at }, index) => [`${at.part} ${at.from}`, this.#ids[index] ?? null]));
    return this.#reading(() =>
      docxSuggestions(this.#zip).map(({ place, ...found }) => ({
        ...found,
        paragraph: place === null ? null : (ids.get(`${place.part} ${place.from}`) ?? null),
      })),
    );
  }

  /** The package with tracked changes accepted or rejected; unknown ids are ignored. */
  settle(ids: readonly string[] | "all", how: "accept" | "reject"): { bytes: Uint8Array; warnings: string[] } {
    const { format, name } = this.#options;
    if (format !== "docx")
      throw new ToolError(
        "unsupported",
        `tracked changes can be accepted or rejected only in docx, and ${name} is ${format}`,
        {
          hint: "Accept or reject them in an office program.",
        },
      );
    const { parts, count } = this.#reading(() => settleDocx(this.#zip, ids, how));
    if (count === 0 && ids !== "all") throw new ToolError("stale", "these suggestions no longer exist");
    return { bytes: rewritePackage(this.#zip, parts, name), warnings: [] };
  }
}
