/** The open folder: its files, and search in them. */

export { createFolderSearch, type FolderSearch } from "./folder-search";
export { openFolder, renameEntry } from "./workspace";
