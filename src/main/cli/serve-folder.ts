import { Console } from "node:console";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { createLock, makeFolders } from "../engine/storage";
import { openSharedFolderDatabase, type Role, type SharedFolderDatabase } from "../sharing/shared-folder-database";
import { type SharingServer, startSharingServer } from "../sharing/sharing-server";
import { CommandError } from "./command";

type ServeOptions = {
  folder: string;
  port: number;
  host: string;
  /** The address of the proxy in front; null if there is none. */
  url: URL | null;
  /** Links to make, besides the first. */
  links: readonly Role[];
  /** Whether the links that exist are ended. */
  revoke: boolean;
  print(text: string): Promise<void>;
  complain(sentence: string): void;
};

/** Milliseconds to wait for another server of the same folder that is just ending. */
const WAIT_MS = 2000;

/** Serves the shared folder that is stored in `folder`, until a signal stops us. */
export const serveFolder = async (options: ServeOptions): Promise<void> => {
  const { folder } = options;
  // The library writes the names of documents there, which are nobody's business.
  globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new CommandError(`${folder} cannot be used: ${error.message}`);
  });
  const locks = join(folder, "locks");
  makeFolders(locks, 0o700);
  const lock = createLock(locks, { waitLimit: WAIT_MS });
  let isOurs = false;
  try {
    await lock.withLocks(["server"], () => {
      isOurs = true;
      return serveUntilStopped(options);
    });
  } catch (error) {
    throw isOurs ? error : new CommandError(`Another galley serve already uses ${folder}. Stop that one first.`);
  } finally {
    lock.close();
  }
};

const serveUntilStopped = async (options: ServeOptions): Promise<void> => {
  const stopped = new Promise<void>((stop) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop());
  });
  const { folder, port, host, complain, print } = options;
  const database = openDatabase(folder, complain);
  let server: SharingServer;
  try {
    server = await startSharingServer({ port, host, database, log: complain });
  } catch (error) {
    database.close();
    throw notStarted(error, `${inUrl(host)}:${port}`);
  }
  const own = `galley://${inUrl(host)}:${server.port}/`;
  const lines = [`The shared folder in ${folder} is served at ${inUrl(host)}:${server.port}.`];
  for (const [role, secret] of makeLinks(database, options))
    lines.push(`Link for ${role}s: ${options.url?.href ?? own}#${secret}`);
  if (lines.length === 1)
    lines.push("Its links are the ones that were printed when they were made; --link makes another.");
  await print(`${lines.join("\n")}\n`);
  await stopped;
  await server.close();
};

const openDatabase = (folder: string, complain: (sentence: string) => void): SharedFolderDatabase => {
  try {
    return openSharedFolderDatabase(folder, complain);
  } catch (error) {
    throw new CommandError(`Nothing is served: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

const makeLinks = (database: SharedFolderDatabase, { links, revoke }: ServeOptions): [Role, string][] => {
  if (revoke) database.revokeLinks();
  const isFirst = !database.hasLink("editor") && !links.includes("editor");
  const wanted: Role[] = isFirst ? ["editor", ...links] : [...links];
  return wanted.map((role) => [role, database.makeSecret(role)]);
};

const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The sentence for a server that could not start. */
const notStarted = (error: unknown, place: string): CommandError => {
  const { code, message = String(error) } = error as { code?: string; message?: string };
  if (code === "EADDRINUSE")
    return new CommandError(`Another program already listens at ${place}. Choose another --port.`);
  if (code === "EACCES" || code === "EADDRNOTAVAIL")
    return new CommandError(
      `The system does not allow listening at ${place} (${code}). Choose another --port or --host.`,
    );
  return new CommandError(`The server could not start: ${message}`);
};
