import type { PdfInformation } from "../core/pdf/pdf-information";
import type { DocumentId, ImageQuery, Outcome } from "./contract";
import type { PandocFormat, PandocPage } from "./pandoc";

/** Options of an export or print. */
export type ExportChoices = {
  paper: {
    size: "A4" | "A5" | "Letter" | "Legal";
    isLandscape: boolean;
    margins: "narrow" | "normal" | "wide";
    hasNumbers: boolean;
    /** The title above each page but the first. */
    hasHeader: boolean;
    hyphenates: boolean;
  };
  frontMatter: boolean;
  /** A table of contents at the beginning, if the document has none. */
  contents: boolean;
  /** The colours of an HTML page. */
  colours: "both" | "light" | "dark";
  /** The user's own style sheet for paper, and the document whose styles a Word document takes; empty: Galley's. */
  printStyle: string;
  wordStyle: string;
  pandoc: PandocFormat;
};

/** A format for export; also the extension of the file. */
export type ExportKind = "pdf" | "html" | "docx" | "epub" | PandocFormat;

/** Exporting and printing. */
export type ExportRequests = {
  /** Asks with a dialog for the target of an export; null: cancelled. The ticket is valid for one file. */
  "export:pick": (chosen: { doc: DocumentId; kind: ExportKind }) => Outcome<{
    place: { ticket: number; name: string } | null;
  }>;
  "export:write": (file: { ticket: number; bytes: Uint8Array }) => Outcome<{ path: string }>;
  /** Renders HTML, which specifies its own paper, and writes it as PDF, with what it says about itself. */
  "export:pdf": (page: {
    ticket: number;
    html: string;
    about?: PdfInformation | undefined;
  }) => Outcome<{ path: string }>;
  "export:cancel": (ticket: number) => void;
  /** Shows an exported file in the file manager. */
  "export:reveal": (path: string) => void;
  /** Shows the system's print dialog; false if the user cancelled. */
  "export:print": (html: string) => Outcome<{ isPrinted: boolean }>;
  /** Whether pandoc is installed. */
  "export:has-pandoc": () => Outcome<{ hasPandoc: boolean }>;
  /** Converts Markdown with pandoc and writes it. */
  "export:pandoc": (asked: { ticket: number; page: PandocPage; to: PandocFormat }) => Outcome<{ path: string }>;
  /** The bytes of an image in the document. */
  "export:image": (image: ImageQuery) => Outcome<{ type: string; bytes: Uint8Array }>;
};
