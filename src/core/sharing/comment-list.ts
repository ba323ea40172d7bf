/** The comments of a shared folder: one Yjs map of small entries, so that what two members write at the same time is both kept. */
import type * as Y from "yjs";
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

/** The name of the map in the shared document. */
export const ROOT = "comments";
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
export function readKey(key: string): { text: string; entry: string } | null {
  const [text, entry] = [key.slice(0, TEXT_ID), key.slice(TEXT_ID + 1)];
  return isTextId(text) && key[TEXT_ID] === "/" && readEntryName(entry) !== null ? { text, entry } : null;
}

/** Whether a value of the map can be an entry. */
export const isContent = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_CHARACTERS;

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
