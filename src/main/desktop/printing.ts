import type { BrowserWindow } from "electron";
import { pageNumberStyles, pagesOfDestinations } from "../../core/pdf/page-numbers";
import { inPrintWindow } from "./print-window";

/** The page as a PDF with its headings as outline, selectable text and tagged structure; null if aborted. */
export async function pagePdf(folder: string, html: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const page = await withPageNumbers(folder, html, signal);
  return page === null ? null : printed(folder, page, signal);
}

/** Adds the numbers of pages to a table of contents: Chromium cannot count them, so the page is laid out once before. */
async function withPageNumbers(folder: string, html: string, signal: AbortSignal): Promise<string | null> {
  if (!html.includes('<div class="contents"')) return html;
  const first = await printed(folder, html, signal);
  if (first === null) return null;
  const styles = pageNumberStyles(pagesOfDestinations(first));
  return html.replace("</head>", () => `<style>${styles}</style></head>`);
}

function printed(folder: string, html: string, signal: AbortSignal): Promise<Uint8Array | null> {
  return inPrintWindow(folder, html, signal, (window) =>
    window.webContents.printToPDF({
      // The page itself sets its paper size.
      preferCSSPageSize: true,
      printBackground: true,
      generateDocumentOutline: true,
      generateTaggedPDF: true,
    }),
  );
}

/** Shows the system's print dialog. False if the user cancelled; a sentence if it failed. */
export async function printPage(folder: string, html: string): Promise<boolean | string> {
  const { signal } = new AbortController();
  const page = await withPageNumbers(folder, html, signal);
  return (page !== null && (await inPrintWindow(folder, page, signal, print))) ?? false;
}

function print(window: BrowserWindow): Promise<boolean | string> {
  return new Promise((done) => {
    window.webContents.print({ printBackground: true, silent: false }, (isDone, why) => {
      const isCancelled = /cancel/i.test(why);
      done(isDone || (isCancelled ? false : why));
    });
  });
}
