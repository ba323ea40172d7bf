import { expect, test, vi } from "vitest";
import { openPdf, PdfError } from "./draw-pages";
import type { PdfAnswer, PdfQuestion } from "./pdf-protocol";

/** A worker that answers as `answer` does; it never does if that is null. */
function fakeWorker(answer: (question: PdfQuestion) => PdfAnswer | null) {
  const asked: string[] = [];
  const terminate = vi.fn();
  const events = new EventTarget();
  const postMessage = (question: PdfQuestion, [port]: [MessagePort]) => {
    asked.push(question.ask);
    const found = answer(question);
    if (found !== null) port.postMessage(found);
  };
  const worker = Object.assign(events, { terminate, postMessage }) as unknown as Worker;
  return { asked, terminate, fail: () => events.dispatchEvent(new Event("error")), start: () => worker };
}

const damaged = new PdfError("damaged");
const opensOnly = ({ ask }: PdfQuestion) => (ask === "open" ? { count: 3 } : null);

test("pages are drawn by the worker, and closing ends it", async () => {
  const image = new Blob(["png"]);
  const worker = fakeWorker(({ ask }) => (ask === "open" ? { count: 3 } : { image }));
  const pdf = await openPdf(new Uint8Array(3), worker);
  expect(pdf.count).toBe(3);
  expect(await (await pdf.draw(2)).text()).toBe("png");
  expect(worker.terminate).not.toHaveBeenCalled();
  pdf.close();
  expect(worker.terminate).toHaveBeenCalled();
  await expect(pdf.draw(3)).rejects.toThrow(damaged);
  expect(worker.asked).toEqual(["open", "draw"]);
});

test("what is wrong with a PDF is known, and its worker has ended", async () => {
  const worker = fakeWorker(() => ({ problem: "password" }));
  await expect(openPdf(new Uint8Array(3), worker)).rejects.toThrow(new PdfError("password"));
  expect(worker.terminate).toHaveBeenCalled();
});

test("a page that takes too long ends the worker, and so does a file", async () => {
  const page = fakeWorker(opensOnly);
  const pdf = await openPdf(new Uint8Array(3), { ...page, maxMs: 20 });
  await expect(pdf.draw(1)).rejects.toThrow(damaged);
  expect(page.terminate).toHaveBeenCalled();
  const file = fakeWorker(() => null);
  await expect(openPdf(new Uint8Array(3), { ...file, maxMs: 20 })).rejects.toThrow(damaged);
  expect(file.terminate).toHaveBeenCalled();
});

test("a page that is being drawn ends with its PDF, its signal and its worker", async () => {
  const stop = new AbortController();
  const worker = fakeWorker(opensOnly);
  for (const end of [(close: () => void) => close(), worker.fail, () => stop.abort()]) {
    const pdf = await openPdf(new Uint8Array(3), { ...worker, signal: stop.signal });
    const drawn = expect(pdf.draw(1)).rejects.toThrow(damaged);
    end(pdf.close);
    await drawn;
  }
  worker.asked.length = 0;
  await expect(openPdf(new Uint8Array(3), { ...worker, signal: stop.signal })).rejects.toThrow(damaged);
  expect(worker.asked).toEqual([]);
});
