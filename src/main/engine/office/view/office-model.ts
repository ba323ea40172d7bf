import type {
  LocatedOfficeDraft,
  OfficeCell,
  OfficeDraft,
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
import { officeEditor } from "../formats/office-editors";
import { rewritePackage } from "../package/package-writer";
import { XmlError } from "../package/scan-xml";
import { openZip, type ZipPackage } from "../package/zip";
import { croppedCell, isTooLong, type SheetsView, typedValue, type ViewCell } from "../sheet/sheet-view";
import type { SlideEntry } from "../slide/slides-view";
import type { EditOptions, OfficeEditor } from "../text/office-format";
import type { EntryEdit } from "../text/view-edit";
import type { ViewEntry } from "../text/view-entry";
import { assignPartIds } from "./assign-part-ids";
import { cellsSince } from "./cells-since";
import { findInDocument } from "./find-in-document";
import { hunksInDocument } from "./hunks-in-document";
import { type DraftLocation, locateDraft, locationOf, type ParagraphTexts } from "./locate-drafts";
import type { ModelChange, ModelContent, ModelEdit, ModelEditResult, ModelHunk, ModelMatch } from "./model-protocol";
import { packageWarnings } from "./package-warnings";
import { projectionText } from "./projected-text";
import { editsBack, editsTowards } from "./reverse-edits";
import { suggestedHunks } from "./suggested-hunks";
import { trackedChanges } from "./tracked-changes";
import { versionText } from "./version-text";
import { entriesOf, imageNames, type ModelState, type PackageView, readView, slidesOf } from "./view-package";
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
  readonly #now: ModelState;
  readonly #counter: { last: number };
  #indexes: Map<string, number> | null = null;
  #projection: string | null | undefined;

  constructor(options: ModelOptions, before: OfficeModel | null = null) {
    this.#options = options;
    this.#counter = before === null ? { last: 0 } : before.#counter;
    const { bytes, name, format, imagesAt } = options;
    const zip = openZip(bytes, name);
    const view = this.#withReadErrors(() => readView(zip, format, imagesAt));
    const fresh = (): string => `p${(++this.#counter.last).toString(36)}`;
    const { splices, ...named } = assignPartIds({ zip, view }, before === null ? null : before.#now, fresh);
    this.#now = { zip, view, ...named };
    const cells = cellsSince(before === null ? null : before.#view, view);
    this.change = {
      splices,
      cells,
      inverse: before === null ? null : editsBack(before.#projected(), this.#projected()),
    };
    this.content = this.#contentOf();
  }

  get #zip(): ZipPackage {
    return this.#now.zip;
  }

  get #view(): PackageView {
    return this.#now.view;
  }

  get #ids(): readonly string[] {
    return this.#now.ids;
  }

  get version(): string {
    return this.#options.version;
  }

  #withReadErrors<T>(work: () => T): T {
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
    const view = this.#view;
    const common = { version: this.version, warnings: packageWarnings(this.#zip, this.#options.format) };
    switch (view.kind) {
      case "document": {
        const { page, comments, suggestions } = view;
        return { ...common, kind: "document", total: this.#entries().length, page, suggestions, comments };
      }
      case "spreadsheet":
        return { ...common, kind: "spreadsheet", sheets: view.book.sheets };
      case "presentation":
        return { ...common, kind: "presentation", total: view.text.slides.length, size: view.text.size };
    }
  }

  #entries(): readonly ViewEntry[] {
    return entriesOf(this.#view);
  }

  #slides(): readonly SlideEntry[] {
    return slidesOf(this.#view);
  }

  paragraphs(from: number, count: number): OfficeParagraph[] {
    return this.#withReadErrors(() => this.#paragraphs(from, Math.min(from + count, this.#entries().length)));
  }

  #paragraphs(from: number, to: number): OfficeParagraph[] {
    const view = this.#view;
    if (view.kind === "spreadsheet" || from >= to) return [];
    const entries = view.text.entries.slice(from, to);
    const runs = view.text.runs(entries);
    return entries.map(({ at: _, openComments: __, group: ___, lists: ____, ...entry }, index) => ({
      id: this.#ids[from + index] ?? "",
      node: null,
      ...entry,
      runs: runs[index] ?? [],
    }));
  }

  slides(from: number, count: number): OfficeSlide[] {
    return this.#withReadErrors(() =>
      this.#slides()
        .slice(from, from + count)
        .map(({ title, isHidden, shapes, notesFrom, to }, index) => {
          const id = this.#now.slideIds[from + index] ?? "";
          return {
            id,
            number: from + index + 1,
            title,
            isHidden,
            shapes: shapes.map(({ from: first, to: last, ...shape }, at) => ({
              id: `${id}-${at}`,
              ...shape,
              paragraphs: this.#paragraphs(first, last),
            })),
            notes: this.#paragraphs(notesFrom, to),
          };
        }),
    );
  }

  cells(sheet: string, range: OfficeRange): OfficeCell[] {
    const { book, at } = this.#sheet(sheet);
    return this.#withReadErrors(() => book.cells(at, range).map(croppedCell));
  }

  #sheet(name: string): { book: SheetsView; at: number; facts: OfficeSheet } {
    const view = this.#view;
    const at = view.kind === "spreadsheet" ? view.book.sheets.findIndex((each) => each.name === name) : -1;
    const facts = view.kind === "spreadsheet" ? view.book.sheets[at] : undefined;
    if (view.kind !== "spreadsheet" || facts === undefined)
      throw new ToolError("not_found", `the sheet ${JSON.stringify(name)} no longer exists`);
    return { book: view.book, at, facts };
  }

  outline(): OfficeHeading[] {
    if (this.#view.kind === "presentation")
      return this.#slides().map(({ title }, index) => ({
        id: this.#now.slideIds[index] ?? "",
        index,
        level: 1,
        text: title,
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
      const { done, value } = this.#withReadErrors(() => search.next());
      if (done) return value;
      yield;
    }
  }

  #indexOf(id: string): number {
    this.#indexes ??= new Map(this.#ids.map((each, index) => [each, index]));
    return this.#indexes.get(id) ?? -1;
  }

  /** Applies edits, all or none. If the text of one has changed in the meantime, says which. */
  async edit(edits: readonly ModelEdit[], track: EditOptions["track"]): Promise<ModelEditResult> {
    const editor = await officeEditor(this.#options.format);
    return this.#withReadErrors(() => this.#edited(edits, editor, { name: this.#options.name, track }));
  }

  #edited(edits: readonly ModelEdit[], editor: OfficeEditor, options: EditOptions): ModelEditResult {
    const entries = this.#entries();
    const entryEdits: EntryEdit[] = [];
    const cells: Record<string, string | number | boolean | null> = {};
    const stale = (paragraph: string | null, address: string | null, now: string | null): ModelEditResult => ({
      status: "stale",
      paragraph,
      address,
      now,
    });
    for (const edit of edits) {
      if (edit.edit === "cells") {
        const { facts } = this.#sheet(edit.sheet);
        if (facts.locked !== null) throw new ToolError("denied", facts.locked);
        const now = this.inputs(edit.sheet, Object.keys(edit.cells));
        for (const [address, typed] of Object.entries(edit.cells)) {
          const ref = parseCell(address);
          if (ref === null) throw new ToolError("bad_arguments", `${JSON.stringify(address)} names no cell`);
          if (isTooLong(now[cellName(ref)] ?? ""))
            throw new ToolError("denied", `${cellName(ref)} has too many characters to be edited here`, {
              hint: "Shorten it in an office program first.",
            });
          const before = edit.before[address];
          if (before !== undefined && before !== now[cellName(ref)])
            return stale(null, address, now[cellName(ref)] ?? "");
          if (typed !== now[cellName(ref)]) cells[addressOf(edit.sheet, ref)] = typedValue(typed);
        }
        continue;
      }
      const id = edit.edit === "insert" ? edit.after : edit.paragraph;
      const entry = id === null ? null : (entries[this.#indexOf(id)] ?? undefined);
      if (entry === undefined) return stale(id, null, null);
      if (edit.edit === "insert") entryEdits.push({ edit: "insert", after: entry, text: edit.text });
      else if (entry !== null) {
        if (entry.text !== edit.before) return stale(id, null, entry.text);
        if (entry.locked !== null) throw new ToolError("denied", entry.locked);
        entryEdits.push(edit.edit === "text" ? { edit: "text", entry, text: edit.text } : { edit: "delete", entry });
      }
    }
    return {
      status: "edited",
      ...writeEdits(this.#now, { entryEdits, cells }, editor, { ...options, format: this.#options.format }),
    };
  }

  /** Where paragraphs are, to find them in another version of the document. */
  locationsOf(paragraphs: readonly string[]): (DraftLocation | null)[] {
    const standing = this.#texts();
    return paragraphs.map((id) => locationOf(standing, id));
  }

  /** The current text for each draft; see `locateDraft` for `location`. */
  locateDrafts(drafts: readonly { draft: OfficeDraft; location: DraftLocation | null }[]): LocatedOfficeDraft[] {
    const standing = this.#texts();
    return this.#withReadErrors(() =>
      drafts.map(({ draft, location }) => {
        if ("paragraph" in draft) return locateDraft(standing, draft, location);
        const view = this.#view;
        const isThere = view.kind === "spreadsheet" && view.book.sheets.some(({ name }) => name === draft.sheet);
        const cell = parseCell(draft.address);
        const now = isThere && cell !== null ? this.inputs(draft.sheet, [draft.address])[cellName(cell)] : undefined;
        return { ...draft, now: now ?? null };
      }),
    );
  }

  #texts(): ParagraphTexts {
    return { ids: this.#ids, texts: this.#entries().map(({ text }) => text) };
  }

  /** The text that editing each of these cells would start with. */
  inputs(sheet: string, addresses: readonly string[]): Record<string, string> {
    const { book, at } = this.#sheet(sheet);
    const inputs: Record<string, string> = {};
    const rows = new Map<number, ViewCell[]>();
    for (const address of addresses) {
      const ref = parseCell(address);
      if (ref === null) continue;
      let cells = rows.get(ref.row);
      if (cells === undefined) {
        cells = book.cells(at, { top: ref.row, left: 1, bottom: ref.row, right: 16_384 });
        rows.set(ref.row, cells);
      }
      inputs[cellName(ref)] = cells.find(({ column }) => column === ref.column)?.input ?? "";
    }
    return inputs;
  }

  /**
   * The text projection, a paragraph or a cell on each line, by which agents' edits are reviewed. Null if it is too large to be compared
   * piece by piece.
   */
  projection(): string | null {
    if (this.#projection === undefined) this.#projection = this.#withReadErrors(() => projectionText(this.#view));
    return this.#projection;
  }

  /** The text for comparison with another version. Throws if it is too large to be compared piece by piece. */
  text(): string {
    return this.#withReadErrors(() => versionText(this.#view));
  }

  /** Agents' pending edits by their location: in paragraphs or in cells. */
  hunks(pending: PendingEdits): ModelHunk[] {
    return hunksInDocument(this.#projected(), pending);
  }

  /** The ids of hunks that still contain a tracked change. */
  suggestedHunks(pending: PendingEdits): string[] {
    if (trackedChanges[this.#options.format] === undefined) return [];
    return this.#withReadErrors(() =>
      suggestedHunks(this.hunks(pending), (index) => this.#paragraphs(index, index + 1)[0]),
    );
  }

  /** The edits of the document for changes to its text projection. */
  projectionEdits(changes: readonly Change[]): ModelEdit[] {
    return editsTowards(this.#projected(), changes);
  }

  #projected(): ModelState & { projection: string | null } {
    return { ...this.#now, projection: this.projection() };
  }

  /** The bytes of an image for the window; null if there is none. */
  image(part: string): Uint8Array | null {
    return imageNames.test(part) ? this.#zip.read(part) : null;
  }

  /** The tracked changes of a text. */
  suggestions(): OfficeSuggestion[] {
    const tracked = trackedChanges[this.#options.format];
    if (tracked === undefined) return [];
    const ids = new Map(this.#entries().map(({ at }, index) => [`${at.part} ${at.from}`, this.#ids[index] ?? null]));
    return this.#withReadErrors(() =>
      tracked.list(this.#zip).map(({ location, ...found }) => ({
        ...found,
        paragraph: location === null ? null : (ids.get(`${location.part} ${location.from}`) ?? null),
      })),
    );
  }

  /** The package with tracked changes accepted or rejected; unknown ids are ignored. */
  resolveSuggestions(
    ids: readonly string[] | "all",
    how: "accept" | "reject",
  ): { bytes: Uint8Array; warnings: string[] } {
    const { format, name } = this.#options;
    const tracked = trackedChanges[format];
    if (tracked === undefined)
      throw new ToolError(
        "unsupported",
        `tracked changes can be accepted or rejected only in docx and odt, and ${name} is ${format}`,
        {
          hint: "Accept or reject them in an office program.",
        },
      );
    const { parts, count } = this.#withReadErrors(() => tracked.resolve(this.#zip, ids, how));
    if (count === 0 && ids !== "all") throw new ToolError("stale", "these suggestions no longer exist");
    return { bytes: rewritePackage(this.#zip, parts, name), warnings: [] };
  }
}
