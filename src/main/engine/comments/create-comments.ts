import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { keyedQueue } from "../../../core/async/serial-queue";
import {
  type Anchor,
  type AnchorPlace,
  anchorAt,
  changesForAnchors,
  findAnchor,
  followAnchor,
} from "../../../core/comments/anchor";
import { listSections, parseOutline } from "../../../core/markdown/sections";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { printableName } from "../../../core/text/printable-name";
import type {
  CommentAnchor,
  CommentedText,
  Comments,
  CommentThread,
  NewThread,
  PlacedLock,
  PlacedThread,
} from "../ports/comments";
import type { DocumentChange, Documents } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import { ToolError } from "../ports/tool-error";
import { isWithin } from "../storage/guarded";
import {
  type CommentFile,
  joined,
  MAX_COMMENT_BYTES,
  MAX_MESSAGES,
  MAX_QUOTE,
  MAX_THREADS,
  readCommentFile,
  writeCommentFile,
} from "./comment-file";
import { type CommentPlace, createCommentPlaces, movedWith } from "./comment-places";

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

/** Where the threads of a document are in one version of it, and the passages that are not stored yet. */
type Followed = { version: string; places: Map<string, AnchorPlace>; unsaved: Map<string, Anchor> };

type LoadedFile = { place: CommentPlace; version: string; content: CommentFile };

const REST_MS = 2_000;
/** The documents whose passages are followed at the same time. */
const MAX_FOLLOWED = 100;

