import type { StartWorker, WorkerLimits } from "../../engine/worker";
import { createWorkerClient } from "../../engine/worker";
import { createOfficeModels, type OfficeModels } from "./office-models";

/** The models behind a process boundary, with asynchronous methods. */
export type OfficeProcess = {
  [Name in keyof OfficeModels]: (
    ...given: Parameters<OfficeModels[Name]>
  ) => Promise<Awaited<ReturnType<OfficeModels[Name]>>>;
} & {
  /** Whether the process has parsed the document and still runs. */
  has(doc: string): boolean;
  close(): void;
};

const names = Object.keys({
  take: 0,
  paragraphs: 0,
  slides: 0,
  cells: 0,
  outline: 0,
  find: 0,
  suggestions: 0,
  edit: 0,
  resolveSuggestions: 0,
  positionsOf: 0,
  locateDrafts: 0,
  text: 0,
  hunks: 0,
  suggestedHunks: 0,
  projection: 0,
  image: 0,
  drop: 0,
} satisfies Record<keyof OfficeModels, 0>) as (keyof OfficeModels)[];

/** Limits of one request. The process is ended if it exceeds them, and restarted with the next request. */
const standardLimits: WorkerLimits = { ms: 60_000, megabytes: 2048 };

/** A process without open documents ends after being idle for this long, in milliseconds. */
const REST_MS = 30_000;

/** Runs the models in a process that starts with the first document and ends after the last. */
export function createOfficeProcess(start: StartWorker, limits = standardLimits): OfficeProcess {
  const docs = new Set<string>();
  let resting: NodeJS.Timeout | undefined;
  let asking = 0;
  const client = createWorkerClient<OfficeModels>({
    module: new URL("./office-worker.ts", import.meta.url),
    start,
    limits,
    onEnd: () => docs.clear(),
  });
  /** The process may have been started by a request without an open document. */
  const endSoon = (): void => {
    clearTimeout(resting);
    if (docs.size + asking > 0) return;
    resting = setTimeout(client.end, REST_MS);
    resting.unref();
  };
  const asked = everyModel((name, ...given) => {
    clearTimeout(resting);
    asking++;
    return client.ask(name, ...(given as never)).finally(() => {
      asking--;
      endSoon();
    });
  });
  return {
    ...asked,
    async take(doc, found) {
      const taken = await asked.take(doc, found);
      docs.add(doc);
      return taken;
    },
    async drop(doc) {
      docs.delete(doc);
      if (!client.isRunning) return;
      if (docs.size + asking === 0) client.end();
      else await asked.drop(doc);
    },
    has: (doc) => docs.has(doc),
    close: client.end,
  };
}

const everyModel = (ask: (name: keyof OfficeModels, ...given: unknown[]) => Promise<unknown>) =>
  Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => ask(name, ...given)])) as unknown as Omit<
    OfficeProcess,
    "has" | "close"
  >;

/** The same in this thread, for tests. */
export function officeModelsHere(): OfficeProcess {
  const models = createOfficeModels();
  const docs = new Set<string>();
  const here = everyModel(async (name, ...given) => (models[name] as (...all: unknown[]) => unknown)(...given));
  return {
    ...here,
    async take(doc, found) {
      const taken = await here.take(doc, found);
      docs.add(doc);
      return taken;
    },
    async drop(doc) {
      docs.delete(doc);
      await here.drop(doc);
    },
    has: (doc) => docs.has(doc),
    close: () => docs.clear(),
  };
}
