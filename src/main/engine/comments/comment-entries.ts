import { createHash } from "node:crypto";
import { type CommentEntries, readEntryName } from "../../../core/sharing/comment-list";
import type { CommentAuthor, CommentMessage, CommentThread, StoredAbout, StoredLock } from "../ports/comments";
import { MAX_MESSAGES, MAX_THREADS } from "../ports/limits";
import { anchor, lock, message, ordered, orderedAnchor, orderedLock, thread } from "./comment-file";

/** Names of authors here and in a shared folder: this machine knows its own user by another name than the others do. */
export type SharedNames = {
  /** The names that others may know an author by, the one for a new message first. */
  shared(author: CommentAuthor): CommentAuthor[];
  /** What an author is called here whose message arrives. */
  local(author: CommentAuthor): CommentAuthor;
};

const status = thread.pick({ status: true, needs_me: true, changed: true });
const work = thread.pick({ writes: true, edits: true });

/** The sound ones of these entries, as ours are written. */
export function readEntries(entries: CommentEntries): Map<string, string> {
  const found = new Map<string, string>();
  for (const [entry, content] of entries) {
    const read = readEntry(entry, content);
    if (read !== null) found.set(entry, read);
  }
  return found;
}

/**
 * The ids of entries that are beyond the limits of a stored file: threads with too many messages, and, if a document has too many threads or locks, the
 * last of them by id, so that all members leave out the same ones. Entries in `local` are stored already and are never among these last ones.
 */
export function beyondLimits(entries: CommentEntries, local: CommentEntries = new Map()): Set<string> {
  const messages = new Map<string, number>();
  const locks: string[] = [];
  for (const entry of entries.keys()) {
    const name = readEntryName(entry);
    if (name?.kind === "lock") locks.push(name.owner);
    else if (name !== null)
      messages.set(name.owner, (messages.get(name.owner) ?? 0) + (name.kind === "message" ? 1 : 0));
  }
  const tooLong = [...messages].filter(([, count]) => count > MAX_MESSAGES).map(([thread]) => thread);
  const stored = new Set([...local.keys()].map((entry) => readEntryName(entry)?.owner));
  const tooMany = (ids: string[]): string[] => {
    const excess = ids.length - MAX_THREADS;
    return excess > 0
      ? ids
          .filter((id) => !stored.has(id))
          .sort()
          .slice(-excess)
      : [];
  };
  return new Set([...tooLong, ...tooMany([...messages.keys()]), ...tooMany(locks)]);
}

/** The content of an entry as one of ours writes it; null if it is not sound. */
export function readEntry(entry: string, content: string): string | null {
  const name = readEntryName(entry);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return null;
  }
  if (name?.kind === "status") return written(status.safeParse(value).data, statusOf);
  if (name?.kind === "anchor") return written(anchor.safeParse(value).data, orderedAnchor);
  if (name?.kind === "work") return written(work.safeParse(value).data, workOf);
  if (name?.kind === "lock") return written(lock.safeParse(value).data, orderedLock);
  const read = message.safeParse(value).data;
  // The name says which message it is.
  if (read === undefined || name === null || messageEntry(name.owner, read) !== entry) return null;
  return written(read, plainMessage);
}

const written = <Value>(value: Value | undefined, order: (value: Value) => object): string | null =>
  value === undefined ? null : JSON.stringify(order(value));

const statusOf = ({ status: state, needs_me, changed }: Pick<CommentThread, "status" | "needs_me" | "changed">) => ({
  status: state,
  ...(needs_me && { needs_me }),
  changed,
});

const workOf = ({ writes = [], edits = [] }: Pick<CommentThread, "writes" | "edits">) => ({
  ...(writes.length > 0 && { writes }),
  ...(edits.length > 0 && { edits }),
});

const plainMessage = ({ author: { name, kind }, text, at }: CommentMessage): CommentMessage => ({
  author: { name, kind },
  text,
  at,
});

/** The entry of a message: no two have the same, unless one author wrote both in one thread at one time. */
const messageEntry = (owner: string, { author, at }: CommentMessage): string =>
  `${owner}/message/${at}/${tagOf(author)}`;

