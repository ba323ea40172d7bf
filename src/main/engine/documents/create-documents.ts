import { randomUUID } from "node:crypto";
import { basename, dirname, join, relative } from "node:path";
import { countChangedWords } from "../../../core/diff/changed-words";
import { difference } from "../../../core/diff/difference";
import type { ReviewedWrite } from "../../../core/review/pending-edits";
import { versionPlaceholder } from "../../../core/review/whole-document";
import type { Writer } from "../../../core/review/writer";
import { applyChanges, type Change, shrinkChanges } from "../../../core/text/change";
import { type OfficeFormat, officeFormatOf } from "../../../core/text/format";
import { nearestNames } from "../../../core/text/nearest-name";
import { printableName } from "../../../core/text/printable-name";
import type { Packages } from "../office/jobs/packages";
import { officeLockOn } from "../office/office-lock";
import {
  type Asker,
  type BytesChange,
  type BytesRequest,
  type BytesResult,
  type Canvas,
  type ChangeRequest,
  type ChangeResult,
  type DocumentChange,
  type Documents,
  type EditedContent,
  type FileContent,
  NOT_KEPT,
  type OfficeLock,
  type PlannedChange,
  type TextDocument,
} from "../ports/documents";
import type { FileStore, StoredFile } from "../ports/file-store";
import type { History, NewVersion } from "../ports/history";
import type { AnnouncedWrite, Review } from "../ports/review";
import { ToolError } from "../ports/tool-error";
import { utf8 } from "../storage/encoding";
import { guarded, isWithin } from "../storage/guarded";
import { versionOf } from "../storage/version";
import { createProjectionCache } from "./office-projections";
import { createRecentEncodings } from "./recent-encodings";
import { createRecentTexts } from "./recent-texts";
import { spliceText } from "./splice-text";
import { editedBytes, openTextFile, type TextFile, withPlainBreaks } from "./text-file";

const mebibyte = 1024 * 1024;
const limits: Record<Asker, number> = { tool: 64 * mebibyte, person: 256 * mebibyte };

const externalProgram: Writer = { kind: "program", name: "another program" };

/** What the documents service needs. */
export type DocumentsOptions = {
  store: FileStore;
  history: History;
  review: Pick<Review, "landed" | "hasPending" | "record" | "announce" | "announced" | "withdraw">;
  canvas: Canvas | null;
  /** Folders that no caller may reach, whatever its roots are: Galley's own data. */
  forbidden?: readonly string[];
  /** Reads the text of Office documents. */
  packages: Packages;
  /** Receives unexpected errors of listeners and of history, in full. */
  log(error: unknown): void;
};

/** The result of an edit that is not on disk yet. */
type Draft = { before: TextFile | null; after: TextFile; bytes: Uint8Array; changes: Change[] };

