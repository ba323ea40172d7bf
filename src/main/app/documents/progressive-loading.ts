import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import { describeLineEnding, readLineEndings } from "../../../core/text/line-endings";
import type { DocumentId, DocumentSnapshot, Piece } from "../../../shared/contract";
import { loadEncoding } from "../../engine";
import { MAX_FILE_BYTES } from "../../engine/ports/limits";
import { ToolError } from "../../engine/ports/tool-error";
import { type Beginning, readBeginning } from "../../engine/storage";
import type { WindowHandle } from "../core/desktop";
import { formatOf } from "../core/file-names";
import { t } from "../core/messages";
import type { WindowContext } from "./context";
import type { OpenDocument } from "./open-document";
import { close, openFile } from "./open-documents";

/**
 * Files over `large` bytes and texts over `large` UTF-16 units are loaded in pieces: a `beginning`, which fills any window, then
 * one `piece` per request.
 */
const SIZES = { large: 512 * 1024, beginning: 64 * 1024, piece: 640 * 1024 };

/** A document whose beginning was sent and whose file has not been read to the end. */
type LoadingDocument = {
  doc: DocumentId;
  ctx: WindowContext;
  path: string;
  realPath: string;
  snapshot: DocumentSnapshot;
  loading: Promise<OpenDocument> | null;
};

/** The result of opening a file: a snapshot for this window, or the document of the window that has it. */
export type OpenResult =
  | { status: "here"; document: DocumentSnapshot }
  | { status: "elsewhere"; openDocument: OpenDocument };

/**
 * Loads documents progressively. An `OpenDocument` exists only once its whole text has been read, so that no save,
 * journal or tool can see part of a document. All pieces of a document belong to one version.
 */
export type DocumentLoader = {
  /** Opens a file for the window of `ctx`; for a large file only its beginning is read. */
  open(ctx: WindowContext, path: string, doc?: DocumentId): Promise<OpenResult>;
  /** The snapshot for a renderer that does not have the document yet. */
  snapshot(document: OpenDocument): DocumentSnapshot;
  /** The beginnings that were sent to a window and are not fully read. */
  begun(window: WindowHandle): DocumentSnapshot[];
  /** The path of a document that is still loading; null for any other. */
  pathOf(doc: DocumentId): string | null;
  /** The next piece; the first call reads the file. */
  piece(ctx: WindowContext, asked: { doc: DocumentId; version: string; from: number }): Promise<Piece>;
  /** Resolves when the document has been read or cannot be; immediately if it is not loading. */
  loaded(doc: DocumentId): Promise<void>;
  /** Reads the loading documents of a window one after the other, so that they are watched and follow renames. */
  readAll(window: WindowHandle): Promise<void>;
  /** The renderer closed the document. */
  drop(doc: DocumentId): void;
  /** The window was closed. */
  dropAll(window: WindowHandle): void;
};

