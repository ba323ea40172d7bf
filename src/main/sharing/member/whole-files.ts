import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { serialQueue } from "../../../core/async/serial-queue";
import { MAX_WHOLE_FILES, type WholeList } from "../../../core/sharing/whole-list";
import {
  decideWhole,
  planWhole,
  type WholeCommon,
  type WholeSides,
  type WholeStep,
} from "../../../core/sharing/whole-plan";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { fileNameFor, makeFolders } from "../../engine/storage";
import { createBlobClient, TransferError } from "./blob-client";
import { type FoundFile, findFile, type RememberedHashes } from "./file-hashes";
import { folderIdentity, MAX_DELETED_AT_ONCE } from "./shared-files";
import { createTransfers, MovedOnError, type Transfers, WaitError } from "./whole-transfers";

/** The files of a shared folder that travel as whole versions, kept in sync in the background. */
export type WholeFiles = {
  /** The list or the folder may have changed: `here` has the paths of such files in it. */
  compare(look: FolderLook): void;
  /** The server can be reached: what failed is tried again now. */
  connected(): void;
  /** A file was written through the engine, by a writer of this name. */
  wrote(path: string, writer: string): void;
  /** What was in common is no longer: the shared folder is another one. */
  setCommon(common: ReadonlyMap<string, WholeCommon>): void;
  /** The paths of all that are shared, and of those that this machine has had in common with the others. */
  paths(): string[];
  known(): string[];
  /** Shared files, and those of them that are under way or could not be had yet. */
  counts(): { files: number; waiting: number };
  /** Whether nothing is under way, and nothing waits for the connection. */
  isSettled(): boolean;
  close(): Promise<void>;
};

/** The folder as it was listed: `identity` is that of the folder at the root, and `isFirst` says that it was looked at for the first time. */
export type FolderLook = { here: ReadonlySet<string>; identity: string; isFirst: boolean };

export type WholeFilesOptions = {
  root: string;
  link: { url: string; secret: string };
  dataDir: string;
  engine: Pick<Engine, "documents" | "review">;
  list: WholeList;
  /** The name of this machine's member. */
  member: string;
  hashes: RememberedHashes;
  /** Whether what is changed here is sent; null until the server has said so. */
  mayWrite(): boolean | null;
  /** Whether the shared folder is at its path, and not another one in its place. */
  isFolderThere(): boolean;
  /** What both sides have in common now; null if the file is gone on both. */
  keepCommon(path: string, common: WholeCommon | null): void;
  onProblem(path: string, why: string | null): void;
  /** The folder, or a file of it, is to be looked at again, after so many milliseconds. */
  again(pause: number): void;
  /** Another folder is in the place of the shared one. */
  onGone(): void;
  onKeptBoth(path: string, copy: string): void;
  onCameBack(path: string): void;
  onBroughtBack(count: number): void;
  onChange(): void;
};

/** How many files are hashed at once. */
const HASHING = 2;
/** Transfers at once. */
const TRANSFERS = 3;
/** Milliseconds until a failed transfer is tried again: from the first to the longest pause. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Milliseconds until a file is looked at again that somebody is writing, or has open. */
const FRESH_MS = 300;
const BUSY_MS = 5000;
/** From this failure on, a transfer that finds no connection is a problem that is shown. */
const SHOWN_FAILURE = 3;

/** `isBusy`: somebody has the file open, or has to decide on edits of it; whatever happens in the folder may be the end of that. */
type Failure = { tries: number; at: number; isOffline: boolean; isBusy: boolean };

