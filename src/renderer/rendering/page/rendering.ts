import type { Text } from "@codemirror/state";
import type { RenderingWords } from "../rendered";
import type { FromWorker, ToWorker } from "./rendering-protocol";

/** What is sent to the worker at once, in characters: copying it takes about a millisecond. */
const SLICE = 400_000;

/** A rendering that takes longer has hung, in milliseconds. */
const LONGEST = 60_000;

/** What the view speaks with: a worker, or what stands for it in a test. */
export type ReadingWorker = {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

/** What a view hears while a text is rendered, in the order of `FromWorker`; `failed` ends the rendering for good. */
export type RenderingListener = {
  heard(told: Exclude<FromWorker, { say: "failed" }>): void;
  failed(why: string): void;
};

/**
 * Renders the newest text that it was given, one at a time: while one is being rendered the latest of those that came
 * meanwhile waits.
 */
export function createRendering(startWorker: () => ReadingWorker, listener: RenderingListener) {
  let worker: ReadingWorker | null = null;
  let round = 0;
  let isBusy = false;
  let waiting: { text: Text; words: RenderingWords } | null = null;
  let current: Text | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
    waiting = null;
    isBusy = false;
  };

  const failed = (why: string) => {
    stop();
    listener.failed(why);
  };

  const next = async (): Promise<void> => {
    if (isBusy || !waiting) return;
    isBusy = true;
    const { text, words } = waiting;
    current = text;
    waiting = null;
    round++;
    worker ??= begin();
    const mine = worker;
    for (let from = 0; from === 0 || from < text.length; from += SLICE) {
      mine.postMessage({ say: "slice", text: text.sliceString(from, from + SLICE), first: from === 0 });
      if (text.length > SLICE) await pause();
      if (worker !== mine) return;
    }
    timer = setTimeout(() => failed("timeout"), LONGEST);
    mine.postMessage({ say: "render", round, words });
  };

  const begin = (): ReadingWorker => {
    const started = startWorker();
    started.onmessage = ({ data }) => {
      if (data.round !== round) return;
      if (data.say === "failed") return failed(data.why);
      listener.heard(data);
      if (data.say !== "done") return;
      clearTimeout(timer);
      isBusy = false;
      void next();
    };
    started.onerror = (event) => failed(event.message || "the worker that renders failed");
    return started;
  };

  return {
    render(text: Text, words: RenderingWords): void {
      waiting = { text, words };
      void next();
    },
    /** The text that is being rendered, or was last. */
    rendered: () => current,
    stop,
  };
}

const pause = () => new Promise<void>((done) => setTimeout(done));
