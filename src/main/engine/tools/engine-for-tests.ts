import { versionReason } from "../../../core/review/reason-note";
import type { VersionEntry } from "../../../core/review/writer";
import { assembleEngine } from "../host/create-engine";
import type { Engine, EngineOptions } from "../host/engine";
import type { ContentLibrary } from "../library/entries/content-library";
import type { Caller, Envelope } from "../ports/caller";
import type { Canvas } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import type { History } from "../ports/history";
import { createMemory } from "../storage/files/memory";

/** An engine with one caller, for tests: its parts, and short ways to call it and inspect its files. */
export type EngineForTests = {
  engine: Engine;
  store: FileStore;
  history: History;
  /** The unexpected errors that were logged. */
  logged: unknown[];
  caller: Caller;
  /** Calls a tool; `as` names another caller than the default. */
  call(name: string, args: unknown, as?: string): Promise<Envelope>;
  /** Calls `text_editor` with these arguments. */
  edit(args: Record<string, unknown>, as?: string): Promise<Envelope>;
  /** The file's bytes as Latin-1, so that every byte is visible; null if there is no file. */
  bytesOf(path: string): Promise<string | null>;
  /** Writes as an external program. */
  outside(path: string, content: string | Uint8Array): Promise<void>;
};

/** An engine in memory with the folder `/w` open to its callers. */
export function engineForTests(
  files: Record<string, string | Uint8Array> = {},
  options: {
    canvas?: Canvas;
    history?: History;
    store?: FileStore;
    root?: string;
    library?: ContentLibrary;
    dataFolder?: string;
  } & Omit<EngineOptions, "dataDir"> = {},
): EngineForTests {
  const { root = "/w" } = options;
  const within = Object.fromEntries(Object.entries(files).map(([path, content]) => [`${root}/${path}`, content]));
  const store = options.store ?? createMemory(within);
  const history = options.history ?? memoryHistory();
  const logged: unknown[] = [];
  const { library, dataFolder } = options;
  const engine = assembleEngine(options, {
    store,
    history,
    ...(dataFolder !== undefined && { dataFolder }),
    ...(library && { openLibrary: async () => library }),
    log: (error) => logged.push(error),
  });
  const callerNamed = (name: string): Caller => ({ id: `id of ${name}`, name, roots: [root] });
  const call = (name: string, args: unknown, as = "tester") =>
    engine.run({ name, arguments: args, caller: callerNamed(as) });
  return {
    engine,
    store,
    history,
    logged,
    caller: callerNamed("tester"),
    call,
    edit: (args, as) => call("text_editor", args, as),
    async bytesOf(path) {
      const stored = await store.read(`${root}/${path}`);
      return stored === null ? null : Buffer.from(stored.bytes).toString("latin1");
    },
    async outside(path, content) {
      await store.update(`${root}/${path}`, () => (typeof content === "string" ? Buffer.from(content) : content));
    },
  };
}

/** A history in memory that keeps the contract of the interface. */
export function memoryHistory(): History {
  const entries = new Map<string, { entry: VersionEntry; bytes: Uint8Array }[]>();
  let count = 0;
  const memory: History = {
    async record({ realPath, bytes, version, by, reason, request, change }) {
      const list = entries.get(realPath) ?? [];
      if (list[0]?.entry.version === version) return;
      const entry: VersionEntry = {
        version_id: String(++count),
        version,
        at: new Date(0).toISOString(),
        by,
        ...versionReason(by, reason),
        size: bytes.length,
        ...(request !== undefined && { request }),
        ...(change && { change }),
      };
      entries.set(realPath, [{ entry, bytes: Uint8Array.from(bytes) }, ...list]);
    },
    list: async (realPath, limit = 100) => (entries.get(realPath) ?? []).slice(0, limit).map(({ entry }) => entry),
    async mark(realPath, id, name) {
      const found = entries.get(realPath)?.find(({ entry }) => entry.version_id === id);
      if (!found) return;
      if (name === null) delete found.entry.mark;
      else found.entry.mark = name;
    },
    filesIn: async (folder, most) =>
      [...entries]
        .flatMap(([realPath, [last, ...older]]) =>
          last && realPath.startsWith(`${folder}/`)
            ? [{ realPath, newest: last.entry, versions: older.length + 1 }]
            : [],
        )
        .slice(0, most),
    read: async (realPath, id) => entries.get(realPath)?.find(({ entry }) => entry.version_id === id)?.bytes ?? null,
    content: async (version) =>
      [...entries.values()].flat().find(({ entry }) => entry.version === version)?.bytes ?? null,
    async moved(from, to) {
      const list = entries.get(from);
      entries.delete(from);
      if (list !== undefined) entries.set(to, list);
    },
    hold: (entry) => memory.record(entry),
    retain: () => {},
    async close() {},
  };
  return memory;
}
