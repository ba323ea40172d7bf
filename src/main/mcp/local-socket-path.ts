import { createHash } from "node:crypto";
import { lstat, readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isPrivateFolder, ownNumber } from "../engine/storage";
import { MAX_SOCKET_PATH_BYTES } from "../limits";

/** The private folder in the data folder that records where the app listens, and that also contains the socket if possible. */
export const runFolder = (dataDir: string): string => join(dataDir, "run");

/** The file that names the app's socket: a name in its own folder, or an absolute path if the socket had to be created elsewhere. */
export const socketRecord = (dataDir: string): string => join(runFolder(dataDir), "socket");

/** The address at which agents find the app with this data; on Windows a pipe. Null if there is none, or if another user could have created it. */
export const findSocket = async (dataDir: string): Promise<string | null> => {
  if (process.platform === "win32") return pipePath(dataDir);
  const socket = await recordedSocket(dataDir);
  return socket !== null && (await isOwnSocket(socket)) ? socket : null;
};

/** The recorded address, which may be outdated; null if there is no record. */
export const recordedSocket = async (dataDir: string): Promise<string | null> => {
  const text = await readFile(socketRecord(dataDir), "utf8").catch(() => "");
  if (text === "" || text.length > MAX_SOCKET_PATH_BYTES || text.includes("\0")) return null;
  return resolve(runFolder(dataDir), text);
};

/** Whether this user created the socket, in a folder that nobody else may enter: the folder may have been open to all when the socket was created. */
export const isOwnSocket = async (path: string, user = ownNumber()): Promise<boolean> => {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isSocket() || found.uid !== user) return false;
  return isPrivateFolder(dirname(path));
};

/** A pipe on Windows has no folder, and disappears with its process. */
export const pipePath = async (dataDir: string): Promise<string> => {
  const realDataDir = await realpath(dataDir).catch(() => resolve(dataDir));
  const hash = createHash("sha256").update(realDataDir).digest("hex").slice(0, 12);
  return `\\\\.\\pipe\\galley-${userName()}-app-${hash}`;
};

/** Not `os.userInfo()`: it throws for a user without a name. */
const userName = (): string => (process.env.USERNAME ?? "").replace(/[^\p{L}\p{N}]/gu, "_");
