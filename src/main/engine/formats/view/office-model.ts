import type { Change } from "../../document/change";
import type { OfficeFormat } from "../../document/format";
import type {
  OfficeCell,
  OfficeCellsChanged,
  OfficeComment,
  OfficeDraft,
  OfficeDraftFound,
  OfficeHeading,
  OfficePage,
  OfficeParagraph,
  OfficeRange,
  OfficeSheet,
  OfficeSlide,
  OfficeSplice,
  OfficeSuggestion,
} from "../../document/office-view";
import { hunksIn, type PendingHunks, undoHunks, writeOf } from "../../document/pending-hunks";
import { ToolError } from "../../tool-error";
import { docxSuggestions, settleDocx } from "../docx-suggestions";
import { officeEditor } from "../office-editors";
import type { EditOptions, OfficeEditor } from "../office-format";
import { readPart } from "../package-parts";
import { rewritePackage } from "../package-writer";
import { XmlError } from "../scan-xml";
import { addressOf, cellName, parseCell } from "../sheet-address";
import { openZip, type ZipPackage } from "../zip";
import { align, splicesBetween } from "./align";
import { editDocxPlaces } from "./docx-place-edits";
import { docxView } from "./docx-view";
import { editOdfPlaces } from "./odf-place-edits";
import { odpView } from "./odp-view";
import { odsView } from "./ods-view";
import { odtView } from "./odt-view";
import { packageWarnings } from "./package-warnings";
import { type DraftPlace, placeDraft, placeOf, type Standing } from "./place-drafts";
import { placeHunks } from "./place-hunks";
import type { PlacedEdit } from "./placed-edit";
import { editPptxPlaces } from "./pptx-place-edits";
import { pptxView } from "./pptx-view";
import { type SheetsView, typedValue } from "./sheet-view";
import type { SeenSlide, SlidesView } from "./slides-view";
import { versionText } from "./version-text";
import { suggestedHunks } from "./suggested-hunks";
import type { TextView, ViewEntry } from "./view-entry";
import { xlsxView } from "./xlsx-view";

/** One edit of a person's; see the contract of the page. */
export type ModelEdit =
  | { edit: "text"; paragraph: string; before: string; text: string }
  | { edit: "insert"; after: string | null; text: string }
  | { edit: "delete"; paragraph: string; before: string }
  | { edit: "cells"; sheet: string; cells: Record<string, string>; before: Record<string, string> };

/** What became of edits: the new package, or where somebody else's words stand. */
export type ModelEdited =
  | { status: "edited"; bytes: Uint8Array; warnings: string[] }
  | { status: "stale"; paragraph: string | null; address: string | null; now: string | null };

/** What a model tells of a document as a whole. */
export type ModelContent = { version: string; warnings: string[] } & (
  | { kind: "document"; total: number; page: OfficePage; suggestions: number; comments: OfficeComment[] }
  | { kind: "spreadsheet"; sheets: OfficeSheet[] }
  | { kind: "presentation"; total: number; size: { width: number; height: number } }
);

/** How a document became another since the model before. */
export type ModelChange = {
  splices: OfficeSplice[] | null;
  cells: OfficeCellsChanged[] | null;
  /** What takes it back, where that can be said in edits. */
  inverse: ModelEdit[] | null;
};

export type ModelMatch =
  | { paragraph: string; index: number; slide: number | null; from: number; to: number }
  | { sheet: string; row: number; column: number };

/** An agent's edit that waits; see the contract of the page. */
export type ModelHunk = {
  id: string;
  write: string;
  parts: (
    | {
        paragraph: string;
        index: number;
        slide: number | null;
        from: number;
        to: number;
        removed: string;
        isNew: boolean;
      }
    | { sheet: string; address: string; before: string; after: string }
  )[];
};

type Seen =
  | { kind: "document"; text: TextView; page: OfficePage; comments: OfficeComment[]; suggestions: number }
  | { kind: "spreadsheet"; book: SheetsView }
  | { kind: "presentation"; text: SlidesView };

export type ModelOptions = {
  bytes: Uint8Array;
  format: OfficeFormat;
  /** What refusals call it. */
  name: string;
  version: string;
  /** Where the page finds an image, before the name of its part. */
  imagesAt: string;
};

