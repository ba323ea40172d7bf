/**
 * Limits of what every process computes. Each layer has one such file; it says how much is accepted or kept, in bytes, UTF-16 units (characters),
 * items, levels or milliseconds. `scripts/checks/limits.mjs` says what belongs here.
 */

export const MiB = 1024 * 1024;

/** Characters of a `%%` comment within a paragraph. Limits the cost of one that is never closed. */
export const MAX_HIDDEN_COMMENT = 2000;

/** The widest that the size of an image in Markdown can say, in CSS pixels. */
export const MAX_IMAGE_WIDTH = 9999;

/** Characters of the notation of a page break. */
export const MAX_PAGE_BREAK = 100;

/** Characters of front matter that is edited as properties. Longer front matter is edited as source. */
export const MAX_FRONT_MATTER = 60_000;

/** Rows of the largest sheets that current programs support. */
export const MAX_SHEET_ROWS = 1_048_576;

/** Columns of the largest sheets that current programs support. */
export const MAX_SHEET_COLUMNS = 16_384;

/** Levels of a PDF's page tree. A deeper one is damaged. */
export const MAX_PAGE_TREE_DEPTH = 40;

/** Characters of an edit that is compared whole while the user types in it. A larger one is compared from its ends, so that typing stays fast. */
export const MAX_COMPARED_PER_KEY = 8_000;

/** The longest note that an agent gives with an edit, in UTF-16 units. */
export const MAX_REASON_NOTE = 120;

/** Bytes of the path of a shared file, in UTF-8. */
export const MAX_SHARED_PATH_BYTES = 1000;

/** Texts of one shared folder. More are not shared. */
export const MAX_SHARED_FILES = 20_000;

/** Files of one shared folder that are shared whole. More are not shared. */
export const MAX_WHOLE_FILES = 20_000;

/** Bytes of a file that is shared whole. */
export const MAX_WHOLE_BYTES = 50 * MiB;

/** The longest message of a comment thread, in UTF-16 units. */
export const MAX_COMMENT = 10_000;
