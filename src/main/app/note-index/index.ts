/** What the notes of a folder say about each other. The index is loaded on first use. */

export { createIndexOnUse } from "./index-on-use";
export type { NoteIndex } from "./note-index";
