import { createHash } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { MAX_WHOLE_BYTES } from "../../../core/limits";
import { reasons } from "./reasons";

/** What a file was when it was hashed: a guess that it still has this hash, until it is written over. */
export type HashedFile = { stamp: string; hash: string };

/** What stands at a path: nothing; a file, which `isFresh` if it was changed a moment ago; or something that cannot be shared, and why. */
export type FoundFile =
  | { is: "missing" }
  | { is: "file"; hash: string; size: number; isFresh: boolean }
  | { is: "unfit"; why: string };

/** Remembers hashes by the real paths of files. */
export type RememberedHashes = {
  of(realPath: string): HashedFile | null;
  keep(realPath: string, file: HashedFile): void;
  forget(realPath: string): void;
};

/** Milliseconds after a change in which a file may be changed again unseen, since clocks of disks are coarse: its hash is not remembered. */
const COARSE_MS = 2000;
/** Milliseconds without a change after which a program is taken to be done with writing. */
const REST_MS = 250;
const READ_BYTES = 256 * 1024;

/** Finds out what a file of the folder is. `folders` remembers, for the time of one look at the folder, which of its folders are links. */
export async function findFile(
  { root, path, folders }: { root: string; path: string; folders: Map<string, Promise<boolean>> },
  remembered: RememberedHashes,
): Promise<FoundFile> {
  const steps = path.split("/");
  for (let count = 1; count < steps.length; count++) {
    const folder = steps.slice(0, count).join("/");
    const isLink =
      folders.get(folder) ??
      lstat(join(root, folder)).then(
        (found) => found.isSymbolicLink(),
        () => false,
      );
    folders.set(folder, isLink);
    if (await isLink) return { is: "unfit", why: reasons.linked };
  }
  const realPath = join(root, path);
  try {
    const found = await lstat(realPath, { bigint: true });
    if (found.isSymbolicLink()) return { is: "unfit", why: reasons.linked };
    if (!found.isFile()) return { is: "unfit", why: reasons.noFile };
    if (found.size > MAX_WHOLE_BYTES) return { is: "unfit", why: reasons.fileTooLarge };
    const known = remembered.of(realPath);
    if (known?.stamp === stampOf(found)) return fileOf(found, known.hash);
    const opened = await openFile(realPath);
    try {
      const before = await opened.stat({ bigint: true });
      const hash = await hashOf(opened);
      const after = await opened.stat({ bigint: true });
      if (stampOf(before) !== stampOf(after)) return { ...fileOf(after, hash), isFresh: true };
      if (!isWithin(after, COARSE_MS)) remembered.keep(realPath, { stamp: stampOf(after), hash });
      return fileOf(after, hash);
    } finally {
      await opened.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      remembered.forget(realPath);
      return { is: "missing" };
    }
    return { is: "unfit", why: `it could not be read (${message})` };
  }
}

/** Opens a regular file to read it; never through a link, and without waiting for a pipe. */
export const openFile = (realPath: string): Promise<FileHandle> =>
  open(realPath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));

const fileOf = (found: BigIntStats, hash: string): FoundFile & { is: "file" } => ({
  is: "file",
  hash,
  size: Number(found.size),
  isFresh: isWithin(found, REST_MS),
});

const isWithin = ({ mtimeMs, ctimeMs }: BigIntStats, limit: number): boolean => {
  const age = Date.now() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
  return age >= 0 && age < limit;
};

/** Every write of a file moves one of these on, except one within the tick of a coarse clock. */
const stampOf = ({ size, mtimeNs, ctimeNs, ino, dev }: BigIntStats): string =>
  [size, mtimeNs, ctimeNs, ino, dev].join(" ");

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
    // A file that grows while it is read has no end.
    if (at > MAX_WHOLE_BYTES) throw new Error(reasons.fileTooLarge);
  }
}
