import type { Anchor, AnchorRange } from "../../../../core/comments/anchor";
import { difference } from "../../../../core/diff/difference";
import { applyPatchText, type PatchText } from "../../../../core/patch/patch-text";
import { type FollowResult, followWrite, type WriteToFollow } from "../../../../core/review/follow-write";
import { wordwise } from "../../../../core/review/word-changes";
import type { Change } from "../../../../core/text/change";
import type { OfficeFormat } from "../../../../core/text/format";
import { type PackedChanges, packChanges } from "../../../../core/text/packed-changes";
import { checkDatabase } from "../../storage/databases/check-database";
import type { XmlFile } from "../bilingual/decode-xml";
import { readTmx, type TmxEntries, type WantedLanguages } from "../bilingual/read-tmx";
import { type ReadXliff, readXliff } from "../bilingual/read-xliff";
import { docxTrackedWarning } from "../docx/inspect";
import { type EpubText, readEpub } from "../epub/read";
import { officeEditor } from "../formats/office-editors";
import { readPackage } from "../formats/read-package";
import { mergePackages } from "../merge/merge-packages";
import { odfTrackedWarning } from "../odf/tracked-changes";
import { rewritePackage } from "../package/package-writer";
import type { ZipPackage } from "../package/zip";
import type { CommentChange, OfficeThread } from "../text/office-comments";
import type { EditOptions, OfficeItem, OfficeOperation, ReadSelection } from "../text/office-format";
import { blocksToHtml, blocksToMarkdown, blocksToText } from "../text/write-blocks";
import type { ModelEditResult } from "../view/model-protocol";
import { OfficeModel } from "../view/office-model";
import { officeProjection } from "../view/text-projection";
import { changeComments, commentsIn } from "./comment-jobs";
import type { CompareBy } from "./compare-texts";
import { computeIds, type IdsInput, type IdsResult } from "./ids/compute-ids";
import { inPackage, isSigned, type PackageFile } from "./in-package";
import { type LandResult, landWrite, type WriteToLand } from "./land-write";
import { type PackedText, packText } from "./packed-text";
import { type ChangedPart, changedParts, type PartAddress, placedParts, printOfCells } from "./protected-parts";
import {
  type ChangedPassage,
  changedPassages,
  type PageRange,
  type ProtectedPassageIn,
  pageRanges,
  passageOnPage,
  suggestedToGo,
  type TextPassages,
  textPassages,
} from "./protected-passages";
import { type TwoVersions, whatChanged } from "./what-changed";

/**
 * All work on packages of unknown origin, and slow work on long texts: functions of bytes and plain values. They run in a process that a
 * malicious file may crash; expected errors are `ToolError`.
 */
