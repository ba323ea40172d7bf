import type { Text } from "@codemirror/state";
import { serialQueue } from "../../../core/async/serial-queue";
import type { LineRange } from "../../../core/text/line-ranges";
import { MAX_INLINE_LENGTH } from "../../ui/limits";
import { OutlineFollower } from "./follow-outline";
import {
  OutlineService,
  type PackedCoverage,
  type PackedOutline,
  type SectionEdit,
  type SectionResult,
} from "./outline-service";
import type { FromWorker, ToWorker } from "./worker-protocol";

/** Characters per message to the worker; copying them takes about a millisecond. */
const SLICE_LENGTH = 400_000;

/** The part of `Worker` that is used. */
export type WorkerLike = {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
};

/** Computes outlines and section edits. */
export type OutlineSource = {
  outline(doc: Text): Promise<PackedOutline>;
  answer(doc: Text, ask: SectionEdit): Promise<SectionResult>;
  /** How much each reader has read, given the line ranges of each. */
  coverage(doc: Text, readers: LineRange[][]): Promise<PackedCoverage>;
  /** Terminates the worker; pending requests fail. */
  stop(): void;
};

/**
 * Keeps the outline of a document in the main thread. Other requests for long texts go to a worker, which starts with the first
 * request and keeps the last text it was sent. Texts are sent in slices, so that the window stays responsive.
 */
export function createOutlineSource(startWorker: () => WorkerLike): OutlineSource {
  let worker: WorkerLike | null = null;
  let sent: Text | null = null;
  let service: { doc: Text; service: OutlineService } | null = null;
  let failed: ((why: Error) => void) | null = null;
  let isStopped = false;

  const follower = new OutlineFollower(async () => {
    await pause();
    if (isStopped) throw new Error("the outline was closed");
  });

  const end = (why: string) => {
    worker?.terminate();
    worker = null;
    sent = null;
    failed?.(new Error(why));
  };

  const here = (doc: Text) => {
    if (service?.doc !== doc) service = { doc, service: new OutlineService(doc.sliceString(0)) };
    return service.service;
  };

  const ask = (message: ToWorker): Promise<FromWorker> =>
    new Promise((done, reject) => {
      const asked = worker;
      if (!asked) return reject(new Error("the outline worker has ended"));
      failed = reject;
      asked.onmessage = ({ data }) => done(data);
      asked.onerror = ({ message: why }) => end(why ?? "the outline worker failed");
      asked.postMessage(message);
    });

  const there = async (doc: Text, message: ToWorker): Promise<FromWorker> => {
    service = null;
    worker ??= startWorker();
    const mine = worker;
    if (sent !== doc) {
      sent = null;
      for (let from = 0; from < doc.length; from += SLICE_LENGTH) {
        mine.postMessage({ type: "slice", text: doc.sliceString(from, from + SLICE_LENGTH), first: from === 0 });
        await pause();
        if (worker !== mine) throw new Error("the outline worker has ended");
      }
      sent = doc;
    }
    const response = await ask(message);
    if (response.type === "failed") throw new Error(response.why);
    return response;
  };

  // One request at a time: the worker answers in order, and slices of two texts must not mix. The outline itself is
  // computed in the main thread and does not wait for the worker.
  const enqueue = serialQueue();
  const followed = serialQueue();

  return {
    outline: (doc) => followed(() => follower.packed(doc)),
    answer: (doc, asked) =>
      enqueue(async () => {
        if (doc.length <= MAX_INLINE_LENGTH) return here(doc).answer(asked);
        const response = await there(doc, { type: "section", edit: asked });
        if (response.type !== "section") throw new RangeError("unexpected response from the outline worker");
        return response.answer;
      }),
    coverage: (doc, readers) =>
      enqueue(async () => {
        if (doc.length <= MAX_INLINE_LENGTH) {
          const { readParagraphs } = await import("../../../core/markdown/paragraphs");
          return here(doc).coverage(readers, readParagraphs);
        }
        const response = await there(doc, { type: "coverage", readers });
        if (response.type !== "coverage") throw new RangeError("unexpected response from the outline worker");
        return response.coverage;
      }),
    stop() {
      isStopped = true;
      end("the outline was closed");
    },
  };
}

const pause = () => new Promise<void>((done) => setTimeout(done));
