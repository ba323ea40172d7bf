import type { Redis } from "@hocuspocus/extension-redis";
import type { Extension, onChangePayload } from "@hocuspocus/server";

/** What servers of one store send each other at once. It is a transport only: what it loses is read from the store. */
export type RedisTransport = {
  extension: Extension;
  isConnected(): boolean;
  close(): void;
};

/** Milliseconds until Redis must have answered. */
const ANSWER_MS = 3000;

/** Connects to Redis at `redis://…` or `rediss://…`. Rejects with a sentence if it does not answer. */
export async function connectRedis(url: URL, log: (sentence: string) => void): Promise<RedisTransport> {
  // Imported here because only servers with Redis need it.
  const library = await import("@hocuspocus/extension-redis");
  const redis = new library.Redis({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 6379),
    prefix: "galley",
    options: {
      ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
      ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
      ...(/^\/\d+$/.test(url.pathname) ? { db: Number(url.pathname.slice(1)) } : {}),
      ...(url.protocol === "rediss:" ? { tls: {} } : {}),
      connectTimeout: ANSWER_MS,
      commandTimeout: ANSWER_MS,
      // What waits for Redis while it is away is dropped soon: the store has it.
      maxRetriesPerRequest: 1,
      retryStrategy: (times: number) => Math.min(100 * times, 1000),
    },
  });
  const clients = [redis.pub, redis.sub];
  neverReject(redis);
  const isConnected = () => clients.every(({ status }) => status === "ready");
  const disconnect = () => {
    for (const client of clients) client.disconnect(false);
  };

  /** Loaded documents whose channel could not be subscribed to. */
  const unheard = new Map<string, Parameters<typeof redis.afterLoadDocument>[0]>();
  let lastError: Error | null = null;
  let wasConnected = false;
  const report = () => {
    if (isConnected() === wasConnected) return;
    wasConnected = isConnected();
    log(
      wasConnected
        ? "Redis is connected"
        : "Redis is away: changes that other servers accept arrive from the store, a little later",
    );
    if (!wasConnected) return;
    for (const [name, payload] of [...unheard]) {
      unheard.delete(name);
      redis.afterLoadDocument(payload).catch(() => unheard.set(name, payload));
    }
  };
  for (const client of clients) {
    client.on("error", (error: Error) => {
      lastError = error;
    });
    client.on("ready", report);
    client.on("close", report);
  }

  const start = performance.now();
  while (!isConnected()) {
    if (performance.now() - start > ANSWER_MS) {
      disconnect();
      const { code, message = "it does not answer" } = (lastError ?? {}) as { code?: string; message?: string };
      throw new Error(
        `Redis at ${url.host} cannot be used: ${code === "ECONNREFUSED" ? "nothing listens there" : message}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  return {
    // Without its lock for storing a document: an update is stored by the server that accepts it, before others have it.
    extension: {
      priority: redis.priority,
      onConfigure: (payload) => redis.onConfigure(payload),
      async afterLoadDocument(payload) {
        try {
          await redis.afterLoadDocument(payload);
        } catch {
          unheard.set(payload.documentName, payload);
        }
      },
      onAwarenessUpdate: (payload) => redis.onAwarenessUpdate(payload),
      onChange: (payload: onChangePayload) => redis.onChange(payload),
      beforeUnloadDocument: (payload) => redis.beforeUnloadDocument(payload),
      async afterUnloadDocument(payload) {
        if (!payload.instance.documents.has(payload.documentName)) unheard.delete(payload.documentName);
        await redis.afterUnloadDocument(payload);
      },
    },
    isConnected,
    close: disconnect,
  };
}

/**
 * The library leaves some promises to themselves: an answer that cannot be sent because Redis is away, or a message that is none, would end the process.
 * Neither is lost: the store has every change.
 */
function neverReject(redis: Redis): void {
  const publish = redis.pub.publish.bind(redis.pub);
  redis.pub.publish = (channel: string | Buffer, message: string | Buffer) => publish(channel, message).catch(() => 0);
  const [handle] = redis.sub.listeners("messageBuffer");
  redis.sub.removeAllListeners("messageBuffer");
  redis.sub.on("messageBuffer", (channel: Buffer, message: Buffer) => {
    Promise.resolve(handle?.(channel, message)).catch(() => undefined);
  });
}

/** The origin of changes that other servers have stored: they are sent to clients, and to no server. */
export const fromOtherServer = { source: "redis" } as const;
