/** Checks on a server what commenters change in the shared comments. */
import * as Y from "yjs";
import { isContent, mayComment, ROOT, readEntryName, readKey } from "./comment-list";

export type CommenterRules = {
  /** Reads an entry's content. */
  isSound(entry: string, content: string): boolean;
  /** Of a text, and of a thread. With more than these, members would show none. */
  maxThreads: number;
  maxMessages: number;
};

export type CommenterVerdict =
  /** `clients`: the client ids of Yjs under which it writes and nobody did before. */
  { is: "allowed"; clients: number[] } | { is: "too much" | "not allowed" };

export type CommenterCheck = {
  /**
   * Whether an update does only what a commenter may. It must have everything that it builds on: the rest of it would take effect later, unseen.
   * One that is allowed counts as made. `isOwn`: whether this commenter writes under a client id of Yjs that is known. Under somebody else's it would
   * take the place of what they have not sent yet, which then never arrives and looks deleted.
   */
  check(update: Uint8Array, isOwn: (client: number) => boolean): CommenterVerdict;
  /** Whether the comments and this many bytes more are at most `max`. Close to it they may be taken for a little more than they are. */
  fits(more: number, max: number): boolean;
  /** What was allowed was not made. */
  forget(): void;
};

/** The shared comments in a copy, to which an update is applied first. */
type Replica = {
  doc: Y.Doc;
  values: Map<string, unknown>;
  /** How many entries the threads of each text have, and how many of them are messages. */
  threads: Map<string, Map<string, { entries: number; messages: number }>>;
  /** The keys that have changed since `values` was read; null for what is not a key. */
  changed: Set<string | null>;
  /** At most this many bytes; and how many there were when they were counted. */
  bytes: number;
  counted: number;
};

/** The comments are counted again once a part of the maximum as large as this is new: changes of a status leave less than they bring. */
const RECOUNT = 1 / 64;

/**
 * Keeps a copy of the document, made again only when something was applied to it that is not in the document: the server has one thread, and commenters
 * can send a lot.
 */
export function createUpdateCheck(
  document: Y.Doc,
  { isSound, maxThreads, maxMessages }: CommenterRules,
): CommenterCheck {
  let replica: Replica | null = null;
  const forget = (): void => {
    replica?.doc.destroy();
    replica = null;
  };
  const replicaNow = (): Replica => {
    replica ??= createReplica(document);
    return replica;
  };
  document.on("update", (update: Uint8Array) => {
    if (replica !== null) Y.applyUpdate(replica.doc, update);
  });
  document.on("destroy", forget);

  function isAllowedAt({ doc, values }: Replica, key: string | null): boolean {
    const read = key === null ? null : readKey(key);
    if (key === null || read === null) return false;
    const [old, now]: unknown[] = [values.get(key), doc.getMap(ROOT).get(key)];
    if (!isContent(now) || !isSound(read.entry, now)) return false;
    // Two commenters may complete the same thread at the same time.
    if (old === now && readEntryName(read.entry)?.kind !== "lock") return true;
    return mayComment(read.entry, old === undefined ? undefined : String(old), now);
  }

  /** Whether the entry at this key is one too many. */
  function isTooMuch({ threads }: Replica, key: string, isNewThread: boolean): boolean {
    const read = readKey(key);
    const name = read && readEntryName(read.entry);
    if (read === null || name === null) return false;
    const known = threads.get(read.text);
    if (isNewThread && (known?.size ?? 0) > maxThreads) return true;
    return name.kind === "message" && (known?.get(name.owner)?.messages ?? 0) > maxMessages;
  }

  function judge(update: Uint8Array, isOwn: (client: number) => boolean): CommenterVerdict {
    const now = replicaNow();
    const { doc, changed } = now;
    if (hasPending(doc)) return { is: "not allowed" };
    const clients = new Set<number>();
    for (const { client, isItem, end } of structsOf(update)) {
      const known = Y.getState(doc.store, client);
      if (known === 0) clients.add(client);
      if (known === 0 ? !isItem : end > known && !(isItem && isOwn(client))) return { is: "not allowed" };
    }
    readValues(now);
    const roots = doc.share.size;
    Y.applyUpdate(doc, update);
    const isAllowed =
      !hasPending(doc) && doc.share.size === roots && [...changed].every((key) => isAllowedAt(now, key));
    if (!isAllowed) {
      forget();
      return { is: "not allowed" };
    }
    const added = readValues(now);
    if ([...added].some(([key, { isNewThread }]) => isTooMuch(now, key, isNewThread))) {
      forget();
      return { is: "too much" };
    }
    return { is: "allowed", clients: [...clients] };
  }

  return {
    check(update, isOwn) {
      try {
        return judge(update, isOwn);
      } catch {
        forget();
        return { is: "not allowed" };
      }
    },
    fits(more, max) {
      const now = replicaNow();
      if (now.bytes + more > max && now.bytes - now.counted > max * RECOUNT)
        now.bytes = now.counted = Y.encodeStateAsUpdate(now.doc).length;
      return now.bytes + more <= max;
    },
    forget,
  };
}

