/** The list of files of a shared folder that travel as whole versions: images, PDFs and Office documents. A Yjs map beside that of the texts. */
import type * as Y from "yjs";
import { MAX_WHOLE_BYTES, MAX_WHOLE_FILES } from "../limits";
import { isBinaryName, isImageName, isPdfName, officeFormatOf } from "../text/format";
import { isSharedPath } from "./document-name";

/** The version of a file that is shared. */
export type WholeVersion = {
  /** SHA-256 of its bytes, in hex. */
  hash: string;
  size: number;
  /** Who made the version, by the name that the member gives; may be empty. */
  by: string;
  /** What it replaced, the newest first: `shortHash` of each, as far back as an entry goes. */
  before: readonly string[];
};

export type WholeList = {
  /** Versions by path. Entries that no member of ours would make are left out. */
  entries(): Map<string, WholeVersion>;
  /** The version of one path; null if it has none. */
  get(path: string): WholeVersion | null;
  set(path: string, version: WholeVersion): void;
  remove(path: string): void;
  /** As one change, so that others see a rename and not a deletion. */
  rename(from: string, to: string): void;
};

const SHORT = 16;
/** How many versions an entry names besides its own. */
const MAX_BEFORE = 32;
const MAX_NAME = 200;

/** The beginning of a hash: enough to recognise a version that was replaced. */
const shortHash = (hash: string): string => hash.slice(0, SHORT);

/** Whether a text is the hash of a version. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** What Word, Excel and PowerPoint make beside a document while it is open. */
const openedMark = /(?:^|\/)~\$[^/]*$/;

/** Whether files of this name travel as whole versions. All others are texts, or not shared. */
export const isWholeName = (path: string): boolean =>
  (officeFormatOf(path) !== null || isPdfName(path) || (isImageName(path) && isBinaryName(path))) &&
  !openedMark.test(path);

/** How many versions a version is ahead of the one with this hash, which its maker had; infinite if it did not come after that one. */
export function aheadOf({ before }: WholeVersion, hash: string): number {
  const at = before.indexOf(shortHash(hash));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

/** What the entry of the next version says of the ones before. */
export const beforeOf = (replaced: WholeVersion | null): string[] =>
  replaced === null ? [] : [shortHash(replaced.hash), ...replaced.before].slice(0, MAX_BEFORE);

/** Reads an entry of the list, which any editor may have written; null if it is none. */
export function readWholeVersion(value: unknown): WholeVersion | null {
  if (typeof value !== "object" || value === null) return null;
  const { hash, size, by, before } = value as Record<string, unknown>;
  if (typeof hash !== "string" || !isHash(hash)) return null;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0 || size > MAX_WHOLE_BYTES) return null;
  const earlier = Array.isArray(before) ? before.slice(0, MAX_BEFORE) : [];
  return {
    hash,
    size,
    by: typeof by === "string" ? by.trim().slice(0, MAX_NAME) : "",
    before: earlier.filter((each): each is string => typeof each === "string" && /^[0-9a-f]{16}$/.test(each)),
  };
}

/** The hashes that the list names, also in entries that no member of ours would make: those of a newer Galley count, too. */
export function namedHashes(document: Y.Doc): Set<string> {
  const named = new Set<string>();
  for (const entry of document.getMap("whole").values()) {
    const hash = typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>)["hash"] : null;
    if (typeof hash === "string" && isHash(hash)) named.add(hash);
  }
  return named;
}

export function wholeList(document: Y.Doc): WholeList {
  const versions = document.getMap("whole");
  const get = (path: string): WholeVersion | null =>
    isWholeName(path) && isSharedPath(path) ? readWholeVersion(versions.get(path)) : null;
  return {
    get,
    entries() {
      const found = new Map<string, WholeVersion>();
      for (const path of [...versions.keys()].sort()) {
        const version = get(path);
        if (version !== null && found.size < MAX_WHOLE_FILES) found.set(path, version);
      }
      return found;
    },
    set: (path, { hash, size, by, before }) => void versions.set(path, { hash, size, by, before: [...before] }),
    remove: (path) => versions.delete(path),
    rename(from, to) {
      const version = readWholeVersion(versions.get(from));
      if (version === null) return;
      document.transact(() => {
        versions.delete(from);
        versions.set(to, { ...version, before: [...version.before] });
      });
    },
  };
}
