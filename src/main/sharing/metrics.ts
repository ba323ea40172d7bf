/** What an operator wants to know, in the text format of Prometheus. It has no names, texts, addresses and secrets. */

/** Why something was not accepted. */
export type Rejection =
  | "wrong secret"
  | "unreadable token"
  | "too many connections"
  | "too many wrong secrets"
  | "page of a browser"
  | "unknown document"
  | "malformed message"
  | "too many messages"
  | "too many comments"
  | "file too large"
  | "quota used up"
  | "wrong hash"
  | "not for this role"
  | "not stored"
  | "link ended"
  | "ending";

/** Counts of now: connected clients, loaded documents, and whether the store can be used. */
export type Gauges = {
  connections: number;
  documents: number;
  isStoreUsable: boolean;
  isRedisConnected: boolean | null;
};

export type Metrics = {
  rejected(why: Rejection): void;
  /** An update was stored: its bytes, and the seconds that it took. */
  stored(bytes: number, seconds: number): void;
  /** A file that is not a text was stored: its bytes. */
  storedFile(bytes: number): void;
  /** Updates that another server stored, and that Redis had not brought. */
  followed(count: number): void;
  render(gauges: Gauges): string;
};

/** Upper bounds in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const rejections = new Map<Rejection, number>();
  const buckets = bounds.map(() => 0);
  let updates = 0;
  let bytes = 0;
  let seconds = 0;
  let followed = 0;
  let files = 0;
  let fileBytes = 0;

  return {
    rejected: (why) => void rejections.set(why, (rejections.get(why) ?? 0) + 1),
    stored(size, time) {
      updates += 1;
      bytes += size;
      seconds += time;
      const at = bounds.findIndex((bound) => time <= bound);
      if (at !== -1) buckets[at] = (buckets[at] ?? 0) + 1;
    },
    storedFile(size) {
      files += 1;
      fileBytes += size;
    },
    followed(count) {
      followed += count;
    },
    render({ connections, documents, isStoreUsable, isRedisConnected }) {
      let below = 0;
      const histogram = bounds.map((bound, at) => {
        below += buckets[at] ?? 0;
        return `galley_store_seconds_bucket{le="${bound}"} ${below}`;
      });
      return [
        ...metric("galley_connections", "gauge", "Connected clients.", connections),
        ...metric("galley_documents", "gauge", "Documents in memory.", documents),
        ...metric("galley_store_up", "gauge", "Whether the store can be used.", Number(isStoreUsable)),
        ...(isRedisConnected === null
          ? []
          : metric("galley_redis_up", "gauge", "Whether Redis is connected.", Number(isRedisConnected))),
        ...metric("galley_updates_stored_total", "counter", "Updates stored for clients.", updates),
        ...metric("galley_stored_bytes_total", "counter", "Bytes of these updates.", bytes),
        ...metric("galley_files_stored_total", "counter", "Versions of files stored that are not texts.", files),
        ...metric("galley_file_bytes_total", "counter", "Bytes of these versions.", fileBytes),
        ...metric(
          "galley_updates_followed_total",
          "counter",
          "Updates of other servers read from the store.",
          followed,
        ),
        ...head("galley_rejections_total", "counter", "What was not accepted, by reason."),
        ...[...rejections].sort().map(([why, count]) => `galley_rejections_total{reason="${why}"} ${count}`),
        ...head("galley_store_seconds", "histogram", "Time to store an update."),
        ...histogram,
        `galley_store_seconds_bucket{le="+Inf"} ${updates}`,
        `galley_store_seconds_sum ${seconds}`,
        `galley_store_seconds_count ${updates}`,
        ...metric("process_resident_memory_bytes", "gauge", "Memory of the process.", process.memoryUsage.rss()),
        "",
      ].join("\n");
    },
  };
}

const head = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

const metric = (name: string, type: string, help: string, value: number) => [
  ...head(name, type, help),
  `${name} ${value}`,
];
