/** Web worker that reads PDFs with pdf.js. Scanned pages are decoded by WebAssembly, which only this worker's policy allows. */
import "pdfjs-dist/build/pdf.worker.mjs";
