import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, realpath, rename, rmdir, unlink, writeFile } from "node:fs/promises";
import { createConnection, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createLock, ensurePrivateFolder, isPrivateFolder, lockFolder, sessionFolder } from "../engine/storage";
import { MAX_SOCKET_PATH_BYTES } from "../limits";
import { isOwnSocket, pipePath, recordedSocket, runFolder, socketRecord } from "./local-socket-path";

export type Claim =
  /** `release` removes the socket, and its record if that is still this server's. */
  | { status: "claimed"; path: string; release(): Promise<void> }
  /** Another live process serves this data. */
  | { status: "taken" };

/**
 * Makes `server` listen for the agents of the app with this data. It replaces a dead process, never a live one, and records its address in the data
 * folder. Throws `ToolError` if that folder is not owned by this user. A third process could come between the check of the old server and the new
 * record, so processes take turns.
 */
export const claimSocket = async (server: Server, dataDir: string): Promise<Claim> => {
  if (process.platform === "win32") return claimPipe(server, await pipePath(dataDir));
  await ensurePrivateFolder(runFolder(dataDir));
  const lock = createLock(await lockFolder(dataDir));
  const claim = lock.withLocks([`socket ${await realpath(dataDir)}`], () => claimLocked(server, dataDir));
  return claim.finally(() => lock.close());
};

const claimLocked = async (server: Server, dataDir: string): Promise<Claim> => {
  const last = await recordedSocket(dataDir);
  if (last !== null && (await isOwnSocket(last))) {
    if (await isAnswering(last)) return { status: "taken" };
    await removeSocket(last, dataDir);
  }
  await removeDeadSockets(runFolder(dataDir));
  const path = await listenSomewhere(server, runFolder(dataDir));
  const record = dirname(path) === runFolder(dataDir) ? path.slice(runFolder(dataDir).length + 1) : path;
  try {
    await replaceRecord(dataDir, record);
  } catch (error) {
    server.close();
    await removeSocket(path, dataDir);
    throw error;
  }
  return { status: "claimed", path, release: () => release(path, dataDir) };
};

const claimPipe = async (server: Server, path: string): Promise<Claim> => {
  try {
    await listen(server, path);
  } catch (error) {
    if (isCode(error, "EADDRINUSE")) return { status: "taken" };
    throw error;
  }
  return { status: "claimed", path, release: async () => {} };
};

/**
 * Listens in the data folder, or in a new folder of this user on a local disk if the path is too long for a socket or the disk does not support
 * sockets. The name is new and cannot be guessed. Each server has its own name, because on closing it removes the path it listened on, whoever uses
 * that path then.
 */
const listenSomewhere = async (server: Server, own: string): Promise<string> => {
  let lastError: unknown = new Error(`the path of ${own} is too long for a socket`);
  for (const folder of [own, ...new Set([...sessionFolder(), tmpdir(), "/tmp"])]) {
    const made = folder === own ? own : await mkdtemp(join(folder, "galley-")).catch(() => null);
    if (made === null) continue;
    const path = join(made, socketName());
    try {
      if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES && (await isPrivateFolder(made))) {
        await listen(server, path);
        await chmod(path, 0o600);
        return path;
      }
    } catch (error) {
      lastError = error;
    }
    if (made !== own) await rmdir(made).catch(() => {});
  }
  throw lastError;
};

const socketName = (): string => `s-${randomBytes(6).toString("hex")}`;
const isSocketName = (name: string): boolean => /^s-[0-9a-f]{12}$/.test(name);

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(path, () => {
      server.off("error", failed);
      done();
    });
  });

const isAnswering = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = createConnection(path);
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    // A full connection queue (EAGAIN) means that the process is alive.
    socket.once("error", (error) => done(!isCode(error, "ECONNREFUSED") && !isCode(error, "ENOENT")));
  });

const replaceRecord = async (dataDir: string, record: string): Promise<void> => {
  const temporary = join(runFolder(dataDir), `.socket.${process.pid}.tmp`);
  await writeFile(temporary, record, { mode: 0o600 });
  await rename(temporary, socketRecord(dataDir));
};

/** Including the folder that was created for it, if any. */
const removeSocket = async (path: string, dataDir: string): Promise<void> => {
  if (!isSocketName(path.slice(dirname(path).length + 1))) return;
  await unlink(path).catch(() => {});
  if (dirname(path) !== runFolder(dataDir)) await rmdir(dirname(path)).catch(() => {});
};

/** Removes sockets of processes that ended before they recorded their address. Only in our turn, when no other process is about to record one. */
const removeDeadSockets = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isSocketName(name) && !(await isAnswering(path))) await unlink(path).catch(() => {});
  }
};

const release = async (path: string, dataDir: string): Promise<void> => {
  if ((await recordedSocket(dataDir)) === path) await unlink(socketRecord(dataDir)).catch(() => {});
  await removeSocket(path, dataDir);
};

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