const shownImages = /\.(?:png|jpe?g|gif|webp|bmp|svg|avif)$/i;
const mostMatches = 2000;
/** What is looked through or compared cell by cell; larger workbooks are told of as a whole. */
const mostCells = 200_000;

/**
 * An Office document at one version, as it is shown and edited in place. Paragraphs and slides keep their ids from the model before.
 * It only computes; what cannot be read is refused in words.
 */
export class OfficeModel {
  readonly content: ModelContent;
  readonly change: ModelChange;
  readonly #options: ModelOptions;
  readonly #zip: ZipPackage;
  readonly #seen: Seen;
  readonly #ids: string[];
  readonly #slideIds: string[];
  readonly #counter: { last: number };
  #places: Map<string, number> | null = null;
  #ledger: string | null | undefined;

  constructor(options: ModelOptions, before: OfficeModel | null = null) {
    this.#options = options;
    this.#zip = openZip(options.bytes, options.name);
    this.#counter = before === null ? { last: 0 } : before.#counter;
    this.#seen = this.#reading(() => this.#see());
    const named = this.#named(before);
    this.#ids = named.ids;
    this.#slideIds = named.slideIds;
    this.change = { splices: named.splices, cells: this.#cellsSince(before), inverse: this.#inverse(before) };
    this.content = this.#contentOf();
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

  #see(): Seen {
    const { format, imagesAt } = this.#options;
    const zip = this.#zip;
    const imageAt = (part: string): string | null =>
      shownImages.test(part) && zip.entries.has(part) ? `${imagesAt}${encodeURIComponent(part)}` : null;
    switch (format) {
      case "docx": {
        const { page, comments, suggestions, ...text } = docxView(zip, imageAt);
        return { kind: "document", text, page, comments, suggestions };
      }
      case "odt": {
        const { page, comments, ...text } = odtView(zip, imageAt);
        return { kind: "document", text, page, comments, suggestions: 0 };
      }
      case "xlsx":
        return { kind: "spreadsheet", book: xlsxView(zip) };
      case "ods":
        return { kind: "spreadsheet", book: odsView(zip) };
      case "pptx":
        return { kind: "presentation", text: pptxView(zip, imageAt) };
      case "odp":
        return { kind: "presentation", text: odpView(zip, imageAt) };
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
    return this.#seen.kind === "spreadsheet" ? [] : this.#seen.text.entries;
  }

  #slides(): readonly SeenSlide[] {
    return this.#seen.kind === "presentation" ? this.#seen.text.slides : [];
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
          const id = this.#slideIds[from + index] ?? "";
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
    return this.#reading(() => book.cells(at, range));
  }

  #sheet(name: string): { book: SheetsView; at: number; facts: OfficeSheet } {
    const seen = this.#seen;
    const at = seen.kind === "spreadsheet" ? seen.book.sheets.findIndex((each) => each.name === name) : -1;
    const facts = seen.kind === "spreadsheet" ? seen.book.sheets[at] : undefined;
    if (seen.kind !== "spreadsheet" || facts === undefined)
      throw new ToolError("not_found", `there is no sheet ${JSON.stringify(name)} any more`);
    return { book: seen.book, at, facts };
  }

  outline(): OfficeHeading[] {
    if (this.#seen.kind === "presentation")
      return this.#slides().map(({ title }, index) => ({
        ...{ id: this.#slideIds[index] ?? "", index, level: 1, text: title },
      }));
    return this.#entries().flatMap(({ kind, level, text, placement }, index) =>
      (kind === "heading" || kind === "title") && placement === "body" && text.trim() !== ""
        ? [{ id: this.#ids[index] ?? "", index, level: kind === "title" ? 1 : level, text: text.trim() }]
        : [],
    );
  }

