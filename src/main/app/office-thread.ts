import { Worker } from "node:worker_threads";
import { type RefusalCode, ToolError } from "../engine/tool-error";
import { createOfficeModels, type OfficeModels } from "./office-models";

/** What the models are asked in their thread. */
export type OfficeQuestion = { number: number; name: keyof OfficeModels; given: unknown[] };

/** What comes back. */
export type OfficeAnswer = { number: number } & (
  | { status: "done"; result: unknown }
  | { status: "refused"; code: RefusalCode; message: string; hint: string | undefined }
  | { status: "failed"; message: string }
);

/** The models wherever they are: every answer is waited for. */
export type OfficeThread = {
  [Name in keyof OfficeModels]: (
    ...given: Parameters<OfficeModels[Name]>
  ) => Promise<Awaited<ReturnType<OfficeModels[Name]>>>;
} & {
  /** Whether the document was read, and not lost with the thread since. */
  has(doc: string): boolean;
  close(): void;
};

const names = Object.keys({
  ...{ take: 0, paragraphs: 0, slides: 0, cells: 0, outline: 0, find: 0, suggestions: 0, edit: 0, settle: 0 },
  ...{
    placesOf: 0,
    placeDrafts: 0,
    text: 0,
    versionText: 0,
    hunks: 0,
    suggestedHunks: 0,
    ledger: 0,
    ledgerOf: 0,
    image: 0,
    drop: 0,
  },
} satisfies Record<keyof OfficeModels, 0>) as (keyof OfficeModels)[];

/** The thread ran out of memory or time over what it was asked. */
export class OfficeThreadEnded extends ToolError {}

/** Milliseconds that one question may take: a thread that takes longer is ended, and the next question begins a new one. */
const MAX_MS = 120_000;
/** Megabytes of memory. */
const MAX_MEGABYTES = 2048;

const tookTooLong = (): ToolError => new OfficeThreadEnded("too_large", "this document takes too long to be read");

/** A thread with no document open ends when nothing was asked of it for so long. */
const restMs = 30_000;

type Waiting = { resolve(result: unknown): void; reject(problem: Error): void; timer: NodeJS.Timeout };

/** The models in a thread of their own, begun with the first document and ended with the last; it keeps no process running. */
export function createOfficeThread(limits = { ms: MAX_MS, megabytes: MAX_MEGABYTES }): OfficeThread {
  const docs = new Set<string>();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let count = 0;
  let resting: NodeJS.Timeout | undefined;

  const end = (problem: Error): void => {
    const ended = worker;
    worker = null;
    docs.clear();
    ended?.removeAllListeners();
    ended?.on("error", () => {});
    void ended?.terminate();
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject, timer } of lost) {
      clearTimeout(timer);
      reject(problem);
    }
  };
  /** It may have been asked about documents that nobody has open. */
  const endSoon = (): void => {
    clearTimeout(resting);
    if (docs.size + waiting.size > 0) return;
    resting = setTimeout(() => {
      if (docs.size + waiting.size === 0) end(new Error("nobody asks about Office documents any more"));
    }, restMs);
    resting.unref();
  };
  const start = (): Worker => {
    const started = new Worker(new URL("./office-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    started.on("message", (answer: OfficeAnswer) => {
      const asked = waiting.get(answer.number);
      waiting.delete(answer.number);
      clearTimeout(asked?.timer);
      endSoon();
      if (answer.status === "done") asked?.resolve(answer.result);
      else if (answer.status === "refused") {
        const { code, message, hint } = answer;
        asked?.reject(new ToolError(code, message, hint === undefined ? {} : { hint }));
      } else asked?.reject(new Error(answer.message));
    });
    // What runs out of memory ends its thread, and nothing else.
    started.on("error", () => end(new OfficeThreadEnded("too_large", "this document is too large to be shown here")));
    started.on("exit", () => end(new Error("the thread of Office documents ended")));
    started.unref();
    return started;
  };
  const ask = (name: keyof OfficeModels, given: unknown[]): Promise<unknown> => {
    worker ??= start();
    const number = ++count;
    worker.postMessage({ number, name, given } satisfies OfficeQuestion);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(tookTooLong()), limits.ms);
      timer.unref();
      waiting.set(number, { resolve, reject, timer });
    });
  };
  const asked = Object.fromEntries(
    names.map((name) => [name, (...given: unknown[]) => ask(name, given)]),
  ) as unknown as Omit<OfficeThread, "has" | "close">;
  return {
    ...asked,
    async take(doc, found) {
      const taken = await asked.take(doc, found);
      docs.add(doc);
      return taken;
    },
    async drop(doc) {
      docs.delete(doc);
      if (worker === null) return;
      if (docs.size === 0 && waiting.size === 0) end(new Error("the last Office document was closed"));
      else await asked.drop(doc);
    },
    has: (doc) => docs.has(doc),
    close: () => end(new Error("the app is closing")),
  };
}

/** The same in this thread, for tests. */
export function officeModelsHere(): OfficeThread {
  const models = createOfficeModels();
  const docs = new Set<string>();
  const here = Object.fromEntries(
    names.map((name) => [
      name,
      async (...given: unknown[]) => (models[name] as (...all: unknown[]) => unknown)(...given),
    ]),
  ) as unknown as Omit<OfficeThread, "has" | "close">;
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
