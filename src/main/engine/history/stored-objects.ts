import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { MAX_BYTES_IN_DATABASE } from "../ports/limits";
import type { ResilientDatabase } from "../storage/databases/resilient-database";
import { makeFolders } from "../storage/files/make-folders";
import { versionOf } from "../storage/files/version";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Compressing fewer bytes costs more than it saves. */
const WORTH_IT = 256;

/** The bytes of versions: in the database, or beside it in a file. */
export type StoredObjects = ReturnType<typeof createStoredObjects>;

/** Packed bytes that are about to be stored. `file` has them if they are too large for the database. */
export type PackedObject = { packed: PackedBytes; file: string | null };

export function createStoredObjects(
  dataDir: string,
  historyDatabase: ResilientDatabase,
  notice: (sentence: string) => void,
) {
  const objectPath = (version: string) => join(dataDir, "objects", version.slice(0, 2), version);

  return {
    async pack(bytes: Uint8Array): Promise<PackedObject> {
      const packed = await pack(bytes);
      const isBeside = historyDatabase.isPersistent && packed.bytes.length > MAX_BYTES_IN_DATABASE;
      return { packed, file: isBeside ? await writeObjectFile(dataDir, packed.bytes) : null };
    },

    store(database: DatabaseSync, version: string, { packed, file }: PackedObject): void {
      if (hasObject(database, version)) return;
      if (file) {
        // Inside the transaction, as pruning removes such files in one too: so it never removes a file that was just stored.
        makeFolders(dirname(objectPath(version)), 0o700);
        renameSync(file, objectPath(version));
        // The file's name must be durable before the database refers to it.
        syncFolderOf(objectPath(version));
      }
      database
        .prepare("INSERT INTO objects (version, packing, stored, bytes) VALUES (?, ?, ?, ?)")
        .run(version, packed.packing, packed.bytes.length, file ? null : packed.bytes);
    },

    /** Removes the bytes of versions inside a transaction. Returns how many bytes that freed. */
    remover(database: DatabaseSync): (version: string) => number {
      const remove = database.prepare(
        "DELETE FROM objects WHERE version = ? RETURNING stored, bytes IS NULL AS beside",
      );
      return (version) => {
        const object = remove.get(version);
        if (object?.["beside"] === 1) rmSync(objectPath(version), { force: true });
        return Number(object?.["stored"] ?? 0);
      };
    },

    /** Whether the bytes of a version are stored; for a separate file, whether its size is right. */
    async isComplete(version: string): Promise<boolean> {
      const row = historyDatabase.use((database) =>
        database.prepare("SELECT stored, bytes IS NULL AS beside FROM objects WHERE version = ?").get(version),
      );
      if (row === undefined || row["beside"] !== 1) return row !== undefined;
      const found = await stat(objectPath(version)).catch(() => null);
      return found?.size === row["stored"];
    },

    async content(version: string): Promise<Uint8Array | null> {
      const row = historyDatabase.use((database) =>
        database.prepare("SELECT packing, bytes FROM objects WHERE version = ?").get(version),
      );
      if (!row) return null;
      const packing = row["packing"] === "zstd" ? "zstd" : "none";
      try {
        const stored = row["bytes"] instanceof Uint8Array ? row["bytes"] : await readFile(objectPath(version));
        const bytes = await unpack({ packing, bytes: stored });
        if (versionOf(bytes) === version) return bytes;
      } catch {
        // Reported below.
      }
      notice(`one version in the history (${version.slice(0, 12)}…) is damaged and cannot be shown`);
      return null;
    },
  };
}

/** Whether the bytes of a version are stored. */
export const hasObject = (database: DatabaseSync, version: string): boolean =>
  database.prepare("SELECT 1 FROM objects WHERE version = ?").get(version) !== undefined;

/** Also syncs the parent folder, which may have been made for the file. */
function syncFolderOf(path: string): void {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    let opened: number | null = null;
    try {
      opened = openSync(folder, "r");
      fsyncSync(opened);
    } catch (error) {
      // Some file systems cannot sync a folder, and Windows cannot open one.
      if (!["EINVAL", "EISDIR", "EPERM", "ENOTSUP"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    } finally {
      if (opened !== null) closeSync(opened);
    }
  }
}

async function writeObjectFile(dataDir: string, bytes: Uint8Array): Promise<string> {
  const folder = join(dataDir, "objects");
  makeFolders(folder, 0o700);
  const path = join(folder, `.${process.pid}-${randomBytes(6).toString("hex")}.part`);
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

/** Bytes as the history stores them. */
type PackedBytes = { packing: "zstd" | "none"; bytes: Uint8Array };

/** Compresses off the main thread. Bytes that do not get smaller are stored as they are. */
async function pack(bytes: Uint8Array): Promise<PackedBytes> {
  if (bytes.length < WORTH_IT) return { packing: "none", bytes };
  const packed = await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return packed.length < bytes.length ? { packing: "zstd", bytes: packed } : { packing: "none", bytes };
}

/** The inverse of `pack`; rejects if the bytes are damaged. */
async function unpack({ packing, bytes }: PackedBytes): Promise<Uint8Array> {
  return packing === "zstd" ? decompress(bytes) : bytes;
}