  find(sought: string, caseSensitive: boolean): { matches: ModelMatch[]; total: number } {
    const matches: ModelMatch[] = [];
    let total = 0;
    if (sought === "") return { matches, total };
    const folded = (text: string): string => (caseSensitive ? text : text.toLowerCase());
    const wanted = folded(sought);
    const seen = this.#seen;
    if (seen.kind === "spreadsheet") {
      for (const [at, { name, rows, columns }] of seen.book.sheets.entries())
        for (const { row, column, text } of seen.book.cells(at, { top: 1, left: 1, bottom: rows, right: columns })) {
          if (!folded(text).includes(wanted) || total++ >= mostMatches) continue;
          matches.push({ sheet: name, row, column });
        }
      return { matches, total };
    }
    const slideOf = this.#slideOfEntry();
    for (const [index, { text }] of seen.text.entries.entries()) {
      // Some signs have more than one in lower case: then what is found is not where it seems.
      const own = folded(text).length === text.length ? folded(text) : text;
      for (let from = own.indexOf(wanted); from >= 0; from = own.indexOf(wanted, from + wanted.length)) {
        if (total++ >= mostMatches) continue;
        const to = from + wanted.length;
        matches.push({ paragraph: this.#ids[index] ?? "", index, slide: slideOf(index), from, to });
      }
    }
    return { matches, total };
  }

  #slideOfEntry(): (index: number) => number | null {
    const slides = this.#slides();
    if (slides.length === 0) return () => null;
    return (index) => {
      let low = 0;
      let high = slides.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((slides[middle]?.to ?? 0) > index) high = middle;
        else low = middle + 1;
      }
      return low + 1;
    };
  }

