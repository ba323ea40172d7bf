import { getDocument, PasswordException, PDFWorker } from "pdfjs-dist";
import { workerStarter } from "../../../ui/worker-starter";
import address from "./pdf-worker?worker&url";

/** The longest edge of a drawn page, in pixels: what models see. */
const EDGE = 1568;
/** A page takes longer only if something is wrong with it. */
const MAX_PAGE_MS = 20_000;

/** The tables and fonts that PDFs name without having them, and the decoders of scanned pages, by file name. */
const resources = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        "../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap",
        "../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}",
        "../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm",
      ],
      { query: "?url", import: "default", eager: true },
    ),
  ).map(([path, file]) => [path.slice(path.lastIndexOf("/") + 1), file]),
);

/** Hands these files to pdf.js, whose worker loads nothing itself. */
class Resources {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const file = resources.get(filename);
    if (file === undefined) throw new Error(`there is no ${filename}`);
    const answer = await fetch(new URL(file, document.baseURI));
    if (!answer.ok) throw new Error(`${filename} cannot be read`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

/** Why a PDF cannot be drawn. */
export class PdfError extends Error {
  constructor(readonly why: "password" | "damaged") {
    super(why);
  }
}

/** An open PDF. Close it, or its worker stays. */
export type OpenPdf = {
  count: number;
  /** Draws a page, numbered from 1. Throws a `PdfError` if that fails or takes too long. */
  draw(page: number): Promise<Blob>;
  close(): void;
};

const start = workerStarter("pdf", address);

/** Opens a PDF in a worker of its own. It runs no scripts and follows no links. Throws a `PdfError`. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const port = start();
  const worker = PDFWorker.create({ port });
  const end = () => {
    worker.destroy();
    port.terminate();
  };
  try {
    const loading = getDocument({
      data: bytes,
      worker,
      BinaryDataFactory: Resources,
      useWorkerFetch: false,
      disableWorkerRendering: true,
      enableXfa: false,
      verbosity: 0,
    });
    const document = await inTime(loading.promise);
    return {
      count: document.numPages,
      async draw(number) {
        try {
          return await inTime(drawn(await document.getPage(number)));
        } catch {
          throw new PdfError("damaged");
        }
      },
      close: () => void loading.destroy().finally(end),
    };
  } catch (error) {
    end();
    throw new PdfError(error instanceof PasswordException ? "password" : "damaged");
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>["promise"]>["getPage"]>>;

async function drawn(page: Page): Promise<Blob> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: EDGE / Math.max(width, height, 1) });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({ canvas, viewport, background: "white" }).promise;
  page.cleanup();
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob === null ? fail(new Error("no image")) : done(blob)), "image/png"),
  );
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error("it takes too long")), MAX_PAGE_MS);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });
}
