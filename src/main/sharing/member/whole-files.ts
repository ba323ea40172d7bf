import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type SerialQueue, serialQueue } from "../../../core/async/serial-queue";
import { MAX_WHOLE_FILES } from "../../../core/limits";
import { aheadOf, type WholeList, type WholeVersion } from "../../../core/sharing/whole-list";
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
import { MAX_DELETED_AT_ONCE } from "../../limits";
import { createBlobClient } from "./blob-client";
import { type FoundFile, findFile, type RememberedHashes } from "./file-hashes";
import { type CommonVersions, createCommon, followPlan } from "./follow-plan";
import { reasons } from "./reasons";
import { folderIdentity } from "./shared-files";
import { createSpellings, isSpelledSo, type Spellings } from "./spellings";
import { createTransferJobs, FRESH_MS } from "./transfer-jobs";
import { createTransfers } from "./whole-transfers";

/** The files of a shared folder that travel as whole versions, kept in sync in the background. */
export type WholeFiles = {
  /** The list or the folder may have changed: `here` has the paths of such files in it. */
  compare(listing: FolderListing): void;
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
  /** Milliseconds between two comparisons while files are under way, so that most of the time is left for them. */
  pause(): number;
  /** Whether nothing is under way, and nothing waits for the connection. */
  isIdle(): boolean;
  close(): Promise<void>;
};

/** The folder as it was listed: `identity` is that of the folder at the root, and `isEmpty` says that nothing was in it when it was looked at for the first time. */
export type FolderListing = { here: ReadonlySet<string>; identity: string; isEmpty: boolean };

export type WholeFilesOptions = {
  root: string;
  link: { url: string; secret: string };
  dataDir: string;
  engine: Pick<Engine, "documents" | "review" | "packages">;
  list: WholeList;
  /** The name of this machine's member, and the one by which the others see an agent of this machine. */
  member: string;
  agentName(agent: string): string;
  hashes: RememberedHashes;
  /** Whether what is changed here is sent; null until the server has said so. */
  mayWrite(): boolean | null;
  /** Whether the shared folder is at its path, and not another one in its place. */
  isFolderThere(): boolean;
  /** What both sides have in common now; null if the file is gone on both. */
  keepCommon(path: string, common: WholeCommon | null): void;
  onProblem(path: string, why: string | null): void;
  /** The folder must be compared again, after this many milliseconds. */
  again(pause: number): void;
  /** Another folder is in the place of the shared one. */
  onGone(): void;
  onKeptBoth(path: string, copy: string): void;
  onMerged(path: string): void;
  onCameBack(path: string): void;
  onRestored(count: number): void;
  onChange(): void;
};

/** How many files are hashed at once. */
const HASHING = 2;
const MAX_PAUSE_MS = 30_000;

