import { randomBytes } from "node:crypto";
import { chmod, link, lstat, rename, unlink } from "node:fs/promises";
import { createConnection, type Server } from "node:net";
import { join } from "node:path";
import { ensurePrivateFolder } from "../engine/files/folders";
import type { SocketAddress } from "./local-socket-path";

export type Claim =
  /** `release` removes the socket's file, if it is still this server's. */
  | { status: "claimed"; release(): Promise<void> }
  /** Another live process listens there. */
  | { status: "taken" };

/**
 * Makes `server` listen at the address, in the place of a dead process but never of a live one. Refused (`ToolError`)
 * where the socket's folder is not this user's own. Connecting to the file
 * tells which it is, but another process may take the place between that look and our move. So:
 *
 * 1. listen under a name of our own, in the private folder, and close the socket's file to others;
 * 2. link that to the address, which fails if anything is there;
 * 3. if what is there is dead, move it away, and look whether it was the dead one that we moved;
 * 4. if not, put it back (unless a third has come): it is a live one's.
 */
export const claimSocket = async (server: Server, address: SocketAddress): Promise<Claim> => {
  if (address.folder === null) return claimPipe(server, address.path);
  await ensurePrivateFolder(address.folder);
  const own = join(address.folder, `s-${randomBytes(6).toString("hex")}`);
  await listen(server, own);
  try {
    await chmod(own, 0o600);
    const { ino } = await lstat(own);
    for (let tries = 0; tries < 10; tries++) {
      if (await linked(own, address.path)) return { status: "claimed", release: () => release(address.path, ino) };
      const found = await lstat(address.path).catch(() => null);
      if (found === null) continue;
      if (found.isSocket() && (await answers(address.path))) break;
      await moveAway(address.path, found.ino);
    }
  } finally {
    await unlink(own).catch(() => {});
  }
  await new Promise<void>((done) => server.close(() => done()));
  return { status: "taken" };
};

const claimPipe = async (server: Server, path: string): Promise<Claim> => {
  try {
    await listen(server, path);
  } catch (error) {
    if (isCode(error, "EADDRINUSE")) return { status: "taken" };
    throw error;
  }
  // A pipe goes with its process.
  return { status: "claimed", release: async () => {} };
};

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(path, () => {
      server.off("error", failed);
      done();
    });
  });

const linked = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
};

const answers = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = createConnection(path);
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    // A full queue of connections (EAGAIN) is a live process.
    socket.once("error", (error) => done(!isCode(error, "ECONNREFUSED") && !isCode(error, "ENOENT")));
  });

const moveAway = async (path: string, dead: number): Promise<void> => {
  const aside = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await lstat(aside)).ino !== dead) await link(aside, path).catch(() => {});
  await unlink(aside).catch(() => {});
};

const release = async (path: string, ino: number): Promise<void> => {
  const found = await lstat(path).catch(() => null);
  if (found?.ino === ino) await unlink(path).catch(() => {});
};

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