export function joinWholeFiles(options: WholeFilesOptions): WholeFiles {
  const { root, list, hashes } = options;
  const stopping = new AbortController();
  const parts = join(options.dataDir, "joined-parts", fileNameFor(root));
  const client = createBlobClient(options.link);
  const enqueue = serialQueue();
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, Failure>();
  const problems = new Set<string>();
  const writers = new Map<string, string>();
  let common = new Map<string, WholeCommon>();
  let next: FolderLook | null = null;
  let timer: NodeJS.Timeout | null = null;
  let files = 0;

  const transfers: Transfers = createTransfers({ ...options, client, parts, signal: stopping.signal });
  // The user has decided on edits of a document that may be waited for.
  const stopReviews = options.engine.review.onDecided(() => {
    if ([...failures.values()].some(({ isBusy }) => isBusy)) options.again(FRESH_MS);
  });
  // What an earlier process was fetching.
  makeFolders(parts, 0o700);
  void enqueue(() => emptied(parts));

  const setProblem = (path: string, why: string | null): void => {
    if (why === null ? problems.delete(path) : problems.add(path)) options.onProblem(path, why);
  };

  const keep = (path: string, now: WholeCommon | null): void => {
    const before = common.get(path);
    if (before?.hash === now?.hash && before?.isOwn === now?.isOwn) return;
    if (now === null) common.delete(path);
    else common.set(path, now);
    options.keepCommon(path, now);
  };

  /** What is known of a file; null if it cannot be shared now, which is reported. */
  async function look(path: string, folders = new Map<string, Promise<boolean>>()): Promise<LookedAt | null> {
    const found: FoundFile = await findFile({ root, path, folders }, hashes);
    if (found.is === "unfit") {
      setProblem(path, found.why);
      return null;
    }
    const here = found.is === "file" ? found.hash : null;
    const sides = { common: common.get(path) ?? null, here, shared: list.get(path) };
    return { sides, size: found.is === "file" ? found.size : 0, isFresh: found.is === "file" && found.isFresh };
  }

  /** Both have the same now. */
  function agree(path: string, { here, shared, common: before }: WholeSides): void {
    setProblem(path, null);
    failures.delete(path);
    if (here === null) keep(path, null);
    else keep(path, { hash: here, isOwn: before?.hash === here ? before.isOwn : shared?.by === options.member });
  }

  async function compareAll({ here, identity, isFirst }: FolderLook): Promise<void> {
    const mayWrite = options.mayWrite();
    if (mayWrite === null || stopping.signal.aborted) return;
    const listed = list.entries();
    files = listed.size;
    const paths = new Set([...here, ...listed.keys(), ...common.keys()]);
    for (const path of problems) if (!paths.has(path)) setProblem(path, null);
    const folders = new Map<string, Promise<boolean>>();
    const sides = new Map<string, WholeSides>();
    /** Somebody is writing a file: it may be one that was renamed. */
    let isSomeFresh = false;
    await eachOf([...paths], HASHING, async (path) => {
      if (stopping.signal.aborted || running.has(path) || (isLater(path) && !failures.get(path)?.isBusy)) return;
      const found = await look(path, folders);
      if (found === null) return;
      if (!found.isFresh || decideWhole(found.sides, mayWrite) === "equal") return void sides.set(path, found.sides);
      isSomeFresh = true;
    });
    if (stopping.signal.aborted) return;
    if (isSomeFresh) {
      options.again(FRESH_MS);
      for (const [path, each] of sides) if (decideWhole(each, mayWrite) === "delete there") sides.delete(path);
    }
    const plan = planWhole(sides, mayWrite);
    for (const [path, each] of sides) if (decideWhole(each, mayWrite) === "equal") agree(path, each);
    const gone = [...plan.steps].flatMap(([path, step]) => (step === "delete there" ? [path] : []));
    if (gone.length + plan.renamedHere.length > 0 && (await folderIdentity(root)) !== identity) return options.onGone();
    const isMissing = gone.length > 0 && (await isDiskMissing(gone.length, listed.size, isFirst));
    if (isMissing) options.onBroughtBack(gone.length);
    for (const [from, to] of plan.renamedThere) await takeRename(from, to);
    for (const [from, to] of plan.renamedHere) {
      list.rename(from, to);
      keep(to, common.get(from) ?? null);
      keep(from, null);
    }
    for (const [path, step] of plan.steps) {
      if (step === "delete here")
        await attempt(path, async () => {
          await transfers.remove(path, sides.get(path) as WholeSides);
          keep(path, null);
        });
      else if (step === "delete there") {
        if (isMissing) waiting.add(path);
        else list.remove(path);
        keep(path, null);
      } else if (step === "stays") setProblem(path, null);
      else waiting.add(path);
    }
    pump();
    options.onChange();
  }

  /** If so many files are gone at once, a disk is missing rather than the user's wish. */
  async function isDiskMissing(gone: number, all: number, isFirst: boolean): Promise<boolean> {
    // At the start, a folder in which nothing is left may be the place where a disk belongs.
    if (isFirst && (await readdir(root)).every((name) => name.startsWith("."))) return true;
    return gone > MAX_DELETED_AT_ONCE && gone > all / 2;
  }

  const takeRename = (from: string, to: string) =>
    attempt(from, async () => {
      await transfers.move(from, to);
      keep(to, { hash: common.get(from)?.hash ?? "", isOwn: false });
      keep(from, null);
    });

  const isLater = (path: string): boolean => (failures.get(path)?.at ?? 0) > performance.now();

  /** Starts what waits, as far as there is room. */
  function pump(): void {
    if (stopping.signal.aborted) return;
    for (const path of waiting) {
      if (running.size >= TRANSFERS) return;
      waiting.delete(path);
      if (running.has(path)) continue;
      const job = attempt(path, () => transfer(path)).finally(() => {
        running.delete(path);
        options.onChange();
        pump();
      });
      running.set(path, job);
    }
  }

  async function transfer(path: string): Promise<void> {
    const mayWrite = options.mayWrite();
    const found = await look(path);
    if (found === null || mayWrite === null || stopping.signal.aborted) return;
    const { sides, size } = found;
    const step: WholeStep = decideWhole(sides, mayWrite);
    const { here, shared } = sides;
    if (step === "send" && here !== null) {
      if (shared === null && files >= MAX_WHOLE_FILES)
        throw new ToolError("too_large", `only the first ${MAX_WHOLE_FILES} images and documents are shared`);
      const by = writers.get(path) ?? options.member;
      await transfers.send(path, { hash: here, size, by, sides });
      if (shared === null) files += 1;
      if (shared === null && sides.common !== null) options.onCameBack(path);
      if (writers.get(path) === by) writers.delete(path);
      keep(path, { hash: here, isOwn: true });
    } else if ((step === "fetch" || step === "keep both") && shared !== null) {
      const copy = await transfers.fetch(path, { shared, here, isKept: step === "keep both" });
      if (copy !== null) options.onKeptBoth(path, copy);
      keep(path, { hash: shared.hash, isOwn: false });
      if (copy !== null) options.again(0);
    } else return options.again(0);
    setProblem(path, null);
    failures.delete(path);
  }

  /** Runs a step of one file. What fails is tried again later. */
  async function attempt(path: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (error instanceof MovedOnError) return options.again(FRESH_MS);
      const isOffline = error instanceof TransferError && error.isOffline;
      const tries = (failures.get(path)?.tries ?? 0) + 1;
      const isBusy = error instanceof WaitError;
      const pause = isBusy ? BUSY_MS : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
      failures.set(path, { tries, at: performance.now() + pause, isOffline, isBusy });
      if (!isOffline || tries >= SHOWN_FAILURE) setProblem(path, messageOf(error));
      planAgain();
    }
  }

  /** Looks at the files that failed when the first of them is due. */
  function planAgain(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const due = Math.min(...[...failures.values()].map(({ at }) => at));
    if (stopping.signal.aborted || !Number.isFinite(due)) return;
    timer = setTimeout(
      () => {
        timer = null;
        for (const path of failures.keys()) if (!isLater(path)) waiting.add(path);
        pump();
        options.again(0);
      },
      Math.max(0, due - performance.now()),
    );
  }

  return {
    compare(look) {
      const isPlanned = next !== null;
      next = look;
      if (isPlanned) return;
      void enqueue(async () => {
        const now = next;
        next = null;
        if (now === null || stopping.signal.aborted) return;
        await compareAll(now);
      }).catch((error: unknown) => {
        if (!stopping.signal.aborted) setProblem(".", messageOf(error));
      });
    },
    connected() {
      for (const [path, failure] of failures) failures.set(path, { ...failure, at: 0 });
      planAgain();
    },
    wrote: (path, writer) => void writers.set(path, writer),
    setCommon(now) {
      common = new Map(now);
      failures.clear();
    },
    paths: () => [...new Set([...list.entries().keys(), ...common.keys()])],
    known: () => [...common.keys()],
    counts() {
      let failed = 0;
      for (const path of failures.keys()) if (!waiting.has(path) && !running.has(path)) failed += 1;
      return { files, waiting: waiting.size + running.size + failed };
    },
    isSettled: () =>
      enqueue.size() === 0 &&
      waiting.size === 0 &&
      running.size === 0 &&
      ![...failures.values()].some(({ isOffline }) => isOffline),
    async close() {
      stopping.abort();
      stopReviews();
      if (timer !== null) clearTimeout(timer);
      await enqueue.idle();
      await Promise.all(running.values());
      client.close();
      await emptied(parts);
    },
  };
}

type LookedAt = { sides: WholeSides; size: number; isFresh: boolean };

async function emptied(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await rm(join(folder, name), { force: true, recursive: true }).catch(() => undefined);
}

/** Runs `task` for each item, a few at once. */
async function eachOf<Item>(items: readonly Item[], most: number, task: (item: Item) => Promise<void>): Promise<void> {
  let at = 0;
  const run = async () => {
    for (let item = items[at++]; item !== undefined; item = items[at++]) await task(item);
  };
  await Promise.all(Array.from({ length: most }, run));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
