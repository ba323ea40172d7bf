import { MiB } from "../../../core/limits";

/** Limits of the engine. */

/** The maximum number of bytes of a file that tools and searches read: a line of a gigabyte would take that much memory. */
export const MAX_TOOL_FILE_BYTES = 64 * MiB;

/** The maximum number of bytes of a document that the user opens. */
export const MAX_FILE_BYTES = 256 * MiB;

/** The maximum number of bytes of a note beside the documents: a book's notes, a `.gitignore`. */
export const MAX_NOTE_BYTES = MiB;

/** More versions than a document ever has: for what needs all of them. */
export const ALL_VERSIONS = 1_000_000;

/** Milliseconds that a search for files, or in them, may take. It then stops with what was found. */
export const MAX_SEARCH_MS = 20_000;

/** Milliseconds for finding the replacements in one batch of texts. */
export const MAX_BATCH_REPLACE_MS = 120_000;

/** Milliseconds for finding the entry files of a folder. A folder with more to search, such as a whole disk, has none. */
export const MAX_LIBRARY_SEARCH_MS = 5000;

/** Milliseconds for reading the versions of a document to say who wrote what. */
export const MAX_AUTHORSHIP_MS = 15_000;

/** Milliseconds for searching a folder for a comment thread. */
export const MAX_COMMENT_SEARCH_MS = 10_000;

/** Milliseconds to wait while another process writes to the history. */
export const HISTORY_TIMEOUT_MS = 10_000;

/** Bytes that are read of a record of saves in progress. A process has only a line or two. */
export const MAX_SAVE_RECORD_BYTES = 256 * 1024;

/** Bytes of a file whose sections are counted when its folder is listed. */
export const MAX_OUTLINED_BYTES = 128 * 1024;

/** Compressed bytes of a version in the history database. A larger version is a file of its own. */
export const MAX_BYTES_IN_DATABASE = MiB;

/** Bytes of the file with a document's comments. */
export const MAX_COMMENT_BYTES = 32 * MiB;

/** Threads of one document. */
export const MAX_THREADS = 10_000;

/** Messages of one thread. */
export const MAX_MESSAGES = 1_000;

/** The longest passage with a comment whose words are kept whole, in UTF-16 units. */
export const MAX_QUOTE = 10_000;

/** The most recent writes of comments that their file lists. */
export const MAX_COMMENT_WRITES = 50;

/** The longest text of an edit that is kept with a thread, in UTF-16 units. */
export const MAX_THREAD_EDIT = 2_000;

/** Bytes of the file with the decisions about agents. The app writes none that is larger. */
export const MAX_HELD_AGENTS_BYTES = 16 * MiB;

/** Agents whose decisions are kept: the most recent ones. */
export const MAX_HELD_AGENTS = 500;

/** Events of one agent that are kept. */
export const MAX_AGENT_EVENTS = 20;

/** HTTP clients waiting for permission that are kept. */
export const MAX_WAITING_CLIENTS = 50;

/** Bytes of the file with agents' requests for review. */
export const MAX_REVIEW_REQUESTS_BYTES = 16 * MiB;

/** Edits that review handles before other work gets a turn. */
export const MAX_EDITS_AT_ONCE = 4000;

/** Levels of folders in which a book's files are found. */
export const MAX_BOOK_DEPTH = 16;

/** Characters of a paragraph, or of its translation, that are examined. */
export const MAX_EXAMINED_TEXT = 20_000;

/** Characters of the translation of a paragraph that is imported or made by replacing. */
export const MAX_TRANSLATION = 20_000;

/** Bytes of an imported translation memory. */
export const MAX_MEMORY_BYTES = 160 * MiB;

/** Bytes of the header of an imported translation memory. */
export const MAX_MEMORY_HEADER_BYTES = 32 * 1024;

/** Bytes of all images of an exported book. */
export const MAX_BOOK_IMAGE_BYTES = 200_000_000;

/** Bytes of a translation memory in TMX. */
export const MAX_TMX_BYTES = 512 * MiB;

/** Bytes of an XLIFF file. */
export const MAX_XLIFF_BYTES = 128 * MiB;

/** Entries of an Office package. */
export const MAX_PACKAGE_ENTRIES = 20_000;

/** Unpacked bytes of one entry of a package. */
export const MAX_ENTRY_BYTES = 128 * MiB;

/** Unpacked bytes of all entries of a package. */
export const MAX_PACKAGE_BYTES = 256 * MiB;

/** Bytes of an entry that is unpacked in one piece. */
export const MAX_UNPACKED_AT_ONCE_BYTES = 8 * MiB;

/** Characters that are read of one package. Shared or repeated text counts each time. */
export const MAX_PACKAGE_TEXT = 16_000_000;

/** Paragraphs, rows and repeated cells that are read of one package. */
export const MAX_PACKAGE_PIECES = 1_000_000;

/** Levels of nested XML elements. Code that walks elements is recursive. */
export const MAX_XML_DEPTH = 1_000;

/** Bytes of an Office program's lock file. They have a few hundred; a larger file is not one. */
export const MAX_LOCK_BYTES = 4096;

