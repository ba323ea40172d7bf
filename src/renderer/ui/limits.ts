import { MiB } from "../../core/limits";

/** Limits of the renderer. */

/**
 * Time limits in milliseconds: `load` for loading the code of a kind, `draw` for one drawing. If loading was slow, the
 * machine is slow or busy, so a drawing may take `timesLoad` times the loading time, up to `slow`.
 */
export const DRAWING_TIMEOUTS_MS = { draw: 2000, slow: 8000, timesLoad: 4, load: 20_000 };

/** Matches that are counted; more are shown as “more than” this. */
export const MAX_COUNTED_MATCHES = 100_000;

/** Characters of a title in the outline. */
export const MAX_TITLE_LENGTH = 200;

/** Characters of a text whose outline the renderer's main thread computes, within a few milliseconds. */
export const MAX_INLINE_LENGTH = 60_000;

/** Levels of quotes, lists and items. Deeper text is a paragraph, because each level has a cost. */
export const MAX_BLOCK_DEPTH = 100;

/** Characters of a paragraph that are parsed at once. */
export const MAX_PARSED_PARAGRAPH = 20_000;

/** Levels of pasted HTML. Deeper structures become plain text. */
export const MAX_PASTED_DEPTH = 500;

/** Cells that are pasted into a table at once. */
export const MAX_PASTED_CELLS = 20_000;

/** Bytes of a picture that is sent as PNG. A larger one is sent as JPEG. */
export const MAX_PNG_BYTES = 1_500_000;

/** Files that are added to a question at once. */
export const MAX_ADDED_FILES = 10;

/** Bytes of a PDF that is added to a question. */
export const MAX_ADDED_PDF_BYTES = 100 * MiB;

/** Pages of a PDF that one question gets. */
export const MAX_PDF_PAGES = 20;

/** Bytes of one part of a PDF: an image of 85 million pixels in colour. */
export const MAX_PDF_PART_BYTES = 256 * MiB;

/** Rows of a book per request. */
export const MAX_ROWS_PER_REQUEST = 2000;

/** Threads of one question to an agent, and passages with it. */
export const MAX_ASKED_THREADS = 40;

/** Cards of comments beside the visible text; the side bar has all. */
export const MAX_CARDS = 100;

/** Bytes of all pictures that are embedded in an export. */
export const MAX_PICTURE_BYTES = 300 * MiB;

/** Entries of the library that are shown. */
export const MAX_LISTED_ENTRIES = 1000;

/** Items of the palette that are shown; more would slow down typing. */
export const MAX_PALETTE_ITEMS = 60;

/** Milliseconds to wait for the pending edits of a document, which main reports shortly after it was opened. */
export const REVIEW_TIMEOUT_MS = 3000;

/** Levels of nested blocks in an answer. Deeper ones are shown as plain text. */
export const MAX_ANSWER_DEPTH = 40;

/** Milliseconds after which a rendering is stopped. */
export const RENDERING_TIMEOUT_MS = 60_000;

/** Groups of tabs; more would be too small to write in. */
export const MAX_GROUPS = 4;
