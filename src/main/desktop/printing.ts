import type { BrowserWindow } from "electron";
import { inPrintWindow } from "./print-window";

/** The page as a PDF with its headings as outline, selectable text and tagged structure; null if aborted. */
export function pagePdf(folder: string, html: string, signal: AbortSignal): Promise<Uint8Array | null> {
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
  const printed = await inPrintWindow(folder, html, new AbortController().signal, print);
  return printed ?? false;
}

function print(window: BrowserWindow): Promise<boolean | string> {
  return new Promise((done) => {
    window.webContents.print({ printBackground: true, silent: false }, (isDone, why) => {
      const isCancelled = /cancel/i.test(why);
      done(isDone || (isCancelled ? false : why));
    });
  });
}
