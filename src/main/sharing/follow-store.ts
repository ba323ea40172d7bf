import type { Document, Hocuspocus } from "@hocuspocus/server";
import * as Y from "yjs";
import type { Metrics } from "./metrics";
import { fromOtherServer, type RedisTransport } from "./redis-transport";
import type { Role, SharedFolderStore } from "./store/shared-folder-store";
import type { WebPart } from "./web-part";

/**
 * What the server knows about a client of a document: until when it may be there (milliseconds since 1970), and by which link (`hashOf`, in hex).
 * `holder` is the same for all connections with one secret.
 */
export type Client = { role: Role; link: string | null; holder: string; until: number };

type FollowOptions = {
  server: Hocuspocus<Client>;
  store: SharedFolderStore;
  transport: RedisTransport | undefined;
  metrics: Metrics;
  /** The page for guests, if there is one: its guests go with their links. */
  web: WebPart | undefined;
  log(sentence: string): void;
};

/** Keeps a server in step with its store. */
export type Follower = {
  /** Rejects if the store cannot be used. */
  start(): Promise<void>;
  stop(): void;
  /** Reads from now on what other servers store in a document. To be called before it is loaded. */
  follow(document: Document): void;
  unfollow(name: string): void;
  /** The store just could not be used. */
  failed(): void;
  /** Why changes cannot be stored now, as a sentence; null if they can. */
  problem(): string | null;
};

/** Milliseconds between two looks at the store: with Redis, which may lose something, and without. */
const PAUSE_MS = 2000;
const PAUSE_ALONE_MS = 500;

/**
 * Looks at the store again and again: whether it can be used, which links have been ended (their clients are sent away), and what other servers have
 * stored. Redis brings that sooner, but not if it was away, or if a server was killed just after it had confirmed a change.
 */
export function followStore({ server, store, transport, metrics, web, log }: FollowOptions): Follower {
  const followed = new Map<string, Document>();
  let isUsable = true;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function setUsable(now: boolean): void {
    if (now === isUsable) return;
    isUsable = now;
    log(now ? "the store can be used again" : "the store cannot be used; no changes are accepted until it can");
  }

  async function refresh(): Promise<void> {
    await store.check();
    await endClients(await store.links());
    const found = (await store.updatesOfOthers?.(() => [...followed.keys()])) ?? [];
    for (const { document: name, update } of found) {
      const document = followed.get(name);
      if (document === undefined || document.isDestroyed) continue;
      try {
        if (Y.snapshotContainsUpdate(Y.snapshot(document), update)) continue;
        Y.applyUpdate(document, update, fromOtherServer);
        metrics.followed(1);
      } catch {
        // It is reported when the document is loaded.
      }
    }
  }

  /** Sends away whose link or token has ended. */
  async function endClients(links: Set<string>): Promise<void> {
    const mayStay = ({ link, until }: Client) => until > Date.now() && (link === null || links.has(link));
    web?.endUnless(mayStay);
    for (const document of server.documents.values())
      for (const { context, webSocket } of document.getConnections()) {
        if (mayStay(context as Client)) continue;
        metrics.rejected("link ended");
        webSocket.close(ENDED, "this link is not valid, or was revoked");
      }
  }

  const again = (): void => {
    if (isStopped) return;
    const pause = transport?.isConnected() === false ? PAUSE_ALONE_MS : PAUSE_MS;
    timer = setTimeout(() => {
      refresh()
        .then(
          () => setUsable(true),
          () => setUsable(false),
        )
        .finally(again);
    }, pause);
  };

  return {
    async start() {
      await refresh();
      again();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
    follow: (document) => void followed.set(document.name, document),
    unfollow(name) {
      // It may have been loaded again meanwhile.
      if (followed.get(name)?.isDestroyed) followed.delete(name);
    },
    failed: () => setUsable(false),
    problem: () => (isUsable ? null : "the store cannot be used"),
  };
}

/** The code of WebSocket for a client that may no longer be here. */
const ENDED = 4403;
