/** Limits that several parts of Galley keep to. A limit of one module stands in that module. */

export const MiB = 1024 * 1024;

/** The maximum number of bytes of a file that tools and searches read: a line of a gigabyte would take that much memory. */
export const MAX_TOOL_FILE_BYTES = 64 * MiB;

/** The maximum number of bytes of a document that the user opens. */
export const MAX_FILE_BYTES = 256 * MiB;

/** The maximum number of bytes of a note beside the documents: a book's notes, a `.gitignore`. */
export const MAX_NOTE_BYTES = MiB;

/** More versions than a document ever has: for what needs all of them. */
export const ALL_VERSIONS = 1_000_000;
