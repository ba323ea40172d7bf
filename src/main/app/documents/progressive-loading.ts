import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import { describeLineEnding, readLineEndings } from "../../../core/text/line-endings";
import type { DocumentId, OpenDocument, Piece } from "../../../shared/contract";
import { loadEncoding } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { type Beginning, readBeginning } from "../../engine/storage";
import type { WindowFace } from "../core/desktop";
import { formatOf } from "../core/file-names";
import { told } from "../core/messages";
import type { WindowContext } from "./context";
import type { WorkingCopy } from "./open-document";
import { close, openFile } from "./open-documents";
import { LARGEST } from "./unsaved-text";

/**
 * Files and texts above `large` (bytes, UTF-16 units) are loaded in pieces: a `beginning`, which fills any window, then
 * one `piece` per request.
 */
const SIZES = { large: 512 * 1024, beginning: 64 * 1024, piece: 640 * 1024 };

/** A document whose beginning was sent and whose file has not been read to the end. */
type Arriving = {
  doc: DocumentId;
  ctx: WindowContext;
  path: string;
  realPath: string;
  shown: OpenDocument;
  loading: Promise<WorkingCopy> | null;
};

/** The result of opening a file: a snapshot for this window, or the document of the window that has it. */
export type Asked = { status: "here"; document: OpenDocument } | { status: "elsewhere"; copy: WorkingCopy };

/**
 * Loads documents progressively. An `OpenDocument` exists only once its whole text has been read, so that no save,
 * journal or tool can see part of a document. All pieces of a document belong to one version.
 */
export type Arrivals = {
  /** Opens a file for the window of `ctx`; for a large file only its beginning is read. */
  open(ctx: WindowContext, path: string, doc?: DocumentId): Promise<Asked>;
  /** The snapshot for a renderer that does not have the document yet. */
  handOut(copy: WorkingCopy): OpenDocument;
  /** The beginnings that were sent to a window and are not fully read. */
  begun(window: WindowFace): OpenDocument[];
  /** The path of a document that is still loading; null for any other. */
  pathOf(doc: DocumentId): string | null;
  /** The next piece; the first call reads the file. */
  piece(ctx: WindowContext, asked: { doc: DocumentId; version: string; from: number }): Promise<Piece>;
  /** Resolves when the document has been read or cannot be; immediately if it is not loading. */
  whole(doc: DocumentId): Promise<void>;
  /** Reads the loading documents of a window one after the other, so that they are watched and follow renames. */
  readAll(window: WindowFace): Promise<void>;
  /** The renderer closed the document. */
  drop(doc: DocumentId): void;
  /** The window was closed. */
  dropAll(window: WindowFace): void;
};

