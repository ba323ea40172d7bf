import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { keyedQueue } from "../../../core/async/serial-queue";
import type { AnnouncedWrite } from "./external-service";

/** What a tool call of an agent's session says about files. Paths are absolute, or relative to its folder. */
export type AnnouncedCall = {
  agent: string;
  folder: string;
  /** Identify the call. */
  session: string;
  conversation?: string | undefined;
  call: string;
  status: string;
  /** Passages, or whole texts where `before` is null. */
  edits: readonly { path: string; before: string | null; after: string }[];
};

const MAX_CALLS = 200;
const MAX_FILES = 100;
/** Within this time the same announcement says nothing new. */
const REPEAT_MS = 1000;
/** Of one session, in characters a second. Beyond this, a whole text counts as a passage, whose version is not known. */
const MAX_HASHED = 16_000_000;
/** Of one session. Beyond this, only the ends of announced writes are taken. */
const MAX_WAITING = 1000;

type FileWrite = Pick<AnnouncedWrite, "path" | "phase" | "version">;

/**
 * Announces the writes of tool calls: a session shows an edit before the agent makes it, often again once it is permitted, and ends the call without
 * naming the file. The announcements of a session are made one after the other. An agent may send any number of updates: repeats, and what it sends
 * faster than can be announced, are dropped.
 */
export function createAnnouncedCalls(
  announce: (write: AnnouncedWrite) => Promise<void>,
  now: () => number = () => performance.now(),
): (call: AnnouncedCall) => void {
  /** The files of the calls that have not ended, the last one last. */
  const open = new Map<string, Set<string>>();
  /** What was last announced of each file by each call, the last one last. */
  const latest = new Map<string, Pick<FileWrite, "phase" | "version"> & { at: number }>();
  const enqueue = keyedQueue();
  /** How many announcements of each session wait. */
  const waiting = new Map<string, number>();

  /** How much of each session was hashed since when. */
  const hashed = new Map<string, { since: number; characters: number }>();

  /** The version that a whole text has on the disk; null if the session sends more than is hashed. */
  function versionOf(source: string, text: string): string | null {
    const at = now();
    const last = hashed.get(source);
    const used = last === undefined || at - last.since >= 1000 ? { since: at, characters: 0 } : last;
    used.characters += text.length;
    putLast(hashed, source, used, MAX_CALLS);
    return used.characters > MAX_HASHED ? null : createHash("sha256").update(text).digest("hex");
  }

  const filesOf = (key: string): Set<string> => {
    const files = open.get(key) ?? new Set<string>();
    putLast(open, key, files, MAX_CALLS);
    return files;
  };

  /** Whether it says something new, and there is room for it. */
  function isWanted(key: string, { phase, version }: FileWrite, others: number): boolean {
    const at = now();
    const last = latest.get(key);
    if (last?.phase === phase && last.version === version && at - last.at < REPEAT_MS) return false;
    // The end of an announced write is never dropped: until it is known, every version of the file counts as the agent's.
    if (others >= MAX_WAITING && !(phase === "after" && last?.phase === "before")) return false;
    putLast(latest, key, { phase, version, at }, MAX_CALLS * MAX_FILES);
    return true;
  }

  return ({ agent: by, folder, session, conversation, call, status, edits }) => {
    const source = `${by}\n${folder}\n${session}`;
    const key = `${source}\n${call}`;
    const files = filesOf(key);
    const send = async (write: FileWrite): Promise<void> => {
      const others = waiting.get(source) ?? 0;
      // That it is at work in its folder is the same of every call, and may wait for the folder to be read.
      if (!isWanted(write.path === null ? source : `${key}\n${write.path}`, write, others)) return;
      const announceNow = () => announce({ by, session, conversation, folder, ...write });
      // An announcement that fails leaves the write an external change.
      if (write.path === null) return announceNow().catch(() => undefined);
      waiting.set(source, others + 1);
      await enqueue(source, announceNow).catch(() => undefined);
      const left = (waiting.get(source) ?? 1) - 1;
      if (left > 0) waiting.set(source, left);
      else waiting.delete(source);
    };
    const isEnded = status === "completed" || status === "failed";
    if (isEnded) open.delete(key);
    const named = edits.map((edit) => ({ ...edit, path: resolve(folder, edit.path) }));
    for (const { path } of named) if (files.size < MAX_FILES) files.add(path);
    if (files.size === 0) void send({ path: null, phase: "before", version: null });
    for (const path of files) {
      const whole = named.find((edit) => edit.path === path && edit.before === null);
      const version = whole === undefined ? null : versionOf(source, whole.after);
      void send({ path, phase: isEnded ? "after" : "before", version });
    }
  };
}

/** Sets an entry as the last one, and drops the first ones beyond `most`. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