/** Bytes of a package whose text is cached: hashing a larger one would block the thread. */
export const MAX_CACHED_PACKAGE_BYTES = 16_000_000;

/** Characters of a list marker. */
export const MAX_MARKER = 200;

/** Levels of elements in a segment that have marks in its translation. Deeper ones are left out; their words stay. */
export const MAX_MARKED_DEPTH = 12;

/** Levels of marks in a translation. Deeper ones are text. */
export const MAX_MARK_DEPTH = 20;

/** Comments that are read of one Office document. */
export const MAX_OFFICE_COMMENTS = 20_000;

/** Characters of a formula: Excel's limit. */
export const MAX_FORMULA = 8192;

/** Characters of a cell: Excel's limit. */
export const MAX_CELL = 32_767;

/** Cells that are searched or compared one by one. A larger workbook changes as a whole. */
export const MAX_COMPARED_CELLS = 200_000;

/** Levels of nested lists in an entry of 5etools. */
export const MAX_FOREIGN_ENTRY_DEPTH = 12;

/** Files and folders that one search for files reads the names of. */
export const MAX_SEARCHED_ENTRIES = 500_000;

/** Lines of a `.gitignore` that count. */
export const MAX_IGNORE_RULES = 10_000;

/** Patterns that the braces of a file pattern expand to. */
export const MAX_GLOB_ALTERNATIVES = 100;

/** Characters of a file pattern. */
export const MAX_GLOB = 4096;

/** Patterns that are searched at once. */
export const MAX_SEARCH_PATTERNS = 100;

/** Characters of a pattern that is searched. */
export const MAX_SEARCH_PATTERN = 10_000;

/** Files that a tool searches. */
export const MAX_SEARCHED_FILES = 200_000;

/** Files whose links are updated when a file moves. */
export const MAX_LINKING_FILES = 50_000;

/** Documents that a tool for Markdown reads at once. */
export const MAX_MARKDOWN_FILES = 5_000;

/** Characters of all documents that a tool for Markdown reads at once. */
export const MAX_MARKDOWN_TEXT = 100_000_000;

/** Characters of a string argument that is tried as JSON. */
export const MAX_JSON_ARGUMENT = 4_000_000;

/** Seconds that an agent may wait for a review. */
export const MAX_REVIEW_WAIT_S = 600;

/** Characters of an agent's question with a request for review. */
export const MAX_REVIEW_QUESTION = 2_000;

/** Files and folders in a folder that is moved. */
export const MAX_MOVED_ENTRIES = 100_000;

/** Bytes of one piece of a message to a worker process: a few milliseconds of copying. */
export const MAX_FRAME_BYTES = 4 * MiB;

/** Folders below an open one in which comments are looked for that were begun there. */
export const MAX_COMMENT_FOLDERS = 3_000;

/** Files with comments that are listed of a folder. */
export const MAX_COMMENT_FILES = 20_000;

/** Requests for review that are kept; older ones are dropped. */
export const MAX_REVIEW_REQUESTS = 100;

/** Decisions on requests for review that are kept; older ones are dropped. */
export const MAX_REVIEW_DECISIONS = 1_000;

/** Hunks of one decision that are kept. */
export const MAX_DECIDED_HUNKS = 1_000;

/** Characters that are kept of the text of one decided hunk. */
export const MAX_DECIDED_TEXT = 2_000;

/** Chapters of a book. */
export const MAX_CHAPTERS = 10_000;

/** Imported translation memories of a book. */
export const MAX_MEMORIES = 30;

/** Characters of all loaded translation memories, for all books: some 300 MB with the index of their words. */
export const MAX_MEMORIES_TEXT = 80_000_000;

/** Paragraphs of one task in a book. */
export const MAX_TASK_PARAGRAPHS = 20_000;

/** Entries that are read of a TMX file. */
export const MAX_TMX_ENTRIES = 250_000;

/** Characters of all entries that are read of a TMX file. */
export const MAX_TMX_TEXT = 40_000_000;

/** Characters of a segment in TMX. Longer ones are left out. */
export const MAX_TMX_SEGMENT = 20_000;

/** Characters before the first unit of a TMX file. */
export const MAX_TMX_HEAD = 4_000_000;

/** Characters of one unit in TMX, with all its texts. */
export const MAX_TMX_UNIT = 16_000_000;

/** Units of an XLIFF file. */
export const MAX_XLIFF_UNITS = 500_000;

/** Characters of all units of an XLIFF file. */
export const MAX_XLIFF_TEXT = 40_000_000;

/** An entry that grows by more than this factor, to more than 16 MiB, is a zip bomb. */
export const MAX_UNPACKING_RATIO = 250;

/** Cells that one call sets. */
export const MAX_CELLS_SET = 100_000;

/** Slides of a presentation after an edit. */
export const MAX_SLIDES = 2_000;

/** Rows that one edit inserts into a table. */
export const MAX_INSERTED_ROWS = 10_000;

/** Paragraphs that one edit removes. */
export const MAX_REMOVED_PARAGRAPHS = 2_000;
