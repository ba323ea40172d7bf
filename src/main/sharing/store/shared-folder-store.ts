import { createHash, randomBytes } from "node:crypto";
import * as Y from "yjs";
import type { BlobStore, StoredChunk } from "./blob-store";

/** What the holder of a link may do. Only an editor's updates are accepted, and of a commenter those that add comments. */
export type Role = "reader" | "commenter" | "editor";

/** A new link: its secret is stored only as a hash. */
export type NewLink = { role: Role; secret: string };

/** A stored update of a document. */
export type StoredUpdate = { document: string; update: Uint8Array };

/**
 * The links of a shared folder, and its documents as a log of updates. Every method rejects if the store cannot be used now, or does not confirm that
 * it has what it was given.
 */
export type SharedFolderStore = {
  /** Makes a link for each role, and one for editors if there would be none. `revoke` ends all earlier ones. All or nothing. */
  makeLinks(wanted: { roles: readonly Role[]; revoke: boolean }): Promise<NewLink[]>;
  /** What the holder of this secret may do; null if it is none of ours. */
  roleOf(secret: string): Promise<Role | null>;
  /** The hashes of all links (`hashOf`): those of connected clients must be among them. */
  links(): Promise<Set<string>>;
  /** Stores an update of a document. Resolves once it would survive a power cut. */
  append(document: string, update: Uint8Array): Promise<void>;
  /** Everything stored of a document, in one update; null if there is nothing. What is damaged is left out, and reported. */
  load(document: string): Promise<Uint8Array | null>;
  /** Resolves if the store can be used now. */
  check(): Promise<void>;
  /**
   * For a store that other servers use at the same time: what they stored in the followed documents since the last call. `followed` is called during the
   * look. An update may come twice, and none is left out if a document was followed before it was loaded. Undefined: nobody else writes.
   */
  updatesOfOthers?(followed: () => readonly string[]): Promise<StoredUpdate[]>;
  /** The contents of files that are not texts. */
  blobs: BlobStore;
  /** Fills an empty store, all or nothing. Rejects with a `NotEmptyError` if it is not empty. */
  fill(contents: Contents): Promise<void>;
  /** Stores what was handed over, and lets go of the store. */
  close(): Promise<void>;
};

/** A link as it is stored: the hash of its secret. */
export type StoredLink = { hash: Uint8Array; role: Role };

/** Everything that a store has, as of one moment. */
export type Contents = AsyncIterable<StoredUpdate | StoredLink | StoredChunk>;

export const isRole = (value: unknown): value is Role =>
  value === "reader" || value === "commenter" || value === "editor";

/** The SHA-256 of a link's secret. */
export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** The new links for `roles`; with one for editors if `hasEditor` is false and none is wanted. */
export function newLinks(roles: readonly Role[], hasEditor: boolean): NewLink[] {
  const wanted: Role[] = hasEditor || roles.includes("editor") ? [...roles] : ["editor", ...roles];
  return wanted.map((role) => ({ role, secret: randomBytes(32).toString("base64url") }));
}

/** All updates of a document as one. `isSound` is false if some could not be read and are missing in it, which is reported. */
export function mergeUpdates(
  updates: readonly unknown[],
  notice: (sentence: string) => void,
): { whole: Uint8Array; isSound: boolean } {
  const doc = new Y.Doc();
  let damaged = 0;
  for (const update of updates) {
    try {
      if (update instanceof Uint8Array) Y.applyUpdate(doc, update);
    } catch {
      damaged += 1;
    }
  }
  const whole = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  if (damaged > 0) notice(`stored updates of a document that could not be read, and are kept as they are: ${damaged}`);
  return { whole, isSound: damaged === 0 };
}

/** Raised when a store that should be filled has something. */
export class NotEmptyError extends Error {
  override readonly name = "NotEmptyError";
}