/** Text documents over a file store: the only way from an edit to bytes on disk, for tools and the canvas. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { store, history, review, canvas, forbidden = [], packages, log } = options;
  const guardedStoreFor = (roots: readonly string[]): FileStore => guarded(store, { roots, forbidden });
  const recent = createRecentTexts();
  // Detecting the encoding again after an edit could give another result for the whole file.
  const encodings = createRecentEncodings();
  const listeners = new Set<(change: DocumentChange) => void>();
  const bytesListeners = new Set<(change: BytesChange) => void>();
  const projections = createProjectionCache(packages);

  /** Decodes a file's bytes. A version that was decoded recently is not decoded again. */
  function open(stored: StoredFile, name: string): TextFile {
    const { realPath, version, writable } = stored;
    const known = recent.get(version);
    if (known === null) return openTextFile(stored, name, encodings.get(version));
    const document = { ...known.document, realPath, writable, warnings: [...known.document.warnings] };
    return { ...known, document };
  }

  /** The cached copy gets its own list of warnings, because callers may add to theirs. */
  function remember({ document, ...rest }: TextFile): TextDocument {
    recent.keep(document.version, { ...rest, document: { ...document, warnings: [...document.warnings] } });
    return document;
  }

  /** If the canvas fails, a tool still gets the text on disk. */
  async function handOver(realPath: string): Promise<void> {
    await canvas?.handOver(realPath).catch(log);
  }

  async function read(path: string, roots: readonly string[], asker: Asker = "tool"): Promise<TextDocument> {
    const guardedStore = guardedStoreFor(roots);
    if (asker === "tool") await handOver(await guardedStore.realPath(path));
    const stored = await guardedStore.read(path, { limit: limits[asker] });
    if (stored === null) throw await missing(guardedStore, path, roots);
    const document = remember(open(stored, printableName(displayPath(path, roots))));
    if (asker === "tool" && canvas?.hasConflict(document.realPath))
      document.warnings.push("this document has an unresolved conflict in the editor; this is the text on disk");
    return document;
  }

  async function readBytes(path: string, roots: readonly string[], asker: Asker = "tool"): Promise<FileContent> {
    const guardedStore = guardedStoreFor(roots);
    if (asker === "tool") await handOver(await guardedStore.realPath(path));
    const stored = await guardedStore.read(path, { limit: limits[asker] });
    if (stored === null) throw await missing(guardedStore, path, roots);
    const { realPath, bytes, version, writable } = stored;
    return { realPath, bytes, version, writable };
  }

  async function textProjection(
    path: string,
    roots: readonly string[],
  ): Promise<{ version: string; text: string } | null> {
    const { bytes, version } = await readBytes(path, roots, "person");
    const format = officeFormatOf(path);
    return format === null ? null : { version, text: await projection(bytes, version, format) };
  }

  /** The text projection of an Office document. One that cannot be read is reviewed and undone as a whole, by its version. */
  const projection = async (bytes: Uint8Array, version: string, format: OfficeFormat): Promise<string> =>
    (await projections.of(bytes, version, format)) ?? versionPlaceholder(version);

  async function change(path: string, roots: readonly string[], request: ChangeRequest): Promise<ChangeResult> {
    const asker = request.asker ?? "tool";
    const limit = limits[asker];
    const name = printableName(displayPath(path, roots));
    const notes: string[] = [];
    const guardedStore = guardedStoreFor(roots);
    // Before our turn in the queue: the canvas saves its unsaved edits in a turn of its own.
    if (asker === "tool") await handOver(await guardedStore.realPath(path));
    // The store calls the edit again if another program wrote in between. The last draft counts.
    const id = randomUUID();
    const write = review.record({ id, by: request.by, reason: request.reason, request: request.request });
    const latest: { draft: Draft | null } = { draft: null };
    const written = await guardedStore.update(
      path,
      async (stored) => {
        if (asker === "tool" && stored !== null && canvas?.hasConflict(stored.realPath)) throw unresolvedConflict(name);
        const before = stored === null ? null : open(stored, name);
        const draft = drafted(before, stored, await request.edit(before?.document ?? null), { path, name });
        latest.draft = draft;
        if (draft.bytes.length > limit) throw tooLarge(name, draft.bytes.length, limit);
        if (stored !== null && draft.after.document.version === stored.version) {
          await followSameText(stored, before?.document.text ?? "", request);
          return null;
        }
        request.signal?.throwIfAborted();
        if (stored !== null)
          notes.push(...(await keepReplaced(stored, { isRequired: asker === "tool" && removesText(draft), name })));
        request.signal?.throwIfAborted();
        if (write !== null) await announce(guardedStore, path, { stored, to: draft.after.document.version, write });
        return draft.bytes;
      },
      {
        limit,
        // Still in this file's queue, which other processes share: listeners and history get the versions in the order in which they landed. Whoever
        // shows the document is notified first, because storing a large text takes a while.
        async landed({ realPath, version }) {
          if (latest.draft === null) return;
          const { before, after, bytes, changes } = latest.draft;
          if (after.encoding.form !== "utf8") encodings.keep(version, after.encoding);
          const from = before?.document.version ?? null;
          const landed = {
            id,
            realPath,
            from,
            to: version,
            changes,
            before: before?.document.text ?? "",
            text: after.document.text,
            encoding: after.document.encoding,
            lineEnding: after.document.lineEnding,
            by: request.by,
            reason: request.reason,
            write,
          };
          notify(landed);
          const { by, reason, request: requestText } = request;
          const change = countChangedWords(landed.before, changes);
          const kept = keep({ realPath, bytes, version, by, reason, request: requestText, change });
          await review.landed({ ...landed, undoes: request.undoes, followed: request.followed });
          notes.push(...(await kept));
        },
      },
    );
    const { draft } = latest;
    if (draft === null) throw new Error("the store answered without asking for an edit");
    const { status, realPath } = written;
    return {
      status,
      write: status === "written" ? id : null,
      before: draft.before?.document ?? null,
      after: remember({ ...draft.after, document: { ...draft.after.document, realPath } }),
      changes: status === "written" ? draft.changes : [],
      notes: [...new Set([...notes, ...written.notes])],
    };
  }

  /** The user typed something and undid it before it was saved: the text is the same, but its pending edits may have changed. */
  async function followSameText(
    { realPath, version }: StoredFile,
    before: string,
    { followed }: ChangeRequest,
  ): Promise<void> {
    if (followed === undefined) return;
    await review.landed({ realPath, from: version, to: version, before, changes: [], write: null, followed });
  }

  async function plan(path: string, roots: readonly string[], request: ChangeRequest): Promise<PlannedChange> {
    const asker = request.asker ?? "tool";
    const limit = limits[asker];
    const name = printableName(displayPath(path, roots));
    const guardedStore = guardedStoreFor(roots);
    const realPath = await guardedStore.realPath(path);
    if (asker === "tool") await handOver(realPath);
    const stored = await guardedStore.read(path, { limit });
    if (asker === "tool" && canvas?.hasConflict(realPath)) throw unresolvedConflict(name);
    const before = stored === null ? null : open(stored, name);
    const draft = drafted(before, stored, await request.edit(before?.document ?? null), { path, name });
    if (draft.bytes.length > limit) throw tooLarge(name, draft.bytes.length, limit);
    const { text, version } = draft.after.document;
    return {
      realPath: stored?.realPath ?? realPath,
      from: stored?.version ?? null,
      to: version,
      before: before?.document.text ?? null,
      after: text,
      changes: draft.changes,
    };
  }

  async function changeBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<BytesResult> {
    const name = printableName(displayPath(path, roots));
    const guardedStore = guardedStoreFor(roots);
    const notes: string[] = [];
    const latest: { bytes: Uint8Array | null } = { bytes: null };
    const { by, reason, request: requestText } = request;
    const id = randomUUID();
    const write = officeFormatOf(path) === null ? null : review.record({ id, by, reason, request: requestText });
    const limit = limits[request.asker ?? "tool"];
    // Before our turn in the queue: the canvas saves its unsaved edits in a turn of its own.
    if (request.asker !== "person") await handOver(await guardedStore.realPath(path));
    const past: { bytes: Uint8Array | null; version: string | null } = { bytes: null, version: null };
    const written = await guardedStore.update(
      path,
      async (stored) => {
        const { bytes } = await draftedBytes(stored, request, { name, realPath: await guardedStore.realPath(path) });
        if (stored !== null && versionOf(bytes) === stored.version) return null;
        request.signal?.throwIfAborted();
        if (stored !== null)
          notes.push(...(await keepReplaced(stored, { isRequired: request.asker !== "person", name })));
        request.signal?.throwIfAborted();
        if (write !== null) await announce(guardedStore, path, { stored, to: versionOf(bytes), write });
        latest.bytes = bytes;
        Object.assign(past, { bytes: stored?.bytes ?? null, version: stored?.version ?? null });
        return bytes;
      },
      {
        limit,
        async landed({ realPath, version }) {
          if (latest.bytes === null) return;
          const { bytes } = latest;
          const change = { id, realPath, from: past.version, to: version, bytes, by, reason };
          for (const listener of bytesListeners) attempt(() => listener(change));
          const kept = keep({ realPath, bytes, version, by, reason, request: requestText });
          await landedForReview(change, past.bytes, write, request.undoes);
          notes.push(...(await kept));
        },
      },
    );
    const { status, realPath, version, before } = written;
    return {
      ...{ status, realPath, version, before: before?.version ?? null },
      write: status === "written" ? id : null,
      notes: [...new Set([...notes, ...written.notes])],
    };
  }

  /** An agent's write into an Office document becomes a pending edit; every other write moves the pending edits. */
  async function landedForReview(
    { realPath, from, to, bytes }: Pick<BytesChange, "realPath" | "from" | "to" | "bytes">,
    before: Uint8Array | null,
    write: ReviewedWrite | null,
    undoes?: BytesRequest["undoes"],
  ): Promise<void> {
    const format = officeFormatOf(realPath);
    if (format === null) return;
    if (write === null && !review.hasPending(realPath)) return;
    const then = before === null || from === null ? "" : await projection(before, from, format);
    const now = await projection(bytes, to, format);
    const isAsMeant = undoes !== undefined && applyChanges(then, undoes.changes) === now;
    await review
      .landed({
        ...{ realPath, from, to, write, before: then, isOffice: true },
        changes: isAsMeant ? undoes.changes : difference(then, now),
        ...(isAsMeant ? { undoes } : { undoesNearly: undoes?.hunks }),
      })
      .catch(log);
  }

  /** The bytes that an edit makes of a file. Refused if the file is open in an office program. */
  async function draftedBytes(
    stored: StoredFile | null,
    request: BytesRequest,
    { name, realPath }: { name: string; realPath: string },
  ): Promise<{ bytes: Uint8Array }> {
    const lock = await officeLockOn(realPath, store);
    if (lock !== null) throw lockedBy(lock, name);
    const bytes = await request.edit(stored);
    const limit = limits[request.asker ?? "tool"];
    if (bytes.length > limit) throw tooLarge(name, bytes.length, limit);
    return { bytes };
  }

  async function planBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<PlannedChange> {
    const name = printableName(displayPath(path, roots));
    const guardedStore = guardedStoreFor(roots);
    const realPath = await guardedStore.realPath(path);
    if (request.asker !== "person") await handOver(realPath);
    const stored = await guardedStore.read(path, { limit: limits.tool });
    const { bytes } = await draftedBytes(stored, request, { name, realPath });
    const versions = { from: stored?.version ?? null, to: versionOf(bytes) };
    const before = stored === null ? null : await packageText(stored.bytes, path);
    const after = await packageText(bytes, path);
    return { realPath, ...versions, before, after, changes: difference(before ?? "", after) };
  }

  /** The text of a package; of other bytes, how many there are. */
  async function packageText(bytes: Uint8Array, path: string): Promise<string> {
    const format = officeFormatOf(path);
    if (format === null) return `(${bytes.length} bytes)\n`;
    return (await packages.run("text", { bytes, format, name: basename(path), most: "whole" })).text;
  }

  /**
   * Stores the current content of a file before it is replaced, so that no text exists only in a file that is about to change. If `isRequired`, the
   * write is refused unless the history can promise that the content survives a power cut. The user's own saves go ahead, with a note.
   */
  async function keepReplaced(
    stored: StoredFile,
    { isRequired, name }: { isRequired: boolean; name: string },
  ): Promise<string[]> {
    const found = { ...stored, by: externalProgram, reason: "found on disk" };
    if (!isRequired) return keep(found);
    try {
      const { realPath, bytes, version, by, reason } = found;
      await history.hold({ realPath, bytes, version, by, reason });
      return [];
    } catch (error) {
      throw historyError(name, error);
    }
  }

  /** Records an agent's write in the review before it lands. If this process is killed in between, the text is still marked as the agent's. */
  async function announce(
    guardedStore: FileStore,
    path: string,
    { stored, to, write }: { stored: StoredFile | null; to: string; write: ReviewedWrite },
  ): Promise<void> {
    const realPath = stored?.realPath ?? (await guardedStore.realPath(path));
    attempt(() => review.announce({ realPath, from: stored?.version ?? null, to, write }));
  }

  /**
   * Resolves an agent's write that another process announced before it ended. If its text is in the file, it is added to the review and the history,
   * as if that process had gone on. Runs in the file's queue, so a write that is still under way has landed.
   */
  async function resolveAnnouncedWrite({ realPath, from, to, write }: AnnouncedWrite): Promise<void> {
    await store.update(
      realPath,
      async (stored) => {
        const still = review.announced().find((each) => each.realPath === realPath);
        if (still?.write.id !== write.id) return null;
        if (stored?.version === to) await recordUnseenWrite(stored, { from, write });
        review.withdraw(realPath);
        return null;
      },
      { limit: limits.person },
    );
  }

  async function recordUnseenWrite(
    stored: StoredFile,
    { from, write }: Pick<AnnouncedWrite, "from" | "write">,
  ): Promise<void> {
    const { realPath, version, bytes } = stored;
    const by: Writer = { kind: "agent", name: write.by };
    const before = from === null ? null : await history.content(from);
    await keep({ realPath, bytes, version, by, reason: write.reason, request: write.request });
    if (from !== null && before === null) return;
    if (officeFormatOf(realPath) !== null) {
      await landedForReview(
        { realPath, from, to: version, bytes },
        before === null ? null : Buffer.from(before),
        write,
      );
      return;
    }
    const { text } = open(stored, basename(realPath)).document;
    const then =
      from === null || before === null
        ? ""
        : openTextFile({ ...stored, bytes: Buffer.from(before), version: from }, "").document.text;
    await review.landed({ realPath, from, to: version, before: then, changes: difference(then, text), write });
  }

  /** Stores one version in history. A save that landed counts even if history fails: the error becomes a note. */
  async function keep(kept: NewVersion): Promise<string[]> {
    try {
      const { realPath, bytes, version, by, reason, request, change } = kept;
      await history.record({ realPath, bytes, version, by, reason, request, change });
      return [];
    } catch (error) {
      log(error);
      return [NOT_KEPT];
    }
  }

  function notify(change: DocumentChange): void {
    for (const listener of listeners) attempt(() => listener(change));
  }

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      log(error);
    }
  }

  return {
    read,
    readBytes,
    textProjection,
    change,
    plan,
    changeBytes,
    async writesLanded(path, roots) {
      await guardedStoreFor(roots).update(path, () => null, { limit: limits.person });
    },
    async resolveAnnouncedWrites() {
      for (const write of review.announced()) await resolveAnnouncedWrite(write).catch(log);
    },
    planBytes,
    officeLock: async (path, roots) => officeLockOn(await guardedStoreFor(roots).realPath(path), store),
    realPath: async (path, roots) => guardedStoreFor(roots).realPath(path),
    keepText(text) {
      const bytes = Buffer.from(text);
      const version = versionOf(bytes);
      remember(openTextFile({ realPath: "", bytes, version, writable: false }, version, utf8));
      return version;
    },
    async textOf(version, format = null) {
      const known = recent.get(version);
      if (known !== null && format === null) return known.document.text;
      const bytes = await history.content(version).catch((error: unknown) => {
        log(error);
        return null;
      });
      if (bytes === null) return null;
      if (format !== null) return projection(bytes, version, format);
      const projected = await projections.of(bytes, version, null);
      if (projected !== null) return projected;
      try {
        return openTextFile({ realPath: "", bytes, version, writable: false }, version, encodings.get(version)).document
          .text;
      } catch {
        return null;
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onBytesChange(listener) {
      bytesListeners.add(listener);
      return () => void bytesListeners.delete(listener);
    },
  };
}

function drafted(
  before: TextFile | null,
  stored: StoredFile | null,
  edited: EditedContent,
  { path, name }: { path: string; name: string },
): Draft {
  const spliced =
    before !== null && stored !== null && "changes" in edited ? spliceText(before, stored.bytes, edited.changes) : null;
  if (before !== null && spliced !== null && "changes" in edited) {
    const { text, bytes } = spliced;
    const after = { ...before, document: { ...before.document, text, version: versionOf(bytes), warnings: [] } };
    return { before, after, bytes, changes: shrinkChanges(before.document.text, edited.changes.map(plainChange)) };
  }
  const bytes = editedBytes(before, edited, name);
  const version = versionOf(bytes);
  const after = openTextFile(
    { realPath: path, writable: true, ...stored, bytes, version },
    `the new text of ${name}`,
    before?.encoding,
  );
  const text = before?.document.text ?? "";
  // What the bytes decode to is what a reader sees: an edit beside damaged bytes may complete a character.
  const asMeant = "changes" in edited ? edited.changes.map(plainChange) : null;
  const isAsMeant = asMeant !== null && applyChanges(text, asMeant) === after.document.text;
  return {
    before,
    after,
    bytes,
    changes: isAsMeant ? shrinkChanges(text, asMeant) : difference(text, after.document.text),
  };
}

const plainChange = ({ from, to, insert }: Change): Change => ({ from, to, insert: withPlainBreaks(insert) });

/** A path as shown to users: relative to the root that contains it. */
function displayPath(path: string, roots: readonly string[]): string {
  const root = roots.find((each) => each !== path && isWithin(path, each));
  return root === undefined ? path : relative(root, path);
}

async function missing(guardedStore: FileStore, path: string, roots: readonly string[]): Promise<ToolError> {
  const names = await guardedStore.list(dirname(path)).then(
    (entries) => entries.filter(({ kind }) => kind === "file").map(({ name }) => name),
    () => [],
  );
  const candidates = nearestNames(basename(path), names).map((name) => displayPath(join(dirname(path), name), roots));
  const message = `${printableName(displayPath(path, roots))} does not exist`;
  if (candidates.length === 0) return new ToolError("not_found", message);
  return new ToolError("not_found", message, {
    hint: `Did you mean ${candidates.map(printableName).join(" or ")}?`,
    candidates,
  });
}

/** Whether an edit removes something of the file that is stored nowhere else: text, or the file's encoding. */
const removesText = ({ before, after, changes }: Draft): boolean =>
  before === null ||
  changes.length === 0 ||
  before.document.encoding !== after.document.encoding ||
  changes.some(({ from, to }) => to > from);

const historyError = (name: string, error: unknown): ToolError =>
  new ToolError(
    "failed",
    `${name} was not changed: its current text could not be kept in the history first (${error instanceof Error ? error.message : String(error)})`,
    {
      hint: "The overwritten text would be lost. Tell the user that Galley's data folder needs free space and must be writable. An edit that only adds text is possible.",
      cause: error,
    },
  );

const lockedBy = ({ program, who, lockFile }: OfficeLock, name: string): ToolError =>
  new ToolError(
    "conflict",
    `${name} is open in ${program}${who === "" ? "" : ` (${printableName(who)})`}; nothing was changed`,
    {
      hint: `Close it there, then try again. If ${program} is no longer running, delete ${printableName(lockFile)} beside it.`,
    },
  );

const unresolvedConflict = (name: string): ToolError =>
  new ToolError(
    "conflict",
    `${name} has an unresolved conflict in the editor; writes are blocked until the user resolves it`,
    {
      hint: "You can still read. Ask the user to resolve the conflict, then try again.",
    },
  );

function tooLarge(name: string, size: number, limit: number): ToolError {
  const have = Math.ceil(size / mebibyte);
  return new ToolError("too_large", `${name} would have ${have} MiB; the limit is ${limit / mebibyte} MiB`);
}