export function joinWholeFiles(options: WholeFilesOptions): WholeFiles {
  const { root, list, hashes } = options;
  const stopping = new AbortController();
  const parts = join(options.dataDir, "joined-parts", fileNameFor(root));
  const client = createBlobClient(options.link);
  const enqueue = serialQueue();
  const writers = new Map<string, string>();
  const common = createCommon(options);
  const spellings = createSpellings();
  const { set: setProblem, clear: clearProblems } = createProblems(options);
  let files = 0;
  let took = 0;
  /** Whether the folder was empty at the first look, until something was done about it: the texts that come back may be in it by then. */
  let wasEmpty = false;
  let listed: ReadonlyMap<string, WholeVersion> = new Map();

  const transfers = createTransfers({ ...options, client, parts, signal: stopping.signal });
  const { again, onChange } = options;
  const jobs = createTransferJobs({
    run: transfer,
    signal: stopping.signal,
    onProblem: setProblem,
    onStale: (path) => hashes.forget(join(root, path)),
    again,
    onChange,
  });
  // The user has decided on edits of a document that may be waited for.
  const stopReviews = options.engine.review.onDecided(() => {
    if (jobs.hasBusy()) again(FRESH_MS);
  });
  // What an earlier process was fetching.
  makeFolders(parts, 0o700);
  void enqueue(() => emptied(parts));

  const known = { hashes, list, common, spellings, setProblem };
  const sidesOf = (path: string, folders = new Map<string, Promise<boolean>>()) =>
    findSides({ root, path, folders }, known);

  /** Both have the same now. */
  function agree(path: string, { here, shared, common: before }: WholeSides): void {
    setProblem(path, null);
    jobs.succeeded(path);
    const by = shared?.by ?? "";
    // Agents and guests have this machine's name behind theirs.
    const isOwn = before?.hash === here ? before?.isOwn : by === options.member || by.endsWith(` (${options.member})`);
    common.keep(path, here === null ? null : { hash: here, isOwn: isOwn ?? false });
  }

  async function compareAll({ here, identity }: FolderListing): Promise<void> {
    const mayWrite = options.mayWrite();
    if (mayWrite === null) return;
    listed = list.entries();
    files = listed.size;
    const paths = new Set([...here, ...listed.keys(), ...common.paths()]);
    clearProblems(paths);
    spellings.learn(paths);
    const free = [...paths].filter((path) => !jobs.isTaken(path));
    const { sides, isSomeFresh } = await allSides(free, { mayWrite, sidesOf, signal: stopping.signal });
    if (stopping.signal.aborted) return;
    if (isSomeFresh) again(FRESH_MS);
    for (const [path, each] of sides) {
      if (decideWhole(each, mayWrite) !== "equal") continue;
      if (mustBeProvided(each, mayWrite)) jobs.add(path);
      else agree(path, each);
    }
    const plan = planWhole(sides, mayWrite);
    const gone = [...plan.steps].flatMap(([path, step]) => (step === "delete there" ? [path] : []));
    if (gone.length + plan.renamedHere.length > 0 && (await folderIdentity(root)) !== identity) return options.onGone();
    const isMissing =
      gone.length > 0 && (wasEmpty || (gone.length > MAX_DELETED_AT_ONCE && gone.length > listed.size / 2));
    if (isMissing) options.onRestored(gone.length);
    await followPlan(plan, { sides, isMissing }, { ...known, root, jobs, transfers, again });
    wasEmpty = false;
    onChange();
  }

  async function transfer(path: string): Promise<void> {
    const mayWrite = options.mayWrite();
    const found = await sidesOf(path);
    if (found === null || mayWrite === null || stopping.signal.aborted) return;
    const { sides, size } = found;
    const step: WholeStep = decideWhole(sides, mayWrite);
    const { here, shared } = sides;
    // Somebody is writing it: what is put in its place now would take the rest of it away.
    if (found.isFresh) return again(FRESH_MS);
    if (step === "equal" && here !== null && mustBeProvided(sides, mayWrite)) {
      await transfers.provide(path, { hash: here, size });
      return agree(path, sides);
    }
    if (step === "send" && here !== null) {
      if (shared === null && files >= MAX_WHOLE_FILES) throw new ToolError("too_large", reasons.tooManyFiles);
      const by = writers.get(path) ?? writerUnderWay(here, options) ?? options.member;
      await transfers.send(path, { hash: here, size, by, sides });
      if (shared === null) files += 1;
      if (shared === null && sides.common !== null) options.onCameBack(path);
      if (writers.get(path) === by) writers.delete(path);
      common.keep(path, { hash: here, isOwn: true });
    } else if ((step === "fetch" || step === "keep both") && shared !== null) {
      const kept = step === "keep both" ? { common: commonBase(sides.common, shared) } : null;
      const { copy, isMerged } = await transfers.fetch(path, { shared, here, kept });
      common.keep(path, { hash: shared.hash, isOwn: false });
      if (copy !== null) options.onKeptBoth(path, copy);
      if (isMerged) options.onMerged(path);
      // The copy, or what was merged, is for the others, too.
      if (copy !== null || isMerged) again(0);
    } else return again(0);
    setProblem(path, null);
    jobs.succeeded(path);
  }

  const compare = withLatest(enqueue, async (listing: FolderListing) => {
    if (stopping.signal.aborted) return;
    const start = performance.now();
    await compareAll(listing).catch((error: unknown) => {
      if (!stopping.signal.aborted) setProblem(".", error instanceof Error ? error.message : String(error));
    });
    took = performance.now() - start;
  });

  return {
    compare(listing) {
      wasEmpty ||= listing.isEmpty;
      compare(listing);
    },
    pause: () => Math.min(MAX_PAUSE_MS, took * 10),
    connected() {
      client.retry();
      jobs.retry();
    },
    wrote: (path, writer) => void writers.set(path, writer),
    setCommon(now) {
      common.replace(now);
      jobs.forget();
    },
    paths: () => [...new Set([...listed.keys(), ...common.paths()])],
    known: () => [...common.paths()],
    counts: () => ({ files, waiting: jobs.waiting() }),
    isIdle: () => enqueue.size() === 0 && jobs.isIdle(),
    async close() {
      stopping.abort();
      stopReviews();
      await enqueue.idle();
      await jobs.close();
      client.close();
      await emptied(parts);
    },
  };
}