/** All messages of a document are named at each change of its text, and few authors wrote them. */
const tags = new Map<string, string>();
const MAX_TAGS = 1_000;

function tagOf({ name, kind }: CommentAuthor): string {
  const author = JSON.stringify([kind, name]);
  const known = tags.get(author);
  if (known !== undefined) return known;
  const tag = createHash("sha256").update(author).digest("hex").slice(0, 16);
  if (tags.size >= MAX_TAGS) tags.clear();
  tags.set(author, tag);
  return tag;
}

/** What is stored about a document, as entries of a shared folder. `known` has the entries of messages that were shared before. */
export function toEntries(
  { threads, locks }: StoredAbout,
  known: readonly CommentEntries[],
  names: SharedNames,
): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [id, each] of Object.entries(threads)) {
    const { status: state, needs_me, changed, anchor: passage, messages, writes, edits } = ordered(each);
    entries.set(`${id}/status`, JSON.stringify(statusOf({ status: state, needs_me, changed })));
    entries.set(`${id}/anchor`, JSON.stringify(passage));
    const done = workOf({ writes, edits });
    if (Object.keys(done).length > 0) entries.set(`${id}/work`, JSON.stringify(done));
    for (const one of messages) {
      const shared = asShared(id, one, known, names);
      entries.set(messageEntry(id, shared), JSON.stringify(shared));
    }
  }
  for (const [id, each] of Object.entries(locks)) entries.set(id, JSON.stringify(orderedLock(each)));
  return entries;
}

/** A message as the others know it. */
function asShared(
  owner: string,
  one: CommentMessage,
  known: readonly CommentEntries[],
  names: SharedNames,
): CommentMessage {
  const candidates = names.shared(one.author).map((author) => plainMessage({ ...one, author }));
  const isKnown = (each: CommentMessage) => known.some((entries) => entries.has(messageEntry(owner, each)));
  return candidates.find(isKnown) ?? sameMessage(owner, one, known) ?? candidates[0] ?? one;
}

/** The same message under another name: it came here in another way as well, as by Git. */
function sameMessage(
  owner: string,
  { text, at }: CommentMessage,
  known: readonly CommentEntries[],
): CommentMessage | undefined {
  const start = `${owner}/message/${at}/`;
  for (const entries of known)
    for (const [entry, content] of entries) {
      if (!entry.startsWith(start)) continue;
      const found: CommentMessage = JSON.parse(content);
      if (found.text === text) return found;
    }
  return undefined;
}

/** These entries as they are stored. Authors of messages that were here keep their names. */
export function fromEntries(
  entries: CommentEntries,
  current: StoredAbout,
  known: readonly CommentEntries[],
  names: SharedNames,
): StoredAbout {
  const authors = new Map<string, CommentAuthor>();
  for (const [id, { messages }] of Object.entries(current.threads))
    for (const one of messages) authors.set(messageEntry(id, asShared(id, one, known, names)), one.author);
  const parts = Map.groupBy(entries, ([entry]) => readEntryName(entry)?.owner ?? "");
  const threads: StoredAbout["threads"] = {};
  const locks: StoredAbout["locks"] = {};
  for (const [id, found] of [...parts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (id.startsWith("l_")) locks[id] = JSON.parse(found[0]?.[1] ?? "{}") as StoredLock;
    else {
      const made = threadOf(found, (entry, author) => authors.get(entry) ?? names.local(author));
      if (made !== null) threads[id] = made;
    }
  }
  return { threads, locks };
}

function threadOf(
  entries: readonly [entry: string, content: string][],
  nameOf: (entry: string, author: CommentAuthor) => CommentAuthor,
): CommentThread | null {
  const made: Partial<CommentThread> = {};
  const messages: CommentMessage[] = [];
  for (const [entry, content] of entries) {
    const kind = readEntryName(entry)?.kind;
    const value = JSON.parse(content);
    if (kind === "anchor") made.anchor = value;
    else if (kind === "message") messages.push({ ...value, author: nameOf(entry, value.author) });
    else Object.assign(made, value);
  }
  if (made.status === undefined || made.anchor === undefined || messages.length === 0) return null;
  messages.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { ...made, messages } as CommentThread;
}
