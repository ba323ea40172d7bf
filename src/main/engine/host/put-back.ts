import { putBackProtected } from "../../../core/comments/put-back";
import { difference } from "../../../core/diff/difference";
import { GALLEY, GIT, type Writer } from "../../../core/review/writer";
import { applyChanges, type Change, changesWithin, mapPosition } from "../../../core/text/change";
import type { Comments, PlacedLock } from "../ports/comments";
import type { Documents, NotedWrite, TextDocument } from "../ports/documents";
import { ToolError } from "../ports/tool-error";

/**
 * What became of an external write into a protected passage. `stopped`: the program writes there again and again, so its words stay as a pending edit. `failed`:
 * they stay, too, since the words could not be put back.
 */
export type PutBackNews = {
  realPath: string;
  by: Writer;
  outcome: "put back" | "stopped" | "failed";
  /** The first of the protected words, in the text as it is now. */
  at: { from: number; to: number };
};

/** Puts protected words back that external programs change, when these writes wait for review as agents' edits do. */
export type PutBack = {
  onNews(listener: (news: PutBackNews) => void): () => void;
  /** Resolves once nothing is left to put back. */
  close(): Promise<void>;
};

/** How often words of a file are put back within this time, in milliseconds. */
const MAX_TIMES = 3;
const PERIOD_MS = 60_000;
/** How many files are remembered with these times. */
const MAX_FILES = 500;

type Passage = { lock: PlacedLock; from: number; to: number };

/** A text with what must be put back: `restore` leads from the text on the disk to the one with its protected words, in which the places are. */
type Owed = { text: string; wanted: string; restore: readonly Change[]; places: readonly Passage[] };

type Deps = {
  documents: Pick<Documents, "change" | "onChange" | "onExternalWrite">;
  comments: Pick<Comments, "locks" | "placeLocks">;
  log(error: unknown): void;
  /** Milliseconds. */
  now?: () => number;
};

export function createPutBack({ documents, comments, log, now = () => performance.now() }: Deps): PutBack {
  const listeners = new Set<(news: PutBackNews) => void>();
  /** The writes that are not handled yet, by file. A file that is being handled has a list. */
  const waiting = new Map<string, NotedWrite[]>();
  /** Where the passages of a file are once its words are back. */
  const landing = new Map<string, readonly Passage[]>();
  const times = new Map<string, number[]>();
  const running = new Set<Promise<void>>();

  function noted(write: NotedWrite): void {
    const { realPath, edit, from, by } = write;
    const list = waiting.get(realPath);
    if (list !== undefined) return void list.push(write);
    // What Git brings is the user's own doing.
    if (edit === null || from === null || by.name === GIT.name) return;
    waiting.set(realPath, [write]);
    const task = handle(realPath)
      .catch(log)
      .finally(() => {
        waiting.delete(realPath);
        running.delete(task);
      });
    running.add(task);
  }

  async function handle(realPath: string): Promise<void> {
    for (let write = waiting.get(realPath)?.shift(); write; write = waiting.get(realPath)?.shift()) {
      const { edit, from, by } = write;
      if (edit === null || from === null || by.name === GIT.name) continue;
      const locks = await comments.locks({ realPath, text: edit.before, version: from });
      const places = locks.flatMap(placesOf);
      const owed = places.length === 0 ? null : following({ text: edit.before, places }, write);
      if (owed !== null && owed.restore.length > 0) await putBack(write, owed);
    }
  }

  async function putBack({ realPath, by }: NotedWrite, first: Owed): Promise<void> {
    const report = (outcome: PutBackNews["outcome"], { text, wanted, restore, places }: Owed) => {
      const at = placeOfNews({ wanted, restore, places });
      const news = outcome === "put back" ? at : withinText(text, mapBack(restore, at));
      for (const listener of listeners) listener({ realPath, by, outcome, at: news });
    };
    const recent = (times.get(realPath) ?? []).filter((time) => now() - time < PERIOD_MS);
    if (recent.length >= MAX_TIMES) {
      // It is said once, and again after a pause.
      if (recent.length === MAX_TIMES) report("stopped", first);
      remember(realPath, [...recent.slice(-MAX_TIMES), now()]);
      return;
    }
    let owed = first;
    try {
      const { status } = await documents.change(realPath, [realPath], {
        by: GALLEY,
        reason: PUT_BACK_REASON,
        edit(current) {
          if (current === null) throw new ToolError("not_found", "the file is gone");
          owed = upTo(current, owed, waiting.get(realPath) ?? []);
          landing.set(realPath, owed.places);
          return { changes: [...owed.restore] };
        },
      });
      // Whatever was noted before this write is part of it.
      if (status === "unchanged") return;
      remember(realPath, [...recent, now()]);
      report("put back", owed);
    } catch (error) {
      if (error instanceof ToolError && error.code === "not_found") return;
      if (!(error instanceof ToolError)) log(error);
      report("failed", owed);
    } finally {
      landing.delete(realPath);
    }
  }

  function remember(realPath: string, at: number[]): void {
    times.delete(realPath);
    times.set(realPath, at);
    for (const oldest of times.keys()) {
      if (times.size <= MAX_FILES) break;
      times.delete(oldest);
    }
  }

  const stops = [
    documents.onExternalWrite(noted),
    documents.onChange(({ realPath, by, text, to }) => {
      const places = by === GALLEY ? landing.get(realPath) : undefined;
      if (places === undefined) return;
      // At once: in the text of the external program a passage may have been lost.
      const ranges = places.flatMap(({ lock, from, to: end }) => storedRange(lock, { from, to: end }));
      comments.placeLocks({ realPath, text, version: to }, ranges).catch(log);
    }),
  ];

  return {
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stops[0]?.();
      await Promise.all(running);
      for (const stop of stops) stop();
    },
  };
}

