import type { Text } from "@codemirror/state";
import type { LineRange } from "../../../core/text/line-ranges";
import { OutlineFollower } from "./follow-outline";
import {
  OutlineDesk,
  type PackedCoverage,
  type PackedOutline,
  type SectionAnswer,
  type SectionAsk,
} from "./outline-service";
import type { FromWorker, ToWorker } from "./worker-protocol";

/** A text up to so many characters is worked on in the page: that takes a few milliseconds. */
export const LONG = 60_000;

/** What is sent to the worker at once, in characters: copying it takes about a millisecond. */
const SLICE = 400_000;

/** What the page speaks with: a worker, or what stands for it in a test. */
export type WorkerLike = {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
};

/** Finds outlines and the edits of sections. */
export type OutlineSource = {
  outline(doc: Text): Promise<PackedOutline>;
  answer(doc: Text, ask: SectionAsk): Promise<SectionAnswer>;
  /** How much each reader, by the lines that it was shown, has read. */
  coverage(doc: Text, readers: LineRange[][]): Promise<PackedCoverage>;
  /** Ends the worker. What is still asked for fails. */
  stop(): void;
};

/**
 * Follows the outline of one document in the page. All else that is asked is worked out in the page for a short text, for a
 * long one in a worker, which is started with the first question and holds the last text it was sent. A text goes there in
 * slices, the page has its turn between them.
 */
export function createOutlineSource(startWorker: () => WorkerLike): OutlineSource {
  let worker: WorkerLike | null = null;
  let sent: Text | null = null;
  let desk: { doc: Text; desk: OutlineDesk } | null = null;
  let failed: ((why: Error) => void) | null = null;
  let isStopped = false;

  const follower = new OutlineFollower(async () => {
    await pause();
    if (isStopped) throw new Error("the outline is closed");
  });

  const end = (why: string) => {
    worker?.terminate();
    worker = null;
    sent = null;
    failed?.(new Error(why));
  };

  const here = (doc: Text) => {
    if (desk?.doc !== doc) desk = { doc, desk: new OutlineDesk(doc.sliceString(0)) };
    return desk.desk;
  };

  const ask = (message: ToWorker): Promise<FromWorker> =>
    new Promise((done, reject) => {
      const asked = worker;
      if (!asked) return reject(new Error("the outline's worker has ended"));
      failed = reject;
      asked.onmessage = ({ data }) => done(data);
      asked.onerror = ({ message: why }) => end(why ?? "the outline's worker failed");
      asked.postMessage(message);
    });

  const there = async (doc: Text, message: ToWorker): Promise<FromWorker> => {
    desk = null;
    worker ??= startWorker();
    const mine = worker;
    if (sent !== doc) {
      sent = null;
      for (let from = 0; from < doc.length; from += SLICE) {
        mine.postMessage({ say: "slice", text: doc.sliceString(from, from + SLICE), first: from === 0 });
        await pause();
        if (worker !== mine) throw new Error("the outline's worker has ended");
      }
      sent = doc;
    }
    const told = await ask(message);
    if (told.say === "failed") throw new Error(told.why);
    return told;
  };

  // One at a time: the worker's answers come in order, and slices of two texts must not mix. The outline itself, which
  // the page keeps, does not wait for the worker.
  const inTurn = turns();
  const followed = turns();

  return {
    outline: (doc) => followed(() => follower.packed(doc)),
    answer: (doc, asked) =>
      inTurn(async () => {
        if (doc.length <= LONG) return here(doc).answer(asked);
        const told = await there(doc, { say: "section", ask: asked });
        if (told.say !== "section") throw new RangeError("the worker answered another question");
        return told.answer;
      }),
    coverage: (doc, readers) =>
      inTurn(async () => {
        if (doc.length <= LONG) {
          const { readParagraphs } = await import("../../../core/markdown/paragraphs");
          return here(doc).coverage(readers, readParagraphs);
        }
        const told = await there(doc, { say: "coverage", readers });
        if (told.say !== "coverage") throw new RangeError("the worker answered another question");
        return told.coverage;
      }),
    stop() {
      isStopped = true;
      end("the outline is closed");
    },
  };
}

/** Runs what it is given one after the other. */
function turns() {
  let turn: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work);
    turn = mine;
    return mine;
  };
}

const pause = () => new Promise<void>((done) => setTimeout(done));
