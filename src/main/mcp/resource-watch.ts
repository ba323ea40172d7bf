import { realpath } from "node:fs/promises";
import type { Envelope } from "../engine/ports/caller";
import { withoutNews } from "../engine/ports/news";
import { watchFiles } from "../engine/storage";
import { parseResourceUri, type ResourceAddress } from "./resource-addresses";
import {
  KEPT,
  type ObservedResource,
  type Observer,
  observeComments,
  observeDocument,
  type ResourceState,
  shownDigests,
} from "./resource-state";

const MAX_WATCHED = 200;
const MAX_SHOWN = 10_000;
/** A document that is being written, or whose comments are damaged, is looked at again a few times, and then with its next change. */
const MAX_RETRIES = 5;
const RETRY_MS = 300;

/** One resource that is watched. Several URIs may lead to one file. */
type Watched = {
  kind: ResourceAddress["kind"];
  realPath: string;
  uris: Set<string>;
  state: ResourceState;
  watch: readonly string[];
  /** `again`: something happened during the check. */
  check: "none" | "running" | "again";
};

/**
 * The documents and comments that one client has subscribed to. It is notified of a change unless an answer has already shown it the new state: of its
 * own writes and comments it knows.
 */
export class ResourceWatch {
  readonly #changed: (uri: string) => void;
  readonly #observer: Observer;
  readonly #watched = new Map<string, Watched>();
  /** The URIs that are subscribed to or about to be, by the key of what they lead to; null until that is known. */
  readonly #keys = new Map<string, string | null>();
  readonly #shown = new Set<string>();
  readonly #writing = new Set<Promise<unknown>>();
  /** What the user has decided, for the next answer that the model reads. */
  readonly #news: string[] = [];
  #watcher: ReturnType<typeof watchFiles> | null = null;

  constructor(observer: Observer, changed: (uri: string) => void) {
    // What the observer reads, the client does not see.
    const run: Observer["run"] = async (call) => this.#keepNews(await observer.run(call));
    this.#observer = { ...observer, run };
    this.#changed = changed;
  }

  /** The caller has checked that the client can reach it. False if there are too many. */
  async subscribe(uri: string): Promise<boolean> {
    const address = parseResourceUri(uri);
    if (address === null || address.kind === "folder" || this.#keys.has(uri)) return true;
    if (this.#keys.size >= MAX_WATCHED) return false;
    this.#keys.set(uri, null);
    const realPath = await realpath(address.path).catch(() => address.path);
    const { kind } = address;
    const key = `${kind} ${realPath}`;
    const observed = this.#watched.get(key) ?? (await this.#observe({ kind, realPath }));
    // It may have been unsubscribed from meanwhile, or another URI of the same file may have come first.
    if (!this.#keys.has(uri)) return true;
    this.#keys.set(uri, key);
    const watched = this.#watched.get(key) ?? {
      kind,
      realPath,
      uris: new Set<string>(),
      check: "none" as const,
      state: observed?.state ?? new Map<string, string>(),
      watch: observed?.watch ?? [realPath],
    };
    watched.uris.add(uri);
    this.#watched.set(key, watched);
    this.#update();
    return true;
  }

  unsubscribe(uri: string): void {
    const key = this.#keys.get(uri);
    this.#keys.delete(uri);
    const watched = key ? this.#watched.get(key) : undefined;
    watched?.uris.delete(uri);
    if (key && watched?.uris.size === 0) this.#watched.delete(key);
    this.#update();
  }

  /**
   * A call of this client's model: what it writes is known to the client once it is answered. A call that only reads may take long (it waits for the
   * user's review), so no notification waits for it.
   */
  async during(call: Promise<Envelope>, isReading: boolean): Promise<Envelope> {
    if (!isReading) this.#writing.add(call);
    try {
      const envelope = await call;
      this.#note(envelope);
      const news = this.#news.splice(0);
      return news.length === 0 ? envelope : { ...envelope, message: [envelope.message, ...news].join("\n") };
    } finally {
      this.#writing.delete(call);
    }
  }

  /** A call whose answer the client's model does not read. The user's decisions that come with it are kept for the model's next call. */
  async quietly(call: Promise<Envelope>): Promise<Envelope> {
    const envelope = this.#keepNews(await call);
    this.#note(envelope);
    return envelope;
  }

  close(): void {
    for (const { uris } of this.#watched.values()) uris.clear();
    this.#keys.clear();
    this.#watched.clear();
    this.#update();
  }

  #keepNews(answer: Envelope): Envelope {
    const { envelope, news } = withoutNews(answer);
    if (news !== null) this.#news.push(news);
    return envelope;
  }

  #note(envelope: Envelope): void {
    for (const digest of shownDigests(envelope)) this.#shown.add(digest);
    for (const oldest of this.#shown) {
      if (this.#shown.size <= MAX_SHOWN) break;
      this.#shown.delete(oldest);
    }
  }

  #update(): void {
    if (this.#watched.size === 0) {
      this.#watcher?.close();
      this.#watcher = null;
      return;
    }
    this.#watcher ??= watchFiles({ onPossibleChange: (path) => this.#checkAllAt(path) });
    this.#watcher.setFiles([...new Set([...this.#watched.values()].flatMap(({ watch }) => watch))]);
  }

  #checkAllAt(path: string): void {
    for (const watched of this.#watched.values()) if (watched.watch.includes(path)) void this.#check(watched);
  }

  /** Compares a resource with what it was. One check at a time; what happens meanwhile is checked afterwards. */
  async #check(watched: Watched, retries = MAX_RETRIES): Promise<void> {
    if (watched.check !== "none") {
      watched.check = "again";
      return;
    }
    do {
      watched.check = "running";
      await Promise.allSettled(this.#writing);
      const observed = await this.#observe(watched);
      if (watched.uris.size === 0) break;
      if (observed !== null) this.#compare(watched, observed);
      else if (retries > 0) setTimeout(() => void this.#check(watched, retries - 1), RETRY_MS).unref();
    } while ((watched.check as Watched["check"]) === "again");
    watched.check = "none";
  }

  #compare(watched: Watched, { state, watch }: ObservedResource): void {
    const before = watched.state;
    const changed = [...new Set([...before.keys(), ...state.keys()])].filter(
      (key) => before.get(key) !== state.get(key),
    );
    // Old decisions are dropped from their file, which is none.
    const isNews = changed.some((key) => !this.#shown.has(state.get(key) ?? "") && (key !== KEPT || state.has(key)));
    // What it was before is no longer what the client knows: if it comes back, that is a change.
    for (const key of changed) this.#shown.delete(before.get(key) ?? "");
    watched.state = state;
    if (watch.join("\n") !== watched.watch.join("\n")) {
      watched.watch = watch;
      this.#update();
    }
    if (isNews) for (const uri of watched.uris) this.#changed(uri);
  }

  /** The resource as it is now; null if it cannot be read. */
  #observe({ kind, realPath }: Pick<Watched, "kind" | "realPath">): Promise<ObservedResource | null> {
    const observe = kind === "comments" ? observeComments : observeDocument;
    return observe(realPath, this.#observer).catch(() => null);
  }
}