/** Why a version was written in which protected words are back. */
const PUT_BACK_REASON = "put protected words back";

/** Where a lock forbids every edit of agents. Where they may suggest, an external edit that waits for review is one. */
const placesOf = (lock: PlacedLock): Passage[] =>
  lock.mode !== "locked" || lock.range === null || lock.share !== undefined
    ? []
    : [lock.range, ...(lock.copies ?? [])].map(({ from, to }) => ({ lock, from, to }));

/** The range that a lock is stored with: of a section its heading. A whole document has none, and of equal passages it is not known which one it is. */
function storedRange({ lock, kind, anchor, copies }: PlacedLock, { from, to }: { from: number; to: number }) {
  if (anchor === null || copies !== undefined) return [];
  return [{ lock, from, to: kind === "section" ? from + (anchor.words ?? anchor.quote).length : to }];
}

/** What is owed after a write on top of a text with its protected words. */
function following({ text, places }: { text: string; places: readonly Passage[] }, write: NotedWrite): Owed | null {
  if (write.edit === null) return null;
  const after = applyChanges(write.edit.before, write.edit.changes);
  return owedAfter({ text, wanted: text, restore: [], places }, after);
}

/** The same text with what another external write made of it: what is protected stays as it was before the first one. */
function owedAfter({ wanted, places }: Owed, text: string): Owed {
  const changes = difference(wanted, text);
  const isWhole = changes.length > 0 && places.some(({ lock }) => lock.kind === "document");
  if (isWhole) return { text, wanted, restore: difference(text, wanted), places };
  const back = putBackProtected(wanted, changes, places);
  if (back === null) return { text, wanted: text, restore: [], places: moved(places, changes) };
  return {
    text,
    wanted: back.text,
    restore: back.changes,
    places: places.map((place, index) => ({ ...place, ...back.ranges[index] })),
  };
}

/** What is owed in the text as it is now: after the writes that were noted since, and after what the user wrote. */
function upTo(current: TextDocument, known: Owed, writes: NotedWrite[]): Owed {
  let owed = known;
  for (const write of writes.splice(0)) {
    if (write.edit === null) continue;
    owed = afterUser(owed, write.edit.before);
    const after = applyChanges(write.edit.before, write.edit.changes);
    owed = write.by.name === GIT.name ? afterUser(owed, after) : owedAfter(owed, after);
  }
  return afterUser(owed, current.text);
}

/** The same after edits that may stay: words that they wrote in place of what must be put back are newer. */
function afterUser(owed: Owed, text: string): Owed {
  if (text === owed.text) return owed;
  const changes = difference(owed.text, text);
  const restore = owed.restore
    .filter(({ from, to }) => !changesWithin(changes, from, to))
    .map(({ from, to, insert }) => ({
      from: mapPosition(changes, from, "after"),
      to: from === to ? mapPosition(changes, from, "after") : mapPosition(changes, to, "before"),
      insert,
    }));
  const wanted = applyChanges(text, restore);
  return { text, wanted, restore, places: moved(owed.places, difference(owed.wanted, wanted)) };
}

const moved = (places: readonly Passage[], changes: readonly Change[]): Passage[] =>
  places.map((place) => {
    const from = mapPosition(changes, place.from, "after");
    return { ...place, from, to: Math.max(from, mapPosition(changes, place.to, "before")) };
  });

/** The first of the words that were put back, in the text that has them again. */
function placeOfNews({ wanted, restore, places }: Pick<Owed, "wanted" | "restore" | "places">) {
  const [first] = restore;
  const from = first?.from ?? 0;
  const within = { from, to: from + (first?.insert.length ?? 0) };
  const place = places.find((each) => each.from < within.to && within.from < each.to) ?? within;
  const { lock } = place as Partial<Passage>;
  return withinText(wanted, lock?.kind === "document" || lock?.kind === "section" ? within : place);
}

const mapBack = ([first]: readonly Change[], { from }: { from: number }) =>
  first === undefined ? { from, to: from } : { from: first.from, to: first.to };

const withinText = (text: string, { from, to }: { from: number; to: number }) => ({
  from: Math.min(from, text.length),
  to: Math.min(to, text.length),
});
