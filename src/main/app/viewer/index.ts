/** Images, PDFs and other files that are shown and not edited. */

export { isGrantedByTab, openOrView, withGrantedViews } from "./viewed-file";
export { type OpenedPdf, openPdf } from "./viewed-pdf";