export const packageJobs = {
  /** Its paragraphs; see `readPackage` for `most`. */
  text: ({ bytes, format, name, most }: PackageFile & { most: "whole" | "beginning" }): PackedText =>
    packText(readPackage(bytes, format, name, most)),

  /** Throws what `text` would throw, or with `directory` only if it is not a package. */
  check(file: PackageFile & { depth: "directory" | "text" }): void {
    if (file.depth === "directory") inPackage(file, ({ names }) => names);
    else readPackage(file.bytes, file.format, file.name, "beginning");
  },

  /** The items that `read` shows from an offset on; `ids` are the shared ids of the paragraphs that `text` returns, one on each line. */
  async read({ ids, only, offset, limit, ...file }: PackageFile & PageQuery) {
    const editor = await officeEditor(file.format);
    const shared = { ids: ids === "" ? [] : ids.split("\n") };
    const { items, ...reading } = inPackage(file, (zip) => editor.read(zip, shared, only));
    return { ...reading, count: items.length, ...pageOfItems(items, offset, limit) };
  },

  /** The package after an edit, and its text if `needsText`: the result is read again before it replaces anything. */
  async edit({ operation, track, needsText, ...file }: PackageFile & PlannedOperation) {
    const editor = await officeEditor(file.format);
    const { name } = file;
    const edit = inPackage(file, (zip) => {
      const { parts, ...made } = editor.edit(zip, operation, { name, track });
      const signed = isSigned(zip.names) ? ["the signature of this document is no longer valid"] : [];
      const warnings = [...made.warnings, ...signed];
      return { ...made, warnings, parts: [...parts.keys()], bytes: rewritePackage(zip, parts, name) };
    });
    const after = needsText ? packText(readPackage(edit.bytes, file.format, name)) : null;
    return { ...edit, after };
  },

  /** A document with the changes of two versions; see `mergePackages`. Null for a signed one, too. It is read again before it replaces anything. */
  merge({ base, ours, theirs, ...file }: VersionsToMerge): Uint8Array | null {
    const open = <Result>(bytes: Uint8Array, task: (zip: ZipPackage) => Result) => inPackage({ ...file, bytes }, task);
    const zips = open(base, (before) => open(ours, (mine) => open(theirs, (other) => [before, mine, other] as const)));
    if (zips.some(({ names }) => isSigned(names))) return null;
    const merged = open(base, () => mergePackages({ base: zips[0], ours: zips[1], theirs: zips[2] }, file));
    if (merged !== null) readPackage(merged, file.format, file.name);
    return merged;
  },

  /** The threads of comments in a text document. */
  comments: (file: PackageFile): OfficeThread[] => commentsIn(file),

  /** The package after a change of its comments, and the threads that it then has: the result is read again before it replaces anything. */
  changeComments({ change, ...file }: PackageFile & { change: CommentChange }) {
    const bytes = changeComments(file, change);
    return { bytes, threads: commentsIn({ ...file, bytes }) };
  },

  /** Where protected cells and slides are. */
  placedParts: ({ parts, ...file }: PackageFile & { parts: readonly PartAddress[] }): (string | null)[] =>
    placedParts(file, parts),

  /** What cells are found by later; null if they are not there. */
  printOfCells: ({ address, ...file }: PackageFile & { address: string }): string | null => printOfCells(file, address),

  /** Which protected cells and slides differ in a later version. */
  changedParts: ({
    parts,
    ...versions
  }: Parameters<typeof changedParts>[0] & { parts: readonly PartAddress[] }): ChangedPart[] =>
    changedParts(versions, parts),

  /** The text of a text document in which protected passages are found, and its sections. */
  textPassages: (file: Parameters<typeof textPassages>[0]): TextPassages => textPassages(file),

  /** Where passages of a text document are on the app's page. */
  pageRanges: ({
    ranges,
    ...file
  }: Parameters<typeof textPassages>[0] & { ranges: readonly AnchorRange[] }): (PageRange | null)[] =>
    pageRanges(file, ranges),

  /** Which passages that are not found are only suggested to go, and where they are on the app's page. */
  suggestedToGo: ({
    anchors,
    ...file
  }: Parameters<typeof textPassages>[0] & { anchors: readonly Anchor[] }): ({ page: PageRange | null } | null)[] =>
    suggestedToGo(file, anchors),

  /** The passage that the user has selected on the app's page. */
  passageOnPage: ({
    selected,
    ...file
  }: Parameters<typeof textPassages>[0] & {
    selected: Parameters<typeof passageOnPage>[1];
  }): AnchorRange | "stale" | null => passageOnPage(file, selected),

  /** Which protected passages of a text document differ in a later version. */
  changedPassages: ({
    passages,
    ...versions
  }: Parameters<typeof changedPassages>[0] & { passages: readonly ProtectedPassageIn[] }): ChangedPassage[] =>
    changedPassages(versions, passages),

  /** Describes which paragraphs differ in a later version. */
  whatChanged: (versions: TwoVersions): string => whatChanged(versions),

  async inspect(file: PackageFile) {
    const editor = await officeEditor(file.format);
    return inPackage(file, (zip) => ({
      parts: [...zip.entries].map(([name, { size, packed }]) => ({ name, size, packed })),
      more: editor.inspect(zip),
      warnings: [...warningsOf(zip.names), ...trackedIn(zip, file.format)],
    }));
  },

  /** The document exported as text; `title` is the title of the HTML page. */
  async exported({ to, title, ...file }: PackageFile & { to: "html" | "md" | "txt"; title: string }): Promise<string> {
    const editor = await officeEditor(file.format);
    const blocks = inPackage(file, (zip) => editor.blocks(zip));
    if (to === "md") return blocksToMarkdown(blocks);
    return to === "txt" ? blocksToText(blocks) : blocksToHtml(blocks, title);
  },

  /** A new package with this content. */
  create: async ({ format, content }: { name: string; format: OfficeFormat; content: string }): Promise<Uint8Array> =>
    (await officeEditor(format)).create(content),

  /** The text projection for reviews; null if the document cannot be read. Without a format, detects it. */
  projection: ({ bytes, format }: Omit<PackageFile, "format"> & { format: OfficeFormat | null }): string | null =>
    officeProjection(bytes, format ?? undefined),

  /** The text of a version for comparison. */
  versionText: (file: PackageFile): string => new OfficeModel({ ...file, version: "", imagesAt: "" }).text(),

  /** Applies an edit of the text projection to the package. */
  async editProjection({
    changes,
    version,
    ...file
  }: PackageFile & { version: string; changes: readonly Change[] }): Promise<ModelEditResult> {
    const model = new OfficeModel({ ...file, version, imagesAt: "" });
    return model.edit(model.projectionEdits(changes), null);
  },

  epub: ({ bytes, name }: Omit<PackageFile, "format">): EpubText => readEpub(bytes, name),

  /** The entries of a translation memory. */
  tmx: ({ wanted, ...file }: XmlFile & { wanted: WantedLanguages }): TmxEntries => readTmx(file, wanted),

  /** The units of an XLIFF. */
  xliff: (file: XmlFile): ReadXliff => readXliff(file),

  /** The changes from one long text to another; see `CompareTexts`. */
  difference: ({ before, after, by }: { before: string; after: string; by: CompareBy; name: string }): PackedChanges =>
    packChanges(by === "words" ? wordwise(before, after) : difference(before, after)),

  /** Applies a patch to a long text. */
  patch: ({ text, patch }: { text: string; patch: string; name: string }): PatchText => applyPatchText(text, patch),

  /** The pending edits after a write of many changes. */
  followWrite: (write: WriteToFollow & { name: string }): FollowResult => followWrite(write),

  /** The same from stored pending edits to stored ones, for documents with very many. */
  landWrite: (write: WriteToLand & { name: string }): LandResult | null => landWrite(write),

  /** Computes the ids of a long document's paragraphs. */
  ids: (work: IdsInput & { name: string }): IdsResult => computeIds(work),

  /** Checks the integrity of a book's database; null if it is intact. */
  database: ({ path }: { path: string; name: string }): string | null => checkDatabase(path),
};

