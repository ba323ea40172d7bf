/** The comments of a shared folder: one Yjs map of small entries, so that what two members write at the same time is both kept. */
import * as Y from "yjs";
import { isTextId } from "./document-name";

/**
 * What is shared about one text: JSON by the entry's name. A thread has the entries `ID/status`, `ID/anchor`, `ID/work` and, for each message,
 * `ID/message/TIME/TAG`; a protected passage has one, `ID`.
 */
export type CommentEntries = ReadonlyMap<string, string>;

/** What an entry is, by its name; null if it is none. `owner` is the id of the thread or lock. */
export type EntryName = { owner: string; kind: "status" | "anchor" | "work" | "message" | "lock" };

export type CommentList = {
  /** The entries of a text that could be ours: their contents are not checked. */
  of(text: string): Map<string, string>;
  /** The ids of all texts that have entries. */
  texts(): string[];
  /** Makes these changes at once; null removes an entry. */
  write(text: string, changes: ReadonlyMap<string, string | null>): void;
};

const ROOT = "comments";
/** More characters than this are in no entry: a thread's decided edits are the longest. */
const MAX_CHARACTERS = 400_000;

const threadEntry = /^(c_[a-z0-9]{10})\/(?:(status|anchor|work)|message\/[0-9TZ:.-]{20,30}\/[0-9a-f]{16})$/;
const lockEntry = /^l_[a-z0-9]{10}$/;

export function readEntryName(name: string): EntryName | null {
  if (lockEntry.test(name)) return { owner: name, kind: "lock" };
  const found = threadEntry.exec(name);
  if (found === null) return null;
  return { owner: found[1] as string, kind: (found[2] as EntryName["kind"] | undefined) ?? "message" };
}

const TEXT_ID = 24;

/** The parts of a key of the map, `TEXT/ENTRY`; null for a key that no member of ours makes. */
function readKey(key: string): { text: string; entry: string } | null {
  const [text, entry] = [key.slice(0, TEXT_ID), key.slice(TEXT_ID + 1)];
  return isTextId(text) && key[TEXT_ID] === "/" && readEntryName(entry) !== null ? { text, entry } : null;
}

const isContent = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_CHARACTERS;

/** Reads and writes the comments in a shared document. `onChange` receives the ids of the texts whose entries have changed. */
export function commentList(document: Y.Doc, onChange: (texts: Set<string>) => void): CommentList {
  const map = document.getMap(ROOT);
  const entriesOf = new Map<string, Set<string>>();
  const index = (key: string): string | null => {
    const read = readKey(key);
    if (read === null) return null;
    const known = entriesOf.get(read.text) ?? new Set();
    if (isContent(map.get(key))) known.add(read.entry);
    else known.delete(read.entry);
    if (known.size > 0) entriesOf.set(read.text, known);
    else entriesOf.delete(read.text);
    return read.text;
  };
  for (const key of map.keys()) index(key);
  map.observe(({ keysChanged }) => {
    const texts = new Set<string>();
    for (const key of keysChanged) {
      const text = typeof key === "string" ? index(key) : null;
      if (text !== null) texts.add(text);
    }
    if (texts.size > 0) onChange(texts);
  });
  return {
    of: (text) =>
      new Map([...(entriesOf.get(text) ?? [])].map((entry) => [entry, String(map.get(`${text}/${entry}`))])),
    texts: () => [...entriesOf.keys()],
    write(text, changes) {
      if (changes.size === 0) return;
      document.transact(() => {
        for (const [entry, content] of changes)
          if (content === null) map.delete(`${text}/${entry}`);
          else map.set(`${text}/${entry}`, content);
      });
    },
  };
}

/**
 * Whether somebody who may comment and not write may make this change of an entry: begin threads, answer them, resolve them and open them again. What
 * others have written is theirs.
 */
export function mayComment(entry: string, before: string | undefined, after: string | undefined): boolean {
  const kind = readEntryName(entry)?.kind;
  if (kind === undefined || kind === "lock" || after === undefined) return false;
  return kind === "status" || before === undefined;
}

export type CommenterRules = {
  /** Reads an entry's content. */
  isSound(entry: string, content: string): boolean;
  /**
   * Whether this commenter writes under a client id of Yjs that is in the document already. Under somebody else's it would take the place of what they
   * have not sent yet, which then never arrives and looks deleted.
   */
  isOwn(client: number): boolean;
};

/**
 * Whether an update of the shared comments does only what a commenter may. The update must have everything that it builds on: the rest of it would take
 * effect later, unseen.
 */
export function isCommentersUpdate(document: Y.Doc, update: Uint8Array, { isSound, isOwn }: CommenterRules): boolean {
  const after = new Y.Doc();
  try {
    const known = Y.decodeStateVector(Y.encodeStateVector(document));
    for (const { client, isItem, end } of structsOf(update)) {
      const from = known.get(client);
      if (from === undefined ? !isItem : end > from && !(isItem && isOwn(client))) return false;
    }
    Y.applyUpdate(after, Y.encodeStateAsUpdate(document));
    const map = after.getMap(ROOT);
    const before = map.toJSON();
    if (hasPending(after)) return false;
    let isAllowed = true;
    map.observe(({ keysChanged }) => {
      for (const key of keysChanged) isAllowed &&= typeof key === "string" && isAllowedAt(key);
    });
    const isAllowedAt = (key: string): boolean => {
      const read = readKey(key);
      const [old, now]: unknown[] = [before[key], map.get(key)];
      return (
        read !== null &&
        isContent(now) &&
        isSound(read.entry, now) &&
        // Two commenters may complete the same thread at the same time.
        ((old === now && readEntryName(read.entry)?.kind !== "lock") ||
          mayComment(read.entry, old === undefined ? undefined : String(old), now))
      );
    };
    Y.applyUpdate(after, update);
    return isAllowed && !hasPending(after) && [...after.share.keys()].every((name) => name === ROOT);
  } catch {
    return false;
  } finally {
    after.destroy();
  }
}

/** The client ids of Yjs under which an update writes and nobody did before. Throws if it is damaged. */
export function newClientsOf(document: Y.Doc, update: Uint8Array): Set<number> {
  const known = Y.decodeStateVector(Y.encodeStateVector(document));
  return new Set(structsOf(update).flatMap(({ client }) => (known.has(client) ? [] : [client])));
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
