import { basename } from "node:path";
import { keyedQueue } from "../../../core/async/serial-queue";
import { type AnchorPosition, anchorAt } from "../../../core/comments/anchor";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { printableName } from "../../../core/text/printable-name";
import type { CommentedText, Comments, CommentThread, NewThread, PlacedThread, StoredAbout } from "../ports/comments";
import type { Documents } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import { MAX_MESSAGES, MAX_QUOTE, MAX_THREADS } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { createCommentFileLocations, movedWith } from "./comment-file-locations";
import { createCommentStorage } from "./comment-storage";
import { createCommentedDocuments } from "./commented-documents";
import { createFollowedPassages } from "./followed-passages";
import { createLocks } from "./locks";
import { newId } from "./new-id";

export type CommentsOptions = {
  store: FileStore;
  /** Galley's data folder, for comments that are not to lie beside the documents; null if there is none. */
  dataFolder: string | null;
  /** Whether new comments are stored there. */
  isInData?: () => boolean;
  documents: Pick<Documents, "onChange">;
  log(error: unknown): void;
  /** How long after an edit the passages are stored, in milliseconds. */
  restMs?: number;
};

const REST_MS = 2_000;

/** The comments on text documents, over a file store. */
export function createComments(options: CommentsOptions): Comments {
  const { store, log, restMs = REST_MS } = options;
  const places = createCommentFileLocations(store, options.dataFolder, options.isInData ?? (() => false));
  const storage = createCommentStorage(store, places);
  const enqueue = keyedQueue();
  const listeners = new Set<(realPath: string) => void>();
  const movedListeners = new Set<(move: { from: string; to: string }) => void>();
  const notify = (realPath: string): void => {
    for (const listener of listeners) listener(realPath);
  };
  const passages = createFollowedPassages({ storage, enqueue, notify, log, restMs });
  const commented = createCommentedDocuments(store, places, storage);
  const stop = options.documents.onChange(passages.handleEdit);
  let last = 0;
  const now = (): string => {
    last = Math.max(Date.now(), last + 1);
    return new Date(last).toISOString();
  };

  async function list(document: CommentedText, near?: Parameters<Comments["list"]>[1]): Promise<PlacedThread[]> {
    const { realPath } = document;
    return enqueue(realPath, async () => {
      const loaded = await storage.load(realPath);
      if (loaded === null) return [];
      const at = passages.placesIn(document, loaded.content, near);
      const all = Object.entries(loaded.content.threads).map(([id, thread]) =>
        placed(realPath, id, thread, at.get(id)),
      );
      return all.sort(inDocumentOrder);
    });
  }

  async function add(document: CommentedText, given: NewThread, roots: readonly string[]): Promise<PlacedThread> {
    const { realPath, text } = document;
    rejectPassage(realPath, given);
    return enqueue(realPath, async () => {
      const place = (await storage.load(realPath))?.place ?? (await places.forNew(realPath, roots));
      const id = newId("c");
      const range = { from: given.from, to: given.to };
      const at = now();
      const thread: CommentThread = {
        status: "open",
        ...(given.needsMe && { needs_me: true }),
        changed: at,
        anchor: { ...anchorAt(text, range), section: given.section, paragraph_id: given.paragraphId },
        messages: [{ author: given.author, text: given.text, at }],
      };
      await storage.save(realPath, place, (content) => {
        if (Object.keys(content.threads).length >= MAX_THREADS)
          throw tooLarge(`${printableName(basename(realPath))} has ${shownNumber(MAX_THREADS)} threads already`);
        return { ...content, threads: { ...content.threads, [id]: thread } };
      });
      const found: AnchorPosition = { state: "anchored", ...range };
      passages.added(document, id, found);
      notify(realPath);
      return placed(realPath, id, thread, found);
    });
  }

  const update: Comments["update"] = ({ realPath, thread: id }, edit) =>
    enqueue(realPath, async () => {
      const loaded = await storage.load(realPath);
      if (loaded === null) throw unknownThread(id);
      let result: CommentThread | null = null;
      await storage.save(realPath, loaded.place, (content) => {
        const { [id]: current, ...others } = content.threads;
        if (current === undefined) throw unknownThread(id);
        result = edit(structuredClone(current));
        if (result !== null && result.messages.length > MAX_MESSAGES)
          throw tooLarge(`this thread has ${shownNumber(MAX_MESSAGES)} messages already`);
        return { ...content, threads: result === null ? others : { ...content.threads, [id]: result } };
      });
      notify(realPath);
      return result;
    });

  const restore: Comments["restore"] = (realPath, id, thread) =>
    enqueue(realPath, async () => {
      const place = (await storage.load(realPath))?.place ?? (await places.forNew(realPath, []));
      await storage.save(realPath, place, (content) => {
        if (content.threads[id] !== undefined) throw new ToolError("wrong_state", "this thread is there");
        return { ...content, threads: { ...content.threads, [id]: thread } };
      });
      notify(realPath);
    });

  const rewrite: Comments["rewrite"] = (realPath, roots, edit) =>
    enqueue(realPath, async () => {
      const loaded = await storage.load(realPath);
      if (edit(loaded?.content ?? null) === null) return;
      const place = loaded?.place ?? (await places.forNew(realPath, roots));
      // A file that is only made now is none that was emptied.
      const asCurrent = (content: StoredAbout) => (loaded === null && isEmpty(content) ? null : content);
      await storage.save(realPath, place, (content) => ({ ...content, ...edit(asCurrent(content)) }));
      notify(realPath);
    });

  return {
    list,
    add,
    update,
    restore,
    rewrite,
    ...createLocks({ storage, places, passages, enqueue, notify, now }),
    storePassages: passages.flush,
    find: commented.find,
    documents: commented.below,
    async answeredBy(realPath, write) {
      const threads = (await storage.load(realPath))?.content.threads ?? {};
      return Object.keys(threads).filter((id) => threads[id]?.writes?.includes(write));
    },
    async keptEdits(realPath) {
      const threads = (await storage.load(realPath))?.content.threads ?? {};
      return Object.entries(threads).flatMap(([thread, { edits = [] }]) =>
        edits.flatMap((edit) => (edit.outcome === "kept" || edit.taken_back !== undefined ? [{ thread, edit }] : [])),
      );
    },
    async moved(from, to) {
      await passages.release((path) => movedWith(path, from, to) !== null);
      await commented.moved(from, to);
      for (const listener of movedListeners) listener({ from, to });
    },
    onMoved(listener) {
      movedListeners.add(listener);
      return () => void movedListeners.delete(listener);
    },
    now,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stop();
      await passages.close();
    },
  };
}