/** Two versions of a document, and the one that both were made from. */
export type VersionsToMerge = Omit<PackageFile, "bytes"> & { base: Uint8Array; ours: Uint8Array; theirs: Uint8Array };

/** The part of a package that `read` shows. */
export type PageQuery = { ids: string; only: ReadSelection; offset: number; limit: number };

/** An edit for `office_artifact`. */
export type PlannedOperation = { operation: OfficeOperation; track: EditOptions["track"]; needsText: boolean };

function trackedIn(zip: ZipPackage, format: OfficeFormat): string[] {
  const tracked = format === "odt" ? odfTrackedWarning(zip) : format === "docx" ? docxTrackedWarning(zip) : null;
  return tracked === null ? [] : [tracked];
}

function warningsOf(names: readonly string[]): string[] {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  return [
    ...(has(/vbaProject\.bin$|^Basic\/|^Scripts\//i) ? ["it has macros; they are kept as they are and never run"] : []),
    ...(isSigned(names) ? ["it is signed; any edit makes the signature invalid"] : []),
    ...(has(/\/(?:embeddings|activeX)\//i)
      ? ["it has embedded objects; they are kept as they are and never opened"]
      : []),
  ];
}

/** An item as it is shown: its row, its line, and whether its text is complete. */
type ListedItem = { row: OfficeItem["row"]; line: string; isComplete: boolean };

/**
 * The items from an offset on, up to the character limit. Texts count as if they were on separate lines; one that is longer than the limit
 * is returned in pieces. `next` is the offset to continue from, `total` the number of characters.
 */
function pageOfItems(items: readonly OfficeItem[], offset: number, limit: number) {
  const shown: ListedItem[] = [];
  let at = 0;
  let left = limit;
  let next: number | null = null;
  for (const item of items) {
    const { text } = item;
    const from = Math.max(0, offset - at);
    const end = at + text.length + 1;
    if (next === null && offset < end && (from < text.length || text === "" || from === 0)) {
      const rest = text.length - from;
      if (rest > left && shown.length > 0) next = at;
      else if (rest > left || from > 0) {
        const to = rest > left ? sliceCharacters(text, from, from + left) : text.length;
        const piece = text.slice(from, to);
        const row = { ...item.row, text: piece, cropped: true };
        shown.push({ row, line: `[${item.row.id}] ${piece}`, isComplete: false });
        if (to < text.length) next = at + to;
        left -= piece.length + 1;
      } else {
        shown.push({ row: item.row, line: item.line, isComplete: true });
        left -= text.length + 1;
      }
    }
    at = end;
  }
  return { shown, next, total: Math.max(0, at - 1) };
}

/** Does not split a surrogate pair, unless nothing else fits. */
function sliceCharacters(text: string, from: number, to: number): number {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(to - 1)) && /[\udc00-\udfff]/.test(text.charAt(to));
  return isSplit ? (to - 1 > from ? to - 1 : to + 1) : to;
}
