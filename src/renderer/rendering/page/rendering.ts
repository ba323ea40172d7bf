import type { Text } from "@codemirror/state";
import { RENDERING_TIMEOUT_MS } from "../../ui/limits";
import type { RenderingOptions } from "../rendered-document";
import type { FromWorker, ToWorker } from "./rendering-protocol";

/** How much text is sent to the worker at once, in characters; copying it takes about a millisecond. */
const SLICE = 400_000;

/** The rendering worker, or a test's substitute. */
export type RenderingWorker = {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

/** Receives the messages of a rendering in the order of `FromWorker`. After `failed` no more messages follow. */
export type RenderingListener = {
  onMessage(message: Exclude<FromWorker, { type: "failed" }>): void;
  failed(reason: string): void;
};

/** Renders the latest text, one rendering at a time: a text that arrives during a rendering replaces any that waits. */
export function createRendering(startWorker: () => RenderingWorker, listener: RenderingListener) {
  let worker: RenderingWorker | null = null;
  let round = 0;
  let isBusy = false;
  let waiting: { text: Text; messages: RenderingOptions } | null = null;
  let current: Text | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
    waiting = null;
    isBusy = false;
  };

  const failed = (reason: string) => {
    stop();
    listener.failed(reason);
  };

  const next = async (): Promise<void> => {
    if (isBusy || !waiting) return;
    isBusy = true;
    const { text, messages } = waiting;
    current = text;
    waiting = null;
    round++;
    worker ??= begin();
    const mine = worker;
    for (let from = 0; from === 0 || from < text.length; from += SLICE) {
      mine.postMessage({ type: "slice", text: text.sliceString(from, from + SLICE), first: from === 0 });
      if (text.length > SLICE) await pause();
      if (worker !== mine) return;
    }
    timer = setTimeout(() => failed("timeout"), RENDERING_TIMEOUT_MS);
    mine.postMessage({ type: "render", round, messages });
  };

  const begin = (): RenderingWorker => {
    const started = startWorker();
    started.onmessage = ({ data }) => {
      if (data.round !== round) return;
      if (data.type === "failed") return failed(data.reason);
      listener.onMessage(data);
      if (data.type !== "done") return;
      clearTimeout(timer);
      isBusy = false;
      void next();
    };
    started.onerror = (event) => failed(event.message || "the rendering worker failed");
    return started;
  };

  return {
    render(text: Text, messages: RenderingOptions): void {
      waiting = { text, messages };
      void next();
    },
    /** The text that is being rendered or was rendered last. */
    rendered: () => current,
    stop,
  };
}

const pause = () => new Promise<void>((done) => setTimeout(done));