export function createDocumentLoader(): DocumentLoader {
  const loading = new Map<DocumentId, LoadingDocument>();
  /** Snapshots that pieces are cut from, until the last piece. */
  const sources = new Map<DocumentId, DocumentSnapshot>();

  const isRead = ({ doc, ctx }: LoadingDocument) => ctx.openDocuments.all().some((document) => document.doc === doc);
  const unread = (doc: DocumentId): LoadingDocument | null => {
    const known = loading.get(doc);
    return known && !isRead(known) ? known : null;
  };
  const begunAt = (realPath: string) =>
    [...loading.values()].find((each) => each.realPath === realPath && !isRead(each));

  function load(known: LoadingDocument): Promise<OpenDocument> {
    const { ctx, doc, path } = known;
    known.loading ??= openFile(ctx, path, doc)
      .then(async (document) => {
        if (document.doc !== doc) throw new ToolError("wrong_state", t.openInAnotherTab(document.name));
        if (loading.get(doc) !== known) {
          await close(ctx, document, "keep");
          throw new ToolError("not_found", t.notOpen);
        }
        return document;
      })
      .finally(() => {
        known.loading = null;
      });
    return known.loading;
  }

  function beginningOf(document: OpenDocument): DocumentSnapshot {
    const all = document.snapshot();
    if (all.text.length <= SIZES.large) return all;
    const end = cutAt(all.text, 0, SIZES.beginning);
    return { ...all, text: all.text.slice(0, end), rest: { size: all.text.length - end } };
  }

  const toWindow = (ctx: WindowContext, copy: OpenDocument): OpenResult =>
    copy.window === ctx.window
      ? { status: "here", document: beginningOf(copy) }
      : { status: "elsewhere", openDocument: copy };

  /** Opens without reading: a document that is open or loading; null if there is none. */
  async function isKnown(ctx: WindowContext, realPath: string): Promise<OpenResult | null> {
    const document = ctx.openDocuments.at(realPath);
    if (document) return toWindow(ctx, document);
    const same = begunAt(realPath);
    if (!same) return null;
    if (same.ctx.window === ctx.window) return { status: "here", document: same.snapshot };
    return toWindow(ctx, await load(same));
  }

  return {
    snapshot(document) {
      sources.delete(document.doc);
      return beginningOf(document);
    },
    pathOf: (doc) => unread(doc)?.path ?? null,
    begun: (window) =>
      [...loading.values()]
        .filter((each) => each.ctx.window === window && !isRead(each))
        .map(({ snapshot }) => snapshot),

    async open(ctx, path, doc = randomUUID()) {
      const { documents } = await ctx.engine();
      const realPath = await documents.realPath(path, [path]);
      const known = await isKnown(ctx, realPath);
      if (known) return known;
      if (officeFormatOf(path) !== null) return toWindow(ctx, await openFile(ctx, path, doc));
      const beginning = await readBeginning(realPath, {
        bytes: SIZES.beginning,
        over: SIZES.large,
        limit: MAX_FILE_BYTES,
      });
      if (beginning === null) return toWindow(ctx, await openFile(ctx, path, doc));
      const isTaken = loading.has(doc) || ctx.openDocuments.all().some((document) => document.doc === doc);
      const snapshot = await beginningSnapshot(isTaken ? randomUUID() : doc, path, beginning);
      await ctx.grants.add(path);
      // Opened twice at the same time.
      const meanwhile = await isKnown(ctx, realPath);
      if (meanwhile) return meanwhile;
      loading.set(snapshot.doc, { doc: snapshot.doc, ctx, path, realPath, snapshot, loading: null });
      return { status: "here", document: snapshot };
    },

    async piece(ctx, { doc, version, from }) {
      const known = loading.get(doc);
      if (known && known.ctx.window !== ctx.window) throw new ToolError("not_found", t.notOpen);
      const document = known && !isRead(known) ? await load(known) : ctx.openDocuments.of(doc);
      const pinned = sources.get(doc);
      const source = pinned?.version === version ? pinned : document.snapshot();
      sources.set(doc, source);
      const { text } = source;
      const has = version === "" ? known?.snapshot.text : undefined;
      const fits = source.version === version || (has !== undefined && from === has.length && text.startsWith(has));
      const at = fits ? Math.min(from, text.length) : 0;
      const end = cutAt(text, at, SIZES.piece);
      const left = text.length - end;
      if (left === 0) {
        sources.delete(doc);
        loading.delete(doc);
      }
      const part = { ...source, text: text.slice(at, end), ...(left > 0 ? { rest: { size: left } } : {}) };
      return { document: part, from: at };
    },

    async loaded(doc) {
      const known = unread(doc);
      if (known) await load(known).catch(() => undefined);
    },

    async readAll(window) {
      for (const each of [...loading.values()]) {
        if (each.ctx.window !== window || loading.get(each.doc) !== each || isRead(each)) continue;
        // The renderer will request a piece and get the error then.
        await load(each).catch(() => undefined);
      }
    },

    drop(doc) {
      loading.delete(doc);
      sources.delete(doc);
    },

    dropAll(window) {
      for (const each of [...loading.values()]) if (each.ctx.window === window) this.drop(each.doc);
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

async function beginningSnapshot(doc: DocumentId, path: string, { bytes, size }: Beginning): Promise<DocumentSnapshot> {
  // Loaded on demand, because decoding needs tables for many encodings.
  const { decodeText } = await loadEncoding();
  const decoded = decodeText(bytes);
  const name = basename(path);
  if (decoded.status === "binary") throw new ToolError("binary", t.binary(path));
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
