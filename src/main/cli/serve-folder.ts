import { Console } from "node:console";
import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { createTokenReader, type IdentityOptions, type ReadToken } from "../sharing/identity-tokens";
import { connectRedis, type RedisTransport } from "../sharing/redis-transport";
import { type SharingServer, startSharingServer } from "../sharing/sharing-server";
import type { Role, SharedFolderStore } from "../sharing/store/shared-folder-store";
import { createWebPages } from "../web/web-pages";
import { CommandError } from "./command";
import { describePlace, type StoreLocation, withStore } from "./serve-store";
import { holdServerFolder, type ServerFolder, type ServerFolderOptions } from "./server-folder";

export type ServeOptions = {
  place: StoreLocation;
  /** The Redis that connects the servers of one database; null for a single server. */
  redis: URL | null;
  port: number;
  host: string;
  /** The address of the proxy in front; null if there is none. */
  url: URL | null;
  isBehindProxy: boolean;
  hasPublicMetrics: boolean;
  /** Whose tokens are accepted, besides links. */
  identity: IdentityOptions | null;
  /** The folder of this machine that the server keeps in sync, with its agents; null for none. */
  folder: Omit<ServerFolderOptions, "complain" | "hasGuests"> | null;
  /** The built renderer, if there is a page for guests; null for none. */
  page: string | null;
  /** The bytes that files which are not texts may have together. */
  fileQuota: number;
  /** Links to make, besides the first. */
  links: readonly Role[];
  /** Whether the links that exist are ended. */
  revoke: boolean;
  print(text: string): Promise<void>;
  complain(sentence: string): void;
};

/** Serves the shared folder that is stored there, until a signal stops us. */
export const serveFolder = async (options: ServeOptions): Promise<void> => {
  // The library writes the names of documents there, which are nobody's business.
  globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
  const { place, redis, identity, folder, page, complain } = options;
  const readToken = identity && (await ready(() => createTokenReader(identity)));
  const transport = redis && (await ready(() => connectRedis(redis, complain)));
  let serverFolder: ServerFolder | null = null;
  // An error in the work for one agent must not end the server of all.
  if (folder !== null) process.on("unhandledRejection", (error) => complain(`unexpected error: ${messageOf(error)}`));
  try {
    serverFolder = folder && (await holdServerFolder({ ...folder, hasGuests: page !== null, complain }));
    await withStore({ place, isShared: redis !== null, otherwise: "Nothing is served", complain }, (store) =>
      serveUntilStopped(store, {
        ...options,
        serverFolder,
        ...(transport ? { transport } : {}),
        ...(readToken ? { readToken } : {}),
      }),
    );
  } finally {
    await serverFolder?.close();
    transport?.close();
  }
};

type Prepared = ServeOptions & {
  serverFolder: ServerFolder | null;
  transport?: RedisTransport;
  readToken?: ReadToken;
};

const serveUntilStopped = async (store: SharedFolderStore, options: Prepared): Promise<void> => {
  const stopped = new Promise<void>((stop) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop());
  });
  const { place, port, host, url: address, page, serverFolder, complain, print } = options;
  // Of the member in this process alone: never printed or stored.
  const ownSecret = randomBytes(32).toString("base64url");
  let server: SharingServer;
  try {
    server = await startSharingServer({
      ...options,
      store,
      limits: { blobQuota: options.fileQuota },
      log: complain,
      ...(serverFolder && { ownSecret }),
      ...(serverFolder &&
        page !== null && {
          web: (access) =>
            createWebPages({ access, files: page, url: address, guests: serverFolder.guests, log: complain }),
        }),
    });
  } catch (error) {
    await store.close();
    throw notStarted(error, `${inUrl(host)}:${port}`);
  }
  const own = `galley://${inUrl(host)}:${server.port}/`;
  const lines = [`The shared folder in ${describePlace(place)} is served at ${inUrl(host)}:${server.port}.`];
  try {
    // Before links are made: what cannot start prints no link.
    const url = `ws://${inUrl(ownHosts.get(host) ?? host)}:${server.port}/`;
    const ofFolder = (await serverFolder?.start({ url, secret: ownSecret })) ?? [];
    const made = await store.makeLinks({ roles: options.links, revoke: options.revoke });
    for (const { role, secret } of made) lines.push(`Link for ${role}s: ${options.url?.href ?? own}#${secret}`);
    if (lines.length === 1)
      lines.push("Its links are the ones that were printed when they were made; --link makes another.");
    lines.push(...ofFolder);
    if (page !== null)
      lines.push(
        address === null
          ? `Guests on this machine open http://${inUrl(host)}:${server.port}/# and the secret of a link in a browser.`
          : "Guests open a link in a browser.",
      );
    await print(`${lines.join("\n")}\n`);
    await stopped;
  } finally {
    // What agents and programs wrote in the folder is stored before the server ends.
    await serverFolder?.close();
    await server.close();
  }
};

/** The result of `prepare`, whose errors are sentences. */
const ready = async <Result>(prepare: () => Promise<Result>): Promise<Result> => {
  try {
    return await prepare();
  } catch (error) {
    throw new CommandError(`Nothing is served: ${messageOf(error)}.`);
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Where this process reaches a server that listens at all addresses. */
const ownHosts = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

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
