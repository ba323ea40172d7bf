/** What pdf.js needs around it, in a worker that has no document. */

/** The tables and fonts that PDFs name without having them, and the decoders of scanned pages, by file name. */
const files = new Map(
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

/** Hands these files to pdf.js, which loads nothing itself. */
export class Resources {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const file = files.get(filename);
    if (file === undefined) throw new Error(`there is no ${filename}`);
    const answer = await fetch(new URL(file, self.location.href));
    if (!answer.ok) throw new Error(`${filename} cannot be read`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

type Drawn = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null };

const contextOf = (canvas: OffscreenCanvas, alpha: boolean) =>
  canvas.getContext("2d", { alpha, willReadFrequently: true });

/** Makes the canvases for parts of a page, in pixels. */
export class Canvases {
  create(width: number, height: number): Drawn {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: contextOf(canvas, true) };
  }
  reset({ canvas }: Drawn, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }
  destroy(drawn: Drawn): void {
    this.reset(drawn, 0, 0);
    Object.assign(drawn, { canvas: null, context: null });
  }
  getNoAlphaContext(canvas: OffscreenCanvas) {
    return contextOf(canvas, false);
  }
}

const none = () => "none";

/** There are no SVG filters: pdf.js computes masks and transfer functions itself. */
export class Filters {
  addFilter = none;
  addHCMFilter = none;
  addAlphaFilter = none;
  addLuminosityFilter = none;
  addKnockoutFilter = none;
  addHighlightHCMFilter = none;
  addSelectionHCMFilter = none;
  addSelectionFilter = none;
  createSelectionStyle = () => null;
  destroy(): void {}
}
