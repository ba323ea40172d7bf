import { randomBytes } from "node:crypto";
import { chmod, lstat, rename, unlink } from "node:fs/promises";
import { createConnection, type Server } from "node:net";
import { join } from "node:path";
import { ensurePrivateFolder } from "../engine/files/folders";
import { createLock } from "../engine/files/lock";
import type { SocketAddress } from "./local-socket-path";

export type Claim =
  /** `release` removes the socket's file, if it is still this server's. */
  | { status: "claimed"; release(): Promise<void> }
  /** Another live process listens there. */
  | { status: "taken" };

/**
 * Makes `server` listen at the address, in the place of a dead process but never of a live one. Refused (`ToolError`)
 * where the socket's folder is not this user's own. Between the look whether the one there lives and the move into its
 * place another could come, so processes take turns.
 */
export const claimSocket = async (server: Server, address: SocketAddress): Promise<Claim> => {
  const { path, folder } = address;
  if (folder === null) return claimPipe(server, path);
  await ensurePrivateFolder(folder);
  const lock = createLock(join(folder, "locks"));
  const turn = lock.holding([`socket ${path}`], () => claimInTurn(server, path, folder));
  return turn.finally(() => lock.close());
};

const claimInTurn = async (server: Server, path: string, folder: string): Promise<Claim> => {
  const found = await lstat(path).catch(() => null);
  if (found?.isSocket() && (await answers(path))) return { status: "taken" };
  // Under a name of its own first: a server removes the name that it listened under when it closes, whoever has it then.
  const own = join(folder, `s-${randomBytes(6).toString("hex")}`);
  await listen(server, own);
  await chmod(own, 0o600);
  const { ino } = await lstat(own);
  await rename(own, path);
  return { status: "claimed", release: () => release(path, ino) };
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

const release = async (path: string, ino: number): Promise<void> => {
  const found = await lstat(path).catch(() => null);
  if (found?.ino === ino) await unlink(path).catch(() => {});
};

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
