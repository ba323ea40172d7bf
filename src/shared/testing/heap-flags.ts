/**
 * Flags of V8 for the processes of tests: space for new objects from the start. Most of them live for less than a second, and spent a sixth of it on
 * collecting garbage from a space that begins with a megabyte.
 */
export const HEAP_FLAGS = ["--min-semi-space-size=16", "--max-semi-space-size=32"];