export function createArrivals(): Arrivals {
  const arriving = new Map<DocumentId, Arriving>();
  /** Snapshots that pieces are cut from, until the last piece. */
  const sources = new Map<DocumentId, OpenDocument>();

  const isRead = ({ doc, ctx }: Arriving) => ctx.copies.all().some((copy) => copy.doc === doc);
  const unread = (doc: DocumentId): Arriving | null => {
    const known = arriving.get(doc);
    return known && !isRead(known) ? known : null;
  };
  const begunAt = (realPath: string) =>
    [...arriving.values()].find((each) => each.realPath === realPath && !isRead(each));

  function load(known: Arriving): Promise<WorkingCopy> {
    const { ctx, doc, path } = known;
    known.loading ??= openFile(ctx, path, doc)
      .then(async (copy) => {
        if (copy.doc !== doc) throw new ToolError("wrong_state", told.openInAnotherTab(copy.name));
        if (arriving.get(doc) !== known) {
          await close(ctx, copy, "keep");
          throw new ToolError("not_found", told.notOpen);
        }
        return copy;
      })
      .finally(() => {
        known.loading = null;
      });
    return known.loading;
  }

  function beginningOf(copy: WorkingCopy): OpenDocument {
    const all = copy.handOut();
    if (all.text.length <= SIZES.large) return all;
    const end = cutAt(all.text, 0, SIZES.beginning);
    return { ...all, text: all.text.slice(0, end), rest: { size: all.text.length - end } };
  }

  const toWindow = (ctx: WindowContext, copy: WorkingCopy): Asked =>
    copy.window === ctx.window ? { status: "here", document: beginningOf(copy) } : { status: "elsewhere", copy };

  /** Opens without reading: a document that is open or loading; null if there is none. */
  async function isKnown(ctx: WindowContext, realPath: string): Promise<Asked | null> {
    const copy = ctx.copies.at(realPath);
    if (copy) return toWindow(ctx, copy);
    const same = begunAt(realPath);
    if (!same) return null;
    if (same.ctx.window === ctx.window) return { status: "here", document: same.shown };
    return toWindow(ctx, await load(same));
  }

  return {
    handOut(copy) {
      sources.delete(copy.doc);
      return beginningOf(copy);
    },
    pathOf: (doc) => unread(doc)?.path ?? null,
    begun: (window) =>
      [...arriving.values()].filter((each) => each.ctx.window === window && !isRead(each)).map(({ shown }) => shown),

    async open(ctx, path, doc = randomUUID()) {
      const { documents } = await ctx.engine();
      const realPath = await documents.realPath(path, [path]);
      const known = await isKnown(ctx, realPath);
      if (known) return known;
      if (officeFormatOf(path) !== null) return toWindow(ctx, await openFile(ctx, path, doc));
      const beginning = await readBeginning(realPath, { bytes: SIZES.beginning, over: SIZES.large, limit: LARGEST });
      if (beginning === null) return toWindow(ctx, await openFile(ctx, path, doc));
      const isTaken = arriving.has(doc) || ctx.copies.all().some((copy) => copy.doc === doc);
      const shown = await shownOf(isTaken ? randomUUID() : doc, path, beginning);
      await ctx.grants.add(path);
      // Opened twice at the same time.
      const meanwhile = await isKnown(ctx, realPath);
      if (meanwhile) return meanwhile;
      arriving.set(shown.doc, { doc: shown.doc, ctx, path, realPath, shown, loading: null });
      return { status: "here", document: shown };
    },

    async piece(ctx, { doc, version, from }) {
      const known = arriving.get(doc);
      if (known && known.ctx.window !== ctx.window) throw new ToolError("not_found", told.notOpen);
      const copy = known && !isRead(known) ? await load(known) : ctx.copies.of(doc);
      const pinned = sources.get(doc);
      const source = pinned?.version === version ? pinned : copy.handOut();
      sources.set(doc, source);
      const { text } = source;
      const has = version === "" ? known?.shown.text : undefined;
      const fits = source.version === version || (has !== undefined && from === has.length && text.startsWith(has));
      const at = fits ? Math.min(from, text.length) : 0;
      const end = cutAt(text, at, SIZES.piece);
      const left = text.length - end;
      if (left === 0) {
        sources.delete(doc);
        arriving.delete(doc);
      }
      const document = { ...source, text: text.slice(at, end), ...(left > 0 ? { rest: { size: left } } : {}) };
      return { document, from: at };
    },

    async whole(doc) {
      const known = unread(doc);
      if (known) await load(known).catch(() => undefined);
    },

    async readAll(window) {
      for (const each of [...arriving.values()]) {
        if (each.ctx.window !== window || arriving.get(each.doc) !== each || isRead(each)) continue;
        // The renderer will request a piece and get the error then.
        await load(each).catch(() => undefined);
      }
    },

    drop(doc) {
      arriving.delete(doc);
      sources.delete(doc);
    },

    dropAll(window) {
      for (const each of [...arriving.values()]) if (each.ctx.window === window) this.drop(each.doc);
    },
  };
}

/** Ends a piece after a line break in its second half if there is one, and never inside a surrogate pair. */
function cutAt(text: string, from: number, size: number): number {
  const end = from + size;
  if (end >= text.length) return text.length;
  const lineBreak = text.lastIndexOf("\n", end - 1);
  if (lineBreak >= from + size / 2) return lineBreak + 1;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

async function shownOf(doc: DocumentId, path: string, { bytes, size }: Beginning): Promise<OpenDocument> {
  // Loaded on demand, because decoding needs tables for many encodings.
  const { decodeText } = await loadEncoding();
  const decoded = decodeText(bytes);
  const name = basename(path);
  if (decoded.status === "binary") throw new ToolError("binary", told.binary(path));
  const { text, endings } = readLineEndings(decoded.raw);
  return {
    doc,
    path,
    name,
    text,
    version: "",
    rest: { size: size - bytes.length },
    unsaved: null,
    format: formatOf(name),
    encoding: decoded.encoding.name,
    lineEnding: describeLineEnding(endings),
    readOnly: null,
    gone: false,
    warnings: [],
  };
}
