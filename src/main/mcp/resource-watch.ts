import { readFile, realpath, stat } from "node:fs/promises";
import type { Envelope } from "../engine/ports/caller";
import { versionOf, watchFiles } from "../engine/storage";
import { parseResourceUri } from "./resource-addresses";

const MAX_WATCHED = 200;
const MAX_NAMED = 1_000;
/** A larger file counts as changed whenever the system says so. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024;

/** What is known of a file: the hash of its bytes, null if it does not exist, else a number that is never the same. */
type Seen = string | null | number;

/**
 * The documents that one client has subscribed to. It is notified of a change unless an answer has already named the new version: of its own writes it
 * knows.
 */
export class ResourceWatch {
  readonly #changed: (uri: string) => void;
  /** Real paths by URI, since several URIs may lead to one file. */
  readonly #paths = new Map<string, string>();
  readonly #seen = new Map<string, Seen>();
  readonly #named = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();
  #watcher: ReturnType<typeof watchFiles> | null = null;
  #unhashed = 0;

  constructor(changed: (uri: string) => void) {
    this.#changed = changed;
  }

  /** The caller has checked that the client can reach it. False if there are too many. */
  async subscribe(uri: string): Promise<boolean> {
    const address = parseResourceUri(uri);
    if (address === null || address.kind === "folder" || this.#paths.has(uri)) return true;
    if (this.#paths.size >= MAX_WATCHED) return false;
    const path = await realpath(address.path).catch(() => address.path);
    if (!this.#seen.has(path)) this.#seen.set(path, await this.#look(path));
    this.#paths.set(uri, path);
    this.#update();
    return true;
  }

  unsubscribe(uri: string): void {
    this.#paths.delete(uri);
    this.#update();
  }

  /** A call of this client: what it writes is known to the client once it is answered. */
  async during(call: Promise<Envelope>): Promise<Envelope> {
    this.#running.add(call);
    try {
      const envelope = await call;
      const version = envelope.data?.["version"];
      if (typeof version === "string") this.#named.add(version);
      for (const oldest of this.#named) if (this.#named.size > MAX_NAMED) this.#named.delete(oldest);
      return envelope;
    } finally {
      this.#running.delete(call);
    }
  }

  close(): void {
    this.#paths.clear();
    this.#update();
  }

  #update(): void {
    const paths = new Set(this.#paths.values());
    for (const path of this.#seen.keys()) if (!paths.has(path)) this.#seen.delete(path);
    if (paths.size === 0) {
      this.#watcher?.close();
      this.#watcher = null;
      return;
    }
    this.#watcher ??= watchFiles({ onPossibleChange: (path) => void this.#check(path) });
    this.#watcher.setFiles([...paths]);
  }

  async #check(path: string): Promise<void> {
    await Promise.allSettled(this.#running);
    const before = this.#seen.get(path);
    const now = await this.#look(path);
    if (before === undefined || now === before || this.#seen.get(path) !== before) return;
    this.#seen.set(path, now);
    if (typeof now === "string" && this.#named.has(now)) return;
    for (const [uri, watched] of this.#paths) if (watched === path) this.#changed(uri);
  }

  async #look(path: string): Promise<Seen> {
    try {
      const { size } = await stat(path);
      if (size > MAX_HASHED_BYTES) return ++this.#unhashed;
      return versionOf(await readFile(path));
    } catch {
      return null;
    }
  }
}
