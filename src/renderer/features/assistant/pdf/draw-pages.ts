import { workerStarter } from "../../../ui/worker-starter";
import type { PdfAnswer, PdfProblem, PdfQuestion } from "./pdf-protocol";
import address from "./pdf-worker?worker&url";

/** A page takes longer, in milliseconds, only if something is wrong with it. */
const MAX_PAGE_MS = 20_000;

/** Why a PDF cannot be drawn. */
export class PdfError extends Error {
  constructor(readonly why: PdfProblem) {
    super(why);
  }
}

/** An open PDF. Close it, or its worker stays. */
export type OpenPdf = {
  count: number;
  /** Draws a page, numbered from 1. Throws a `PdfError` if that fails, takes too long or the PDF is closed. */
  draw(page: number): Promise<Blob>;
  close(): void;
};

const startWorker = workerStarter("pdf", address);

type Options = { start?(): Worker; maxMs?: number; signal?: AbortSignal };

/**
 * Opens a PDF in a worker of its own, which is ended when a page takes longer than `maxMs` or at `signal`: nothing of a PDF can hold up the window.
 * Throws a `PdfError`.
 */
export async function openPdf(
  bytes: Uint8Array,
  { start = startWorker, maxMs = MAX_PAGE_MS, signal }: Options = {},
): Promise<OpenPdf> {
  const worker = start();
  const ended = new AbortController();
  const close = () => {
    worker.terminate();
    ended.abort();
  };
  worker.addEventListener("error", close);
  signal?.addEventListener("abort", close);
  if (signal?.aborted) close();

  const ask = (question: PdfQuestion, moved: Transferable[] = []): Promise<PdfAnswer> => {
    const { port1: answers, port2: port } = new MessageChannel();
    const { promise, resolve } = Promise.withResolvers<PdfAnswer>();
    const fail = () => resolve({ problem: "damaged" });
    ended.signal.addEventListener("abort", fail);
    const timer = setTimeout(close, maxMs);
    answers.onmessage = ({ data }: MessageEvent<PdfAnswer>) => resolve(data);
    if (ended.signal.aborted) fail();
    else worker.postMessage(question, [port, ...moved]);
    return promise.finally(() => {
      clearTimeout(timer);
      ended.signal.removeEventListener("abort", fail);
      answers.close();
    });
  };

  const opened = await ask({ ask: "open", bytes }, [bytes.buffer]);
  if (!("count" in opened)) {
    close();
    throw new PdfError("problem" in opened ? opened.problem : "damaged");
  }
  return {
    count: opened.count,
    async draw(page) {
      const drawn = await ask({ ask: "draw", page });
      if ("image" in drawn) return drawn.image;
      throw new PdfError("damaged");
    },
    close,
  };
}