function createReplica(document: Y.Doc): Replica {
  const doc = new Y.Doc();
  const whole = Y.encodeStateAsUpdate(document);
  Y.applyUpdate(doc, whole);
  const map = doc.getMap(ROOT);
  const made: Replica = {
    doc,
    values: new Map(),
    threads: new Map(),
    changed: new Set(map.keys()),
    bytes: whole.length,
    counted: whole.length,
  };
  readValues(made);
  map.observe(({ keysChanged }) => {
    for (const key of keysChanged) made.changed.add(typeof key === "string" ? key : null);
  });
  doc.on("update", (update: Uint8Array) => {
    made.bytes += update.length;
  });
  return made;
}

/** Reads the values that have changed. Returns the keys that are new, and whether they begin a thread. */
function readValues(replica: Replica): Map<string, { isNewThread: boolean }> {
  const { doc, values, changed } = replica;
  const map = doc.getMap(ROOT);
  const added = new Map<string, { isNewThread: boolean }>();
  for (const key of changed) {
    if (key === null) continue;
    const [old, now]: unknown[] = [values.get(key), map.get(key)];
    if (now === undefined) values.delete(key);
    else values.set(key, now);
    if (isContent(old) === isContent(now)) continue;
    const isNewThread = count(replica, key, isContent(now) ? 1 : -1);
    if (isContent(now)) added.set(key, { isNewThread });
  }
  changed.clear();
  return added;
}

/** Counts an entry that has come or gone. Whether it is the first of a thread. */
function count({ threads }: Replica, key: string, by: 1 | -1): boolean {
  const read = readKey(key);
  const name = read && readEntryName(read.entry);
  if (read === null || name === null || name.kind === "lock") return false;
  const ofText = threads.get(read.text) ?? new Map();
  const { entries, messages } = ofText.get(name.owner) ?? { entries: 0, messages: 0 };
  if (entries + by > 0)
    ofText.set(name.owner, { entries: entries + by, messages: messages + (name.kind === "message" ? by : 0) });
  else ofText.delete(name.owner);
  if (ofText.size > 0) threads.set(read.text, ofText);
  else threads.delete(read.text);
  return entries === 0;
}

/** What no observer sees is not an item: it only occupies the clocks of its client. `end` is the first clock behind it. */
const structsOf = (update: Uint8Array): { client: number; isItem: boolean; end: number }[] =>
  Y.decodeUpdate(update).structs.map((struct) => ({
    client: struct.id.client,
    isItem: struct instanceof Y.Item,
    end: struct.id.clock + struct.length,
  }));

/** Whether a part of an update waits for something that is not there. */
const hasPending = ({ store }: Y.Doc): boolean => store.pendingStructs !== null || store.pendingDs !== null;
