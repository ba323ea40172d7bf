import type { KeyedQueue } from "../../../core/async/serial-queue";
import {
  type Anchor,
  type AnchorPosition,
  type AnchorRange,
  anchorAt,
  equalMatches,
  type FollowedAnchor,
  type FollowedEdit,
  findAnchor,
  followAnchor,
  followedEdit,
  followProtected,
} from "../../../core/comments/anchor";
import { difference } from "../../../core/diff/difference";
import type { CommentAnchor, CommentedText, Comments } from "../ports/comments";
import type { DocumentChange } from "../ports/documents";
import type { CommentFile } from "./comment-file";
import type { CommentStorage } from "./comment-storage";

/** Where a passage is. `copies`: where else it may be, if it was found by its words and nothing tells these apart. */
export type PassagePosition = AnchorPosition & { copies?: readonly AnchorRange[] };

/** Where the passages of a document are in one version of it, and what is not stored yet of them. `text` is that version's, unless it is too long to keep. */
type Followed = {
  version: string;
  text: string | null;
  places: Map<string, PassagePosition>;
  unsaved: Map<string, Anchor>;
};

type FollowOptions = {
  storage: CommentStorage;
  enqueue: KeyedQueue;
  notify(realPath: string): void;
  log(error: unknown): void;
  /** How long after an edit the passages are stored, in milliseconds. */
  restMs: number;
};

/** The documents whose passages are followed at the same time. */
const MAX_FOLLOWED = 100;
/** The text of a longer document, in UTF-16 units, is not kept: after an edit of another program its passages are found again instead of followed. */
const MAX_KEPT_TEXT = 2_000_000;

export type FollowedPassages = ReturnType<typeof createFollowedPassages>;

