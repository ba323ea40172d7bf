/**
 * Web worker that reads and draws one PDF with pdf.js: a page may take arbitrarily long, which must not hold up the window. Scanned pages are decoded by
 * WebAssembly, which only this worker's policy allows.
 */
import "./pdf-limits";
// In the same thread as pdf.js' interface, this is what reads the file. It also listens to this worker's messages, and ignores those that are not its own.
import "pdfjs-dist/build/pdf.worker.mjs";
import { getDocument, PasswordException, type PDFDocumentProxy } from "pdfjs-dist";
import { Canvases, Filters, Resources } from "./pdf-factories";
import type { PdfAnswer, PdfQuestion } from "./pdf-protocol";

/** The longest edge of a drawn page, in pixels: what models see. */
const EDGE = 1568;

/** A larger image is left out of its page. A scan of A3 at 600 dots an inch has 70 million pixels. */
const MAX_IMAGE_PIXELS = 80_000_000;

let pdf: Promise<PDFDocumentProxy> | null = null;

async function answer(question: PdfQuestion): Promise<PdfAnswer> {
  try {
    if (question.ask === "open") pdf = opened(question.bytes);
    if (pdf === null) throw new Error("no PDF is open");
    return question.ask === "open" ? { count: (await pdf).numPages } : { image: await drawn(await pdf, question.page) };
  } catch (error) {
    return { problem: error instanceof PasswordException ? "password" : "damaged" };
  }
}

/** It runs no scripts and follows no links. */
const opened = (data: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({
    data,
    BinaryDataFactory: Resources,
    CanvasFactory: Canvases,
    FilterFactory: Filters,
    // All that pdf.js uses of a document is its fonts.
    ownerDocument: self as unknown as HTMLDocument,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: 4 * MAX_IMAGE_PIXELS,
    enableXfa: false,
    verbosity: 0,
  }).promise;

async function drawn(document: PDFDocumentProxy, number: number): Promise<Blob> {
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: EDGE / Math.max(width, height, 1) });
  const size = (length: number) => Math.max(1, Math.round(length));
  const canvas = new OffscreenCanvas(size(viewport.width), size(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: "white" }).promise;
  page.cleanup();
  return canvas.convertToBlob({ type: "image/png" });
}

self.addEventListener("message", async ({ data, ports: [port] }: MessageEvent<PdfQuestion>) =>
  port?.postMessage(await answer(data)),
);