const isEmpty = ({ threads, locks }: StoredAbout): boolean =>
  Object.keys(threads).length + Object.keys(locks).length === 0;

const shownNumber = (count: number): string => count.toLocaleString("en");
const tooLarge = (message: string, hint?: string): ToolError =>
  new ToolError("too_large", message, hint === undefined ? {} : { hint });

/** Throws if no comment may be on this passage. */
function rejectPassage(realPath: string, { from, to }: NewThread): void {
  if (holdsSecrets(realPath))
    throw new ToolError(
      "unsupported",
      `${printableName(basename(realPath))} is a file of secrets: a comment would keep its words in another file`,
    );
  if (to - from > MAX_QUOTE)
    throw tooLarge(
      `a comment is on at most ${shownNumber(MAX_QUOTE)} characters`,
      "Comment on a part of this passage.",
    );
}

const placed = (
  realPath: string,
  thread: string,
  stored: CommentThread,
  place: AnchorPosition = { state: "orphaned" },
): PlacedThread => ({ ...stored, thread, realPath, place });

const startOf = ({ place }: PlacedThread): number =>
  place.state === "orphaned" ? Number.POSITIVE_INFINITY : place.from;

function inDocumentOrder(a: PlacedThread, b: PlacedThread): number {
  const [one, other] = [startOf(a), startOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  const [first = "", second = ""] = [a.messages[0]?.at, b.messages[0]?.at];
  return first < second ? -1 : first > second ? 1 : a.thread < b.thread ? -1 : 1;
}

const unknownThread = (id: string): ToolError =>
  new ToolError("not_found", `no thread has the id ${JSON.stringify(id.slice(0, 60))}`, {
    hint: "comments with action list has the ids; status all includes resolved threads.",
  });
