/** What is used of one file that instructs models, in bytes. */
export const MAX_RULE_BYTES = 16 * 1024;

/** Larger files are not read at all. */
export const MAX_RULE_FILE_BYTES = 1024 * 1024;

/** Skills, and commands, of one folder of them. */
export const MAX_FILES = 50;

/** Entries of a folder that are looked at. */
export const MAX_ENTRIES = 500;

/** Files that an agent takes instructions from, in one folder and those above it. */
export const MAX_INSTRUCTION_FILES = 200;

/** Folders below the open one in which rules are looked for, and how deep. */
export const MAX_SEARCHED_FOLDERS = 400;
export const MAX_SEARCH_DEPTH = 6;

/** What is hashed of all files that an agent takes instructions from, in bytes. */
export const MAX_HASHED_BYTES = 128 * 1024 * 1024;

/** What is shown of one of them, in characters. */
export const MAX_SHOWN_CHARACTERS = 256 * 1024;
