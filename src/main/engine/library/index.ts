/** The content library. */

export { bareLetters } from "./entries/bare-letters";
export type { ContentLibrary } from "./entries/content-library";
export { limits } from "./entries/document-limits";
export type { LibraryEntry } from "./entries/entry";
export { entryMarkdown } from "./entries/entry-markdown";
export { FILE_FIELD } from "./entries/file-field";
export { folded } from "./entries/folded";
export type { LibraryReader } from "./folder/folder-library";
export { libraryName } from "./library-database";
export { switchesFile, switchesSchema } from "./switched-off";
export type { LibraryWork } from "./thread/library-work";