/**
 * The hash of the version that the shared one began with, too. One that lost to a version made at the same time is none: merged with it as the base, its
 * words would count as deleted there.
 */
const commonBase = (common: WholeCommon | null, shared: WholeVersion): string | null =>
  common !== null && Number.isFinite(aheadOf(shared, common.hash)) ? common.hash : null;

/** Why files are not in sync, by path. */
function createProblems({ onProblem }: Pick<WholeFilesOptions, "onProblem">) {
  const problems = new Set<string>();
  const set = (path: string, why: string | null): void => {
    if (why === null ? problems.delete(path) : problems.add(path)) onProblem(path, why);
  };
  return {
    set,
    /** Those of files that are no longer there. */
    clear(paths: ReadonlySet<string>): void {
      for (const path of problems) if (!paths.has(path)) set(path, null);
    },
  };
}

/** Runs `task` for what was given last, once the task before is done. */
function withLatest<Given>(enqueue: SerialQueue, task: (given: Given) => Promise<void>): (given: Given) => void {
  let next: { given: Given } | null = null;
  return (given) => {
    const isPlanned = next !== null;
    next = { given };
    if (isPlanned) return;
    void enqueue(async () => {
      const now = next;
      next = null;
      if (now !== null) await task(now.given);
    });
  };
}

/**
 * The sides of many files. While somebody is writing one of them, it is left out, and no file counts as deleted here: the one that is written may be the
 * same under a new name.
 */
async function allSides(
  paths: readonly string[],
  {
    mayWrite,
    sidesOf,
    signal,
  }: {
    mayWrite: boolean;
    sidesOf(path: string, folders: Map<string, Promise<boolean>>): Promise<FileSides | null>;
    signal: AbortSignal;
  },
): Promise<{ sides: Map<string, WholeSides>; isSomeFresh: boolean }> {
  const folders = new Map<string, Promise<boolean>>();
  const sides = new Map<string, WholeSides>();
  let isSomeFresh = false;
  await eachOf(paths, HASHING, async (path) => {
    const found = signal.aborted ? null : await sidesOf(path, folders);
    if (found === null) return;
    if (found.isFresh && decideWhole(found.sides, mayWrite) !== "equal") isSomeFresh = true;
    else sides.set(path, found.sides);
  });
  if (isSomeFresh)
    for (const [path, each] of sides) if (decideWhole(each, mayWrite) === "delete there") sides.delete(path);
  return { sides, isSomeFresh };
}

/** What is known of a file; null if it cannot be shared now, which is reported. */
async function findSides(
  file: Parameters<typeof findFile>[0],
  {
    hashes,
    list,
    common,
    spellings,
    setProblem,
  }: Pick<WholeFilesOptions, "hashes" | "list"> & {
    common: CommonVersions;
    spellings: Spellings;
    setProblem(path: string, why: string): void;
  },
): Promise<FileSides | null> {
  const { path } = file;
  const found: FoundFile = await findFile(file, hashes);
  if (found.is === "unfit") {
    setProblem(path, found.why);
    return null;
  }
  const here = found.is === "file" ? found.hash : null;
  const sides = { common: common.of(path), here, shared: list.get(path) };
  const twins = here === null ? [] : spellings.others(path);
  if (twins.length > 0 && !(await isSpelledSo(file.root, path))) {
    // What is there has another spelling: it was renamed so here, or they are two files elsewhere.
    const isNew = twins.every((each) => common.of(each) === null && list.get(each) === null);
    const isSame = sides.common?.hash === here && (sides.shared?.hash ?? here) === here;
    if (isNew && isSame) return { sides: { ...sides, here: null }, size: 0, isFresh: false };
    setProblem(path, reasons.twoSpellings);
    return null;
  }
  return { sides, size: found.is === "file" ? found.size : 0, isFresh: found.is === "file" && found.isFresh };
}

type FileSides = { sides: WholeSides; size: number; isFresh: boolean };

/**
 * Whether the server must be asked for the content of a file that both have, before that is in common: one that was restored from a backup has a list that
 * names contents which it lacks, and only a member can send them.
 */
const mustBeProvided = ({ common, here }: WholeSides, mayWrite: boolean): boolean =>
  mayWrite && common === null && here !== null;

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

/** Who is just writing these bytes: they can be seen in the folder before the engine says so. Null if no write that needs review is under way. */
function writerUnderWay(
  hash: string,
  { engine, agentName }: Pick<WholeFilesOptions, "engine" | "agentName">,
): string | null {
  const write = engine.review.announced().find(({ to }) => to === hash)?.write;
  return write === undefined ? null : agentName(write.by);
}
