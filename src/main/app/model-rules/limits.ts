/** What is used of one file that instructs models, in bytes. */
export const MAX_RULE_BYTES = 16 * 1024;

/** Larger files are not read at all. */
export const MAX_RULE_FILE_BYTES = 1024 * 1024;

/** Skills, and commands, of one folder of them. */
export const MAX_FILES = 50;

/** Entries of a folder that are looked at. */
export const MAX_ENTRIES = 500;
