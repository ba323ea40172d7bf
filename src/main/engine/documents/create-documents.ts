import { officeFormatOf } from "../../../core/text/format";
import { printableName } from "../../../core/text/printable-name";
import type { CompareTexts } from "../office/jobs/compare-texts";
import type { Packages } from "../office/jobs/packages";
import { officeLockOn } from "../office/office-lock";
import type {
  Asker,
  Canvas,
  Documents,
  ExternalWrites,
  FileContent,
  NotedWrite,
  TextDocument,
} from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import type { History } from "../ports/history";
import type { Review } from "../ports/review";
import { guarded } from "../storage/files/guarded";
import { createAnnouncedWrites } from "./announced-writes";
import { createBytesChanges } from "./change-bytes";
import { createTextChanges } from "./change-text";
import { createDecodedTexts } from "./decoded-texts";
import { displayPath, limits, missing } from "./document-errors";
import { createEntryChanges } from "./entry-changes";
import { createExternalNotes } from "./external-notes";
import { createFileWrites } from "./file-writes";
import { createKeptVersions } from "./kept-versions";
import { createListeners } from "./listeners";
import { createOfficeReview } from "./office-review";

/** What the documents service needs. */
export type DocumentsOptions = {
  store: FileStore;
  history: History;
  review: Pick<Review, "landed" | "hasPending" | "record" | "announce" | "announced" | "withdraw">;
  canvas: Canvas | null;
  /** Decides about writes of external programs. Default: they are accepted. */
  external?: ExternalWrites | null;
  /** Folders that no caller may reach, whatever its roots are: Galley's own data. */
  forbidden?: readonly string[];
  /** What else follows a move, besides the file: history, review, ids. */
  moved(from: string, to: string): Promise<void>;
  /** Reads the text of Office documents. */
  packages: Packages;
  /** Compares a text before and after. */
  diff: CompareTexts;
  /** Receives unexpected errors of listeners and of history, in full. */
  log(error: unknown): void;
};

/** Text documents over a file store: the only way from an edit to bytes on disk, for tools and the canvas. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { store, history, review, canvas, forbidden = [], packages, diff, log } = options;
  const guardedStoreFor = (roots: readonly string[]): FileStore => guarded(store, { roots, forbidden });
  const texts = createDecodedTexts({ history, packages, diff, log });
  const versions = createKeptVersions(history, log);
  const landedForReview = createOfficeReview({ review, texts, log });
  const announced = createAnnouncedWrites({ store, history, review, texts, versions, landedForReview, log });

  /** If the canvas fails, a tool still gets the text on disk. */
  async function handOver(realPath: string): Promise<void> {
    await canvas?.handOver(realPath).catch(log);
  }

  const externalWrites = createListeners<NotedWrite>(log);
  const { notify: found } = externalWrites;
  const external = createExternalNotes({ host: options.external ?? null, history, review, texts, found, log });
  const writes = createFileWrites({ review, versions, announced, external, guardedStoreFor, handOver });
  const shared = { store, review, canvas, packages, texts, landedForReview, writes, log };
  const textChanges = createTextChanges(shared);
  const bytesChanges = createBytesChanges(shared);

  async function read(path: string, roots: readonly string[], asker: Asker = "tool"): Promise<TextDocument> {
    const guardedStore = guardedStoreFor(roots);
    if (asker === "tool") await handOver(await guardedStore.realPath(path));
    const stored = await guardedStore.read(path, { limit: limits[asker] });
    if (stored === null) throw await missing(guardedStore, path, roots);
    const document = texts.remember(texts.open(stored, printableName(displayPath(path, roots))));
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
    return format === null ? null : { version, text: await texts.projection(bytes, version, format) };
  }

  return {
    read,
    readBytes,
    textProjection,
    ...textChanges,
    ...bytesChanges,
    ...createEntryChanges({ store, history, canvas, texts, guardedStoreFor, handOver, moved: options.moved, log }),
    async writesLanded(path, roots) {
      await guardedStoreFor(roots).update(path, () => null, { limit: limits.person });
    },
    async noteExternal(path, roots) {
      let found: { version: string; text: string | null } | null = null;
      await guardedStoreFor(roots).update(
        path,
        async (stored) => {
          found = stored === null ? null : { version: stored.version, text: await external.note(stored) };
          return null;
        },
        { limit: limits.person },
      );
      return found;
    },
    async keepFound(path, roots) {
      let found: { version: string } | null = null;
      await guardedStoreFor(roots).update(
        path,
        async (stored) => {
          if (stored === null) return null;
          const [newest] = await history.list(stored.realPath, 1);
          if (newest?.version !== stored.version) await versions.keepReplaced(stored, { isRequired: false, name: "" });
          found = { version: stored.version };
          return null;
        },
        { limit: limits.person },
      );
      return found;
    },
    onExternalWrite: externalWrites.add,
    resolveAnnouncedWrites: announced.resolveAll,
    officeLock: async (path, roots) => officeLockOn(await guardedStoreFor(roots).realPath(path), store),
    realPath: async (path, roots) => guardedStoreFor(roots).realPath(path),
    keepText: texts.keepText,
    textOf: texts.textOf,
  };
}