/** The comments on text documents, over a file store. */
export function createComments(options: CommentsOptions): Comments {
  const { store, log, restMs = REST_MS } = options;
  const places = createCommentPlaces(store, options.dataFolder, options.isInData ?? (() => false));
  const enqueue = keyedQueue();
  const followed = new Map<string, Followed>();
  const parsed = new Map<string, LoadedFile>();
  const listeners = new Set<(realPath: string) => void>();
  const timers = new Map<string, NodeJS.Timeout>();
  let last = 0;

  const notify = (realPath: string): void => {
    for (const listener of listeners) listener(realPath);
  };
  const now = (): string => {
    last = Math.max(Date.now(), last + 1);
    return new Date(last).toISOString();
  };

  async function load(realPath: string): Promise<LoadedFile | null> {
    const place = await places.existing(realPath);
    const stored = place && (await store.read(place.file, { limit: MAX_COMMENT_BYTES, links: "refuse" }));
    if (!place || !stored) return null;
    const known = parsed.get(realPath);
    if (known?.version === stored.version && known.place.file === place.file) return known;
    const content = readCommentFile(Buffer.from(stored.bytes).toString("utf8"), printableName(basename(realPath)));
    const loaded = { place, version: stored.version, content };
    parsed.delete(realPath);
    parsed.set(realPath, loaded);
    if (parsed.size > MAX_FOLLOWED) parsed.delete(parsed.keys().next().value as string);
    return loaded;
  }

  /** Changes a file of comments under its lock, which other processes share. */
  async function save(
    realPath: string,
    place: CommentPlace,
    edit: (content: CommentFile) => CommentFile,
  ): Promise<void> {
    const name = printableName(basename(realPath));
    await store.update(
      place.file,
      (current) => {
        const before: CommentFile =
          current === null
            ? { threads: {}, locks: {} }
            : readCommentFile(Buffer.from(current.bytes).toString("utf8"), name);
        const bytes = Buffer.from(writeCommentFile({ ...edit(before), path: place.isOurs ? realPath : undefined }));
        if (bytes.length > MAX_COMMENT_BYTES) throw new ToolError("too_large", `${name} has too many comments`);
        return bytes;
      },
      { limit: MAX_COMMENT_BYTES, links: "refuse" },
    );
  }

  function follow(realPath: string, next: Followed): void {
    followed.delete(realPath);
    followed.set(realPath, next);
    if (followed.size <= MAX_FOLLOWED) return;
    // The passages of the document that was followed longest ago are stored as they are.
    const [oldest] = followed.keys();
    if (oldest !== undefined) void flush(oldest).then(() => followed.delete(oldest), log);
  }

  /** Where each thread is in this text: as followed to this version, else found again. */
  function placesIn(
    { realPath, text, version }: CommentedText,
    content: CommentFile,
    near: Parameters<Comments["list"]>[1],
  ): Map<string, AnchorPlace> {
    const known = followed.get(realPath);
    const isKnown = known?.version === version;
    const found = new Map<string, AnchorPlace>();
    for (const [id, anchor] of anchorsIn(content)) {
      const place = isKnown ? known.places.get(id) : undefined;
      const latest = { ...anchor, ...(known?.unsaved.get(id) ?? {}) };
      found.set(id, place ?? findAnchor(text, latest, near?.(latest) ?? []));
    }
    follow(realPath, { version, places: found, unsaved: known?.unsaved ?? new Map() });
    return found;
  }

  /** An edit landed here: every passage follows it exactly. */
  async function handleEdit({ realPath, from, to, before, text, changes }: DocumentChange): Promise<void> {
    const loaded = await load(realPath);
    if (loaded === null) return void followed.delete(realPath);
    if (from === null) return;
    const anchors = anchorsIn(loaded.content);
    const at = placesIn({ realPath, text: before, version: from }, loaded.content, undefined);
    const unsaved = new Map(followed.get(realPath)?.unsaved);
    const edit = { before, text, changes: changesForAnchors(before, changes) };
    const next = new Map<string, AnchorPlace>();
    for (const [id, place] of at) {
      const stored = anchors.get(id);
      if (stored === undefined) continue;
      const anchor: Anchor = unsaved.get(id) ?? stored;
      if (place.state === "orphaned") {
        next.set(id, findAnchor(text, anchor));
        continue;
      }
      const after = followAnchor(edit, anchor, place);
      next.set(id, after.place);
      if (!isSameAnchor(after.anchor, stored)) unsaved.set(id, after.anchor);
    }
    follow(realPath, { version: to, places: next, unsaved });
    if (unsaved.size > 0) flushSoon(realPath);
    notify(realPath);
  }

  function flushSoon(realPath: string): void {
    clearTimeout(timers.get(realPath));
    const timer = setTimeout(() => void flush(realPath).catch(log), restMs);
    timer.unref();
    timers.set(realPath, timer);
  }

  /** Stores the passages that edits have changed. */
  const flush = (realPath: string): Promise<void> =>
    enqueue(realPath, async () => {
      clearTimeout(timers.get(realPath));
      timers.delete(realPath);
      const known = followed.get(realPath);
      const loaded = known !== undefined && known.unsaved.size > 0 ? await load(realPath) : null;
      if (known === undefined || loaded === null) return;
      await save(realPath, loaded.place, (content) => withAnchors(content, known.unsaved));
      known.unsaved.clear();
    });

  /** The edits that are being followed. */
  const following = new Set<Promise<void>>();
  const stop = options.documents.onChange((change) => {
    const task = enqueue(change.realPath, () => handleEdit(change))
      .catch(log)
      .finally(() => following.delete(task));
    following.add(task);
  });

  async function list(document: CommentedText, near?: Parameters<Comments["list"]>[1]): Promise<PlacedThread[]> {
    const { realPath } = document;
    return enqueue(realPath, async () => {
      const loaded = await load(realPath);
      if (loaded === null) return [];
      const { threads } = loaded.content;
      const at = placesIn(document, loaded.content, near);
      const all = Object.entries(threads).map(([id, thread]) => placed(realPath, id, thread, at.get(id)));
      return all.sort(inDocumentOrder);
    });
  }

  async function add(document: CommentedText, given: NewThread, roots: readonly string[]): Promise<PlacedThread> {
    const { realPath, text, version } = document;
    const name = printableName(basename(realPath));
    if (holdsSecrets(realPath))
      throw new ToolError(
        "unsupported",
        `${name} is a file of secrets: a comment would keep its words in another file`,
      );
    if (given.to - given.from > MAX_QUOTE)
      throw new ToolError("too_large", `a comment is on at most ${MAX_QUOTE.toLocaleString("en")} characters`, {
        hint: "Comment on a part of this passage.",
      });
    return enqueue(realPath, async () => {
      const place = (await load(realPath))?.place ?? (await places.forNew(realPath, roots));
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
      await save(realPath, place, (content) => {
        if (Object.keys(content.threads).length >= MAX_THREADS)
          throw new ToolError("too_large", `${name} has ${MAX_THREADS.toLocaleString("en")} threads already`);
        return { ...content, threads: { ...content.threads, [id]: thread } };
      });
      const known = followed.get(realPath);
      if (known?.version === version) known.places.set(id, { state: "anchored", ...range });
      notify(realPath);
      return placed(realPath, id, thread, { state: "anchored", ...range });
    });
  }

  const update: Comments["update"] = ({ realPath, thread: id }, edit) =>
    enqueue(realPath, async () => {
      const loaded = await load(realPath);
      if (loaded === null) throw unknownThread(id);
      let result: CommentThread | null = null;
      await save(realPath, loaded.place, (content) => {
        const { [id]: current, ...others } = content.threads;
        if (current === undefined) throw unknownThread(id);
        result = edit(structuredClone(current));
        if (result !== null && result.messages.length > MAX_MESSAGES)
          throw new ToolError("too_large", `this thread has ${MAX_MESSAGES.toLocaleString("en")} messages already`);
        return { ...content, threads: result === null ? others : { ...content.threads, [id]: result } };
      });
      notify(realPath);
      return result;
    });

  async function documentsBelow(roots: readonly string[]): Promise<string[]> {
    const found = new Set<string>();
    for (const root of roots) for (const each of await places.besides(root)) found.add(each);
    for (const file of await places.ownFiles()) {
      const path = await pathIn(file);
      if (path !== null && roots.some((root) => isWithin(path, root))) found.add(path);
    }
    return [...found].sort();
  }

  /** The document that a file in Galley's data is about; null if it does not say. */
  async function pathIn(file: string): Promise<string | null> {
    const stored = await store.read(file, { limit: MAX_COMMENT_BYTES });
    try {
      return stored && (readCommentFile(Buffer.from(stored.bytes).toString("utf8"), file).path ?? null);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  /** The documents in which threads were found, so that they need not be looked for again. */
  const owners = new Map<string, string>();
  async function find(id: string, roots: readonly string[]) {
    const known = owners.get(id);
    const candidates = async () => (known === undefined ? [] : [known]).concat(await documentsBelow(roots));
    for (const realPath of await candidates()) {
      if (!roots.some((root) => isWithin(realPath, root))) continue;
      const thread = await load(realPath).then(
        (loaded) => loaded?.content.threads[id],
        (error: unknown) => {
          // Another document's damaged comments are none of this call's business.
          if (error instanceof ToolError) return undefined;
          throw error;
        },
      );
      if (thread === undefined) continue;
      owners.set(id, realPath);
      if (owners.size > MAX_THREADS) owners.delete(owners.keys().next().value as string);
      return { realPath, thread };
    }
    return null;
  }

  async function moveFile(from: string, to: string): Promise<void> {
    const stored = await store.read(from, { limit: MAX_COMMENT_BYTES });
    if (stored === null) return;
    const name = basename(to);
    const content = readCommentFile(Buffer.from(stored.bytes).toString("utf8"), name);
    await store.update(
      to,
      (current) => {
        const there = current === null ? null : readCommentFile(Buffer.from(current.bytes).toString("utf8"), name);
        return Buffer.from(writeCommentFile(there === null ? content : joined(content, there)));
      },
      { limit: MAX_COMMENT_BYTES, links: "refuse" },
    );
    await store.remove(from, async () => {});
  }

  async function moved(from: string, to: string): Promise<void> {
    const open = [...followed.keys()].filter((path) => movedWith(path, from, to) !== null);
    for (const path of open) await flush(path);
    for (const path of open) followed.delete(path);
    owners.clear();
    for (const step of await places.movedPlaces(from, to)) {
      if (!step.isFolder) await moveFile(step.from, step.to);
      else {
        await store.makeFolder(step.to.slice(0, -basename(step.to).length - 1));
        await store.move(step.from, step.to);
      }
    }
    for (const file of await places.ownFiles()) {
      const path = await pathIn(file);
      const target = path === null ? null : movedWith(path, from, to);
      const place = target === null ? null : places.ownFile(target);
      if (target === null || place === null) continue;
      const loaded = readCommentFile(
        Buffer.from((await store.read(file, { limit: MAX_COMMENT_BYTES }))?.bytes ?? []).toString("utf8"),
        target,
      );
      await save(target, { file: place, isOurs: true }, () => loaded);
      await store.remove(file, async () => {});
    }
  }

  async function locks(document: CommentedText): Promise<PlacedLock[]> {
    const { realPath, text } = document;
    return enqueue(realPath, async () => {
      const loaded = await load(realPath);
      if (loaded === null || Object.keys(loaded.content.locks).length === 0) return [];
      const at = placesIn(document, loaded.content, undefined);
      const all = Object.entries(loaded.content.locks).map(([lock, stored]): PlacedLock => {
        if (stored.anchor === null) return { ...stored, lock, range: { from: 0, to: text.length } };
        const place = at.get(lock);
        if (place === undefined || place.state === "orphaned") return { ...stored, lock, range: null };
        const { from, to } = place;
        return { ...stored, lock, range: stored.kind === "section" ? sectionFrom(text, from) : { from, to } };
      });
      return all.sort((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
    });
  }

  const protect: Comments["protect"] = ({ realPath, text }, { kind, mode, from, to }, roots) =>
    enqueue(realPath, async () => {
      const place = (await load(realPath))?.place ?? (await places.forNew(realPath, roots));
      const anchor =
        kind === "document" ? null : { ...anchorAt(text, { from, to }), section: null, paragraph_id: null };
      await save(realPath, place, (content) => ({
        ...content,
        locks: { ...content.locks, [newId("l")]: { mode, kind, anchor, at: now() } },
      }));
      notify(realPath);
    });

  const unprotect: Comments["unprotect"] = (realPath, lock) =>
    enqueue(realPath, async () => {
      const loaded = await load(realPath);
      if (loaded === null) return;
      await save(realPath, loaded.place, (content) => {
        const { [lock]: _, ...others } = content.locks;
        return { ...content, locks: others };
      });
      notify(realPath);
    });

  return {
    list,
    add,
    locks,
    protect,
    unprotect,
    update,
    find,
    documents: documentsBelow,
    async answeredBy(realPath, write) {
      const threads = (await load(realPath))?.content.threads ?? {};
      return Object.keys(threads).filter((id) => threads[id]?.writes?.includes(write));
    },
    moved,
    now,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stop();
      await Promise.all(following);
      for (const realPath of [...followed.keys()]) await flush(realPath).catch(log);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

const placed = (
  realPath: string,
  thread: string,
  stored: CommentThread,
  place: AnchorPlace = { state: "orphaned" },
): PlacedThread => ({ ...stored, thread, realPath, place });

const startOf = ({ place }: PlacedThread): number =>
  place.state === "orphaned" ? Number.POSITIVE_INFINITY : place.from;

function inDocumentOrder(a: PlacedThread, b: PlacedThread): number {
  const [one, other] = [startOf(a), startOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  const [first = "", second = ""] = [a.messages[0]?.at, b.messages[0]?.at];
  return first < second ? -1 : first > second ? 1 : a.thread < b.thread ? -1 : 1;
}

const isSameAnchor = (a: Anchor, b: Anchor): boolean =>
  a.quote === b.quote && a.words === b.words && a.before === b.before && a.after === b.after && a.lost === b.lost;

function withAnchors(content: CommentFile, anchors: ReadonlyMap<string, Anchor>): CommentFile {
  const threads = { ...content.threads };
  const locks = { ...content.locks };
  for (const [id, { quote, words, before, after, lost }] of anchors) {
    const [thread, lock] = [threads[id], locks[id]];
    const { section = null, paragraph_id = null } = thread?.anchor ?? lock?.anchor ?? {};
    const anchor = { quote, words, before, after, lost, section, paragraph_id };
    if (thread !== undefined) threads[id] = { ...thread, anchor };
    if (lock !== undefined && lock.anchor !== null) locks[id] = { ...lock, anchor };
  }
  return { ...content, threads, locks };
}

/** The passages of all threads and locks. */
function anchorsIn({ threads, locks }: CommentFile): Map<string, CommentAnchor> {
  const found = new Map<string, CommentAnchor>();
  for (const [id, { anchor }] of Object.entries(threads)) found.set(id, anchor);
  for (const [id, { anchor }] of Object.entries(locks)) if (anchor !== null) found.set(id, anchor);
  return found;
}

/** The section whose heading is at a position, with all that is in it. */
function sectionFrom(text: string, position: number): { from: number; to: number } | null {
  const section = listSections(parseOutline(text)).findLast(({ from }) => from <= position);
  return section === undefined ? null : { from: section.from, to: section.from + section.charCount };
}

const newId = (kind: "c" | "l"): string =>
  `${kind}_${[...randomBytes(10)].map((byte) => (byte % 36).toString(36)).join("")}`;

export const unknownThread = (id: string): ToolError =>
  new ToolError("not_found", `no thread has the id ${JSON.stringify(id.slice(0, 60))}`, {
    hint: "comments with action list has the ids; status all includes resolved threads.",
  });