/** Follows the passages of threads and locks through the edits that land here. */
export function createFollowedPassages({ storage, enqueue, notify, log, restMs }: FollowOptions) {
  const followed = new Map<string, Followed>();
  const timers = new Map<string, NodeJS.Timeout>();
  /** The edits that are being followed. */
  const following = new Set<Promise<void>>();

  function keep(realPath: string, next: Followed): void {
    followed.delete(realPath);
    followed.set(realPath, next);
    if (followed.size <= MAX_FOLLOWED) return;
    // The passages of the document that was followed longest ago are stored as they are.
    const [oldest] = followed.keys();
    if (oldest !== undefined) void flush(oldest).then(() => followed.delete(oldest), log);
  }

  /**
   * Where each passage is in this text: as followed to this version; else, if another program has written it since, followed through the difference;
   * else found again. In the document's queue.
   */
  function placesIn(
    { realPath, text, version, paragraphIds = [], sections }: CommentedText,
    content: CommentFile,
    near: Parameters<Comments["list"]>[1] = ({ paragraph_id }) =>
      paragraph_id === null ? [] : paragraphIds.filter(({ id }) => id === paragraph_id),
  ): Map<string, PassagePosition> {
    const known = followed.get(realPath);
    const isKnown = known?.version === version;
    const edit =
      isKnown || known === undefined || known.text === null
        ? null
        : followedEdit(known.text, text, difference(known.text, text), "difference");
    const found = new Map<string, PassagePosition>();
    const unsaved = known?.unsaved ?? new Map<string, Anchor>();
    for (const [id, anchor] of anchorsIn(content)) {
      const place = known?.places.get(id);
      const latest = { ...anchor, ...(unsaved.get(id) ?? {}) };
      const again = () => withCopies(text, latest, findAnchor(text, latest, near(latest)), content.locks[id]);
      if (place === undefined) found.set(id, again());
      else if (isKnown) found.set(id, place);
      else if (edit === null) found.set(id, again());
      else {
        const after = placeAfter(edit, latest, { place, isProtected: content.locks[id] !== undefined });
        found.set(id, after.place);
        if (sections !== undefined) note(unsaved, id, { stored: anchor, now: after.anchor });
      }
    }
    keep(realPath, { version, text: kept(text), places: found, unsaved });
    if (sections !== undefined && unsaved.size > 0) flushSoon(realPath);
    return found;
  }

  async function follow({ realPath, from, to, before, text, changes }: DocumentChange): Promise<void> {
    const loaded = await storage.load(realPath);
    if (loaded === null) return void followed.delete(realPath);
    if (from === null) return;
    const anchors = anchorsIn(loaded.content);
    const at = placesIn({ realPath, text: before, version: from }, loaded.content);
    const unsaved = new Map(followed.get(realPath)?.unsaved);
    const edit = followedEdit(before, text, changes);
    const next = new Map<string, PassagePosition>();
    for (const [id, place] of at) {
      const stored = anchors.get(id);
      if (stored === undefined) continue;
      const isProtected = loaded.content.locks[id] !== undefined;
      const after = placeAfter(edit, unsaved.get(id) ?? stored, { place, isProtected });
      next.set(id, after.place);
      note(unsaved, id, { stored, now: after.anchor });
    }
    keep(realPath, { version: to, text: kept(text), places: next, unsaved });
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
      const loaded = known !== undefined && known.unsaved.size > 0 ? await storage.load(realPath) : null;
      if (known === undefined || loaded === null) return;
      await storage.save(realPath, loaded.place, (content) => withAnchors(content, known.unsaved));
      known.unsaved.clear();
    });

  return {
    placesIn,
    /** What is kept of a passage, also if it is not stored yet. */
    latest<Stored extends Anchor>(realPath: string, id: string, stored: Stored): Stored {
      const unsaved = followed.get(realPath)?.unsaved.get(id);
      return unsaved === undefined ? stored : { ...stored, words: undefined, lost: undefined, ...unsaved };
    },
    /** An edit landed here: every passage follows it exactly. */
    handleEdit(change: DocumentChange): void {
      const task = enqueue(change.realPath, () => follow(change))
        .catch(log)
        .finally(() => following.delete(task));
      following.add(task);
    },
    /** A passage was stored where it is in this version. */
    added({ realPath, version }: Pick<CommentedText, "realPath" | "version">, id: string, place: AnchorPosition): void {
      const known = followed.get(realPath);
      if (known?.version === version) known.places.set(id, place);
    },
    /** A passage is at this range of a version, whatever was known of it. */
    placed(
      { realPath, version, text }: CommentedText,
      id: string,
      { stored, range }: { stored: Anchor; range: AnchorRange },
    ): void {
      const known = followed.get(realPath);
      if (known?.version !== version) return;
      const words = text.slice(range.from, range.to);
      const isSame = words === stored.quote;
      const { lost: _, words: __, ...kept } = stored;
      const now = { ...kept, ...anchorAt(text, range), quote: stored.quote, ...(!isSame && { words }) };
      known.places.set(id, { state: isSame ? "anchored" : "moved", ...range });
      note(known.unsaved, id, { stored, now });
    },
    flush,
    /** Stores the passages of these documents and follows them no longer. */
    async release(isMeant: (realPath: string) => boolean): Promise<void> {
      const all = [...followed.keys()].filter(isMeant);
      for (const realPath of all) await flush(realPath);
      for (const realPath of all) followed.delete(realPath);
    },
    async close(): Promise<void> {
      await Promise.all(following);
      for (const realPath of [...followed.keys()]) await flush(realPath).catch(log);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

const kept = (text: string): string | null => (text.length > MAX_KEPT_TEXT ? null : text);

/** Where a passage is after an edit, and what is kept of it. What was at nothing like its words comes back only with the very same ones. */
function placeAfter(
  edit: FollowedEdit,
  anchor: Anchor,
  { place, isProtected }: { place: PassagePosition; isProtected: boolean },
): Pick<FollowedAnchor, "anchor"> & { place: PassagePosition } {
  if (place.state === "orphaned") return { anchor, place: findAnchor(edit.text, { ...anchor, lost: true }) };
  const after = (isProtected ? followProtected : followAnchor)(edit, anchor, place);
  // Each of the copies is followed by what is around it.
  const copies = (place.copies ?? []).flatMap((range) => {
    const { place: copy } = followAnchor(edit, { ...anchor, ...anchorAt(edit.before, range) }, range);
    return copy.state === "orphaned" ? [] : [{ from: copy.from, to: copy.to }];
  });
  return { anchor: after.anchor, place: { ...after.place, ...(copies.length > 0 && { copies }) } };
}

/** The place at which the passage of a lock was found, with all those that are as good: a lock must not protect only the wrong one. */
function withCopies(
  text: string,
  anchor: Anchor,
  place: AnchorPosition,
  lock: CommentFile["locks"][string] | undefined,
): PassagePosition {
  if (lock === undefined || place.state === "orphaned") return place;
  const copies = equalMatches(text, anchor, place).filter(({ from }) => from !== place.from);
  return copies.length === 0 ? place : { ...place, copies };
}

/** Notes what must be stored of a passage: nothing if it is as it is stored. */
function note(unsaved: Map<string, Anchor>, id: string, { stored, now }: { stored: Anchor; now: Anchor }): void {
  if (isSameAnchor(now, stored)) unsaved.delete(id);
  else unsaved.set(id, now);
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
  for (const [id, { anchor, kind }] of Object.entries(locks))
    if (anchor !== null && kind !== "cells" && kind !== "slide") found.set(id, anchor);
  return found;
}
