/** The content library. */

export type { ContentLibrary } from "./entries/content-library";
export { limits } from "./entries/document-limits";
export type { LibraryEntry } from "./entries/entry";
export { entryMarkdown } from "./entries/entry-markdown";
export { folded } from "./entries/folded";
export { switchesFile, switchesSchema } from "./switched-off";
export type { LibraryWork } from "./thread/library-work";