  #placeOf(id: string): number {
    this.#places ??= new Map(this.#ids.map((each, index) => [each, index]));
    return this.#places.get(id) ?? -1;
  }

  /** Works edits out, all or none. Where somebody else's words stand in one's place it says which. */
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
    return this.#written(placed, cells, editor, options);
  }

  #written(
    placed: readonly PlacedEdit[],
    cells: Readonly<Record<string, string | number | boolean | null>>,
    editor: OfficeEditor,
    options: EditOptions,
  ): ModelEdited {
    const { format, name } = this.#options;
    const zip = this.#zip;
    const entries = this.#entries();
    const isSheet = this.#seen.kind === "spreadsheet";
    if (isSheet && options.track !== null)
      throw new ToolError("unsupported", "suggested edits are written into docx only");
    const nothing = { parts: new Map<string, Uint8Array | null>(), warnings: [] as string[] };
    const { parts, warnings } = isSheet
      ? Object.keys(cells).length === 0
        ? nothing
        : editor.edit(zip, { operation: "set_cells", cells }, options)
      : format === "docx"
        ? editDocxPlaces(zip, entries, placed, options)
        : format === "pptx"
          ? editPptxPlaces(zip, entries, placed, options)
          : editOdfPlaces(zip, entries, placed, options);
    const bytes = rewritePackage(zip, parts, name);
    return { status: "edited", bytes, warnings };
  }

  /** Where paragraphs stand, to find them by in another reading of the document. */
  placesOf(paragraphs: readonly string[]): (DraftPlace | null)[] {
    const standing = this.#standing();
    return paragraphs.map((id) => placeOf(standing, id));
  }

  /** What stands now where something was typed; `place` as `placeDraft` has it. */
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

  /** What editing each of these cells would begin with. */
  inputs(sheet: string, addresses: readonly string[]): Record<string, string> {
    const { book, at } = this.#sheet(sheet);
    const inputs: Record<string, string> = {};
    const rows = new Map<number, OfficeCell[]>();
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

  #named(before: OfficeModel | null): { ids: string[]; slideIds: string[]; splices: OfficeSplice[] | null } {
    const entries = this.#entries();
    const fresh = (): string => `p${(++this.#counter.last).toString(36)}`;
    if (before === null || before.#seen.kind !== this.#seen.kind || this.#seen.kind === "spreadsheet")
      return { ids: entries.map(fresh), slideIds: this.#slides().map(fresh), splices: null };
    const old = before.#entries();
    const key = ({ text, kind, placement, cell }: ViewEntry): string =>
      `${placement}\n${kind}\n${cell?.column ?? ""}\n${text}`;
    const from = align(old.map(key), entries.map(key));
    const ids = [...from].map((each) => (each < 0 ? fresh() : (before.#ids[each] ?? fresh())));
    const raw = rawTexts(this.#zip);
    const oldRaw = rawTexts(before.#zip);
    const isSame = (one: number, other: number): boolean => {
      const [then, now] = [old[one], entries[other]];
      return then !== undefined && now !== undefined && look(then) === look(now) && oldRaw(then) === raw(now);
    };
    if (this.#seen.kind === "document") return { ids, slideIds: [], splices: splicesBetween(old.length, from, isSame) };
    const slideKey = (all: readonly ViewEntry[], { title, shapes, to }: SeenSlide): string =>
      `${title}\n${all
        .slice(shapes[0]?.from ?? to, to)
        .map(({ text }) => text)
        .join("\n")}`;
    const [oldSlides, slides] = [before.#slides(), this.#slides()];
    const slidesFrom = align(
      oldSlides.map((each) => slideKey(old, each)),
      slides.map((each) => slideKey(entries, each)),
    );
    const slideIds = [...slidesFrom].map((each) => (each < 0 ? fresh() : (before.#slideIds[each] ?? fresh())));
    const facts = ({ title, isHidden, shapes }: SeenSlide): string =>
      JSON.stringify([title, isHidden, shapes.map(({ from: _, to: __, ...shape }) => shape)]);
    const splices = splicesBetween(oldSlides.length, slidesFrom, (one, other) => {
      const [then, now] = [oldSlides[one], slides[other]];
      if (then === undefined || now === undefined || facts(then) !== facts(now)) return false;
      const first = (slide: SeenSlide): number => slide.shapes[0]?.from ?? slide.notesFrom;
      if (then.to - first(then) !== now.to - first(now)) return false;
      for (let at = 0; at < now.to - first(now); at++) if (!isSame(first(then) + at, first(now) + at)) return false;
      return true;
    });
    return { ids, slideIds, splices };
  }

  #cellsSince(before: OfficeModel | null): OfficeCellsChanged[] | null {
    const seen = this.#seen;
    if (before === null || seen.kind !== "spreadsheet" || before.#seen.kind !== "spreadsheet") return null;
    const old = before.#seen.book;
    if (old.common !== seen.book.common) return null;
    const names = (book: SheetsView): string => JSON.stringify(book.sheets.map(({ name }) => name));
    if (names(old) !== names(seen.book)) return null;
    return seen.book.sheets.flatMap(({ name, columns }, at): OfficeCellsChanged[] => {
      const [then, now] = [old.rowKeys(at), seen.book.rowKeys(at)];
      if (then === null || now === null) return [{ sheet: name, ranges: null }];
      const rows = [...new Set([...then.keys(), ...now.keys()])].filter((row) => then.get(row) !== now.get(row));
      const right = Math.max(columns, old.sheets[at]?.columns ?? 0, 1);
      const ranges: OfficeRange[] = [];
      for (const row of rows.sort((one, other) => one - other)) {
        const last = ranges.at(-1);
        if (last?.bottom === row - 1) last.bottom = row;
        else ranges.push({ top: row, left: 1, bottom: row, right });
      }
      return ranges.length === 0 ? [] : [{ sheet: name, ranges: ranges.length > 1000 ? null : ranges }];
    });
  }

  /** The edits that lead from here back to the model before. */
  #inverse(before: OfficeModel | null): ModelEdit[] | null {
    if (before === null || before.#seen.kind !== this.#seen.kind) return null;
    const [then, now] = [before.ledger(), this.ledger()];
    if (then === null || now === null) return null;
    if (this.#seen.kind === "spreadsheet") return cellEdits(now, then);
    const old = before.#entries();
    const entries = this.#entries();
    const edits: ModelEdit[] = [];
    const oldAt = new Map(before.#ids.map((id, index) => [id, index]));
    const kept = new Set<number>();
    for (const [index, id] of this.#ids.entries()) {
      const at = oldAt.get(id);
      const text = entries[index]?.text ?? "";
      if (at === undefined) edits.push({ edit: "delete", paragraph: id, before: text });
      else {
        kept.add(at);
        const was = old[at]?.text ?? "";
        if (was !== text) edits.push({ edit: "text", paragraph: id, before: text, text: was });
      }
    }
    let after: string | null = null;
    for (const [at, id] of before.#ids.entries()) {
      if (kept.has(at)) after = id;
      else edits.push({ edit: "insert", after, text: old[at]?.text ?? "" });
      if (edits.length > 1000) return null;
    }
    return edits;
  }

  /**
   * What the document says, a paragraph or a cell a line; what reviews of agents' edits are kept by. Null where it is too much to be
   * compared piece by piece.
   */
  ledger(): string | null {
    if (this.#ledger === undefined) this.#ledger = this.#reading(() => this.#ledgerOf());
    return this.#ledger;
  }

  #ledgerOf(): string | null {
    const seen = this.#seen;
    if (seen.kind !== "spreadsheet") return seen.text.entries.map(({ text }) => inLine(text)).join("\n");
    const { book } = seen;
    if (book.sheets.reduce((sum, { cellCount }) => sum + cellCount, 0) > mostCells) return null;
    return book.sheets
      .flatMap(({ name, rows, columns }, at) =>
        book
          .cells(at, { top: 1, left: 1, bottom: rows, right: columns })
          .filter(({ input }) => input !== "")
          .map(({ row, column, input }) => `${inLine(name)}\t${cellName({ row, column })}\t${inLine(input)}`),
      )
      .join("\n");
  }

  /** What it says, to be read beside another version of it; refused where it is too much to be compared piece by piece. */
  text(): string {
    return this.#reading(() => {
      const seen = this.#seen;
      if (seen.kind !== "spreadsheet")
        return versionText(
          seen.text.entries,
          this.#slides().map(({ to }, index) => ({ number: index + 1, to })),
        );
      const { book } = seen;
      const count = book.sheets.reduce((sum, { cellCount }) => sum + cellCount, 0);
      if (count > mostCells)
        throw new ToolError("too_large", `${count} cells are too many to be compared; at most ${mostCells} are`, {
          hint: "The version can be restored all the same.",
        });
      return book.sheets
        .flatMap(({ name, rows, columns }, at) =>
          book
            .cells(at, { top: 1, left: 1, bottom: rows, right: columns })
            .filter(({ input }) => input !== "")
            .map(({ row, column, input }) => `${name}!${cellName({ row, column })}: ${input}`),
        )
        .join("\n");
    });
  }

  /** Agents' edits that wait, where they stand: in paragraphs or in cells. */
  hunks(pending: PendingHunks): ModelHunk[] {
    const ledger = this.ledger();
    if (ledger === null || pending.length === 0) return [];
    if (this.#seen.kind !== "spreadsheet") {
      const slideOf = this.#slideOfEntry();
      return placeHunks(ledger, pending).map(({ parts, ...hunk }) => ({
        ...hunk,
        parts: parts.map(({ line, ...part }) => ({
          ...{ paragraph: this.#ids[line] ?? "", index: line, slide: slideOf(line), ...part },
        })),
      }));
    }
    return hunksIn(pending).map((id) => ({
      ...{ id, write: writeOf(id) },
      parts: lineStretches(ledger, undoHunks(pending, [id]).changes).flatMap(({ before, after }) =>
        cellEdits(before.join("\n"), after.join("\n")).flatMap((edit) =>
          edit.edit !== "cells"
            ? []
            : Object.entries(edit.cells).map(([address, was]) => ({
                ...{ sheet: edit.sheet, address, before: was, after: edit.before[address] ?? "" },
              })),
        ),
      ),
    }));
  }

  /** Those of the hunks, by their ids, in which a tracked change still stands. */
  suggestedHunks(pending: PendingHunks): string[] {
    if (this.#options.format !== "docx") return [];
    return this.#reading(() => suggestedHunks(this.hunks(pending), (index) => this.#paragraphs(index, index + 1)[0]));
  }

  /** The edits that give the document another ledger, by changes of the one that it has. */
  ledgerEdits(changes: readonly Change[]): ModelEdit[] {
    const ledger = this.ledger() ?? "";
    if (this.#seen.kind === "spreadsheet") {
      let after = ledger;
      for (const { from, to, insert } of [...changes].sort((one, other) => other.from - one.from))
        after = after.slice(0, from) + insert + after.slice(to);
      return cellEdits(ledger, after);
    }
    return lineStretches(ledger, changes).flatMap(({ first, before, after }) => {
      const from = align(before, after);
      const edits: ModelEdit[] = [];
      const kept = new Set<number>();
      let anchor = first === 0 ? null : (this.#ids[first - 1] ?? null);
      const isFirst = anchor === null;
      for (const [at, text] of after.entries()) {
        const old = from[at] ?? -1;
        if (old < 0) edits.push({ edit: "insert", after: anchor, text: ofLine(text) });
        else {
          kept.add(old);
          anchor = this.#ids[first + old] ?? null;
          if (before[old] !== text)
            edits.push({
              ...{ edit: "text", paragraph: anchor ?? "", before: ofLine(before[old] ?? ""), text: ofLine(text) },
            });
        }
      }
      for (const [at, text] of before.entries())
        if (!kept.has(at)) edits.push({ edit: "delete", paragraph: this.#ids[first + at] ?? "", before: ofLine(text) });
      return isFirst && this.#entries().length === 0 ? [] : edits;
    });
  }

  /** The bytes of an image, for the page; null where there is none. */
  image(part: string): Uint8Array | null {
    return shownImages.test(part) ? this.#zip.read(part) : null;
  }

  /** The tracked changes; those of docx only. */
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

  /** The package with tracked changes accepted or rejected; those that are there no more are passed over. */
  settle(ids: readonly string[] | "all", how: "accept" | "reject"): { bytes: Uint8Array; warnings: string[] } {
    const { format, name } = this.#options;
    if (format !== "docx")
      throw new ToolError("unsupported", `tracked changes are settled in docx only, and ${name} is ${format}`, {
        hint: "Accept or reject them in an office program.",
      });
    const { parts, count } = this.#reading(() => settleDocx(this.#zip, ids, how));
    if (count === 0 && ids !== "all") throw new ToolError("stale", "these suggestions are not there any more");
    return { bytes: rewritePackage(this.#zip, parts, name), warnings: [] };
  }
}

const look = ({ at: _, ...entry }: ViewEntry): string => JSON.stringify(entry);

function rawTexts(zip: ZipPackage): (entry: ViewEntry) => string {
  const texts = new Map<string, string>();
  return ({ at: { part, from, to } }) => {
    let xml = texts.get(part);
    if (xml === undefined) {
      xml = readPart(zip, part) ?? "";
      texts.set(part, xml);
    }
    return xml.slice(from, to);
  };
}

/** A text with its line breaks written so that it is one line. */
const inLine = (text: string): string => text.replaceAll("\n", "\u2028");

/** The same the other way round. */
export const ofLine = (line: string): string => line.replaceAll("\u2028", "\n");

/** The cells in which two ledgers differ, as edits that lead from the one to the other. */
function cellEdits(from: string, to: string): ModelEdit[] {
  const cellsOf = (ledger: string): Map<string, string> =>
    new Map(
      ledger.split("\n").flatMap((line) => {
        const end = line.indexOf("\t", line.indexOf("\t") + 1);
        return end < 0 ? [] : [[line.slice(0, end), ofLine(line.slice(end + 1))] as const];
      }),
    );
  const [then, now] = [cellsOf(from), cellsOf(to)];
  const edits = new Map<string, Extract<ModelEdit, { edit: "cells" }>>();
  for (const key of new Set([...then.keys(), ...now.keys()])) {
    const [before, after] = [then.get(key) ?? "", now.get(key) ?? ""];
    if (before === after) continue;
    const [sheet = "", address = ""] = key.split("\t");
    const name = ofLine(sheet);
    const edit = edits.get(name) ?? { edit: "cells", sheet: name, cells: {}, before: {} };
    edits.set(name, edit);
    edit.cells[address] = after;
    edit.before[address] = before;
  }
  return [...edits.values()];
}

/** The lines that changes touch, as they are and as they become; `first` is the number of the first line, from 0. */
function lineStretches(
  text: string,
  changes: readonly Change[],
): { first: number; before: string[]; after: string[] }[] {
  const stretches: { from: number; to: number; changes: Change[] }[] = [];
  for (const change of [...changes].sort((one, other) => one.from - other.from)) {
    const from = change.from === 0 ? 0 : text.lastIndexOf("\n", change.from - 1) + 1;
    const end = text.indexOf("\n", change.to);
    const to = end < 0 ? text.length : end;
    const last = stretches.at(-1);
    if (last !== undefined && from <= last.to + 1) {
      last.to = Math.max(last.to, to);
      last.changes.push(change);
    } else stretches.push({ from, to, changes: [change] });
  }
  let counted = 0;
  let line = 0;
  return stretches.map(({ from, to, changes: own }) => {
    for (; counted < from; counted++) if (text.charCodeAt(counted) === 10) line++;
    let after = text.slice(from, to);
    for (const change of own.toReversed())
      after = after.slice(0, change.from - from) + change.insert + after.slice(change.to - from);
    return { first: line, before: text.slice(from, to).split("\n"), after: after.split("\n") };
  });
}
