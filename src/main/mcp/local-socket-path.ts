import { createHash } from "node:crypto";
import { lstat, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Where the app and `bin/galley` keep what they share: the app's data, and a folder that a restart may empty. */
export type LocalPlace = { dataDir: string; runtimeDir: string };

/** A socket's path and the private folder it lies in; a Windows pipe has no folder. */
export type SocketAddress = { path: string; folder: string | null };

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with the closing NUL. */
const longestPath = 103;

/**
 * The one address at which the app with this data listens, so that two apps with different data do not meet. Where the
 * runtime folder's path is too long for a socket, a short folder of this user below the temporary one takes its place.
 */
export const localSocketAddress = async ({ dataDir, runtimeDir }: LocalPlace): Promise<SocketAddress> => {
  const realDataDir = await realpath(dataDir).catch(() => resolve(dataDir));
  const name = `app-${shortHash(realDataDir)}`;
  if (process.platform === "win32") return { path: `\\\\.\\pipe\\galley-${userName()}-${name}`, folder: null };
  const folders = [runtimeDir, ...[tmpdir(), "/tmp"].map((place) => shortFolder(place, runtimeDir))];
  const fits = (folder: string) => Buffer.byteLength(join(folder, `${name}.sock`)) <= longestPath;
  const folder = folders.find(fits) ?? runtimeDir;
  return { path: join(folder, `${name}.sock`), folder };
};

/** A real folder, not a link, that belongs to this user and that no one else may enter. */
export const isPrivateFolder = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory()) return false;
  return found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
};

const shortFolder = (place: string, runtimeDir: string): string =>
  join(place, `galley-${shortHash(resolve(runtimeDir))}`);

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** Not `os.userInfo()`: it throws for a user without a name. */
const userName = (): string => (process.env.USERNAME ?? "").replace(/[^\p{L}\p{N}]/gu, "_");
