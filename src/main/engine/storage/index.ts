/** Files on the disk: folders, locks, watching, databases. */

export { openResilientDatabase, type ResilientDatabase } from "./databases/resilient-database";
export { transaction } from "./databases/transaction";
export { bareDataFolder, leaveDataFolderPointer, usedDataFolder } from "./files/data-folder-pointer";
export { explain } from "./files/disk-errors";
export { fileNameFor } from "./files/file-name-for";
export { dataFolder, ensurePrivateFolder, isPrivateFolder, ownNumber } from "./files/folders";
export { isWithin } from "./files/guarded";
export { locatePath } from "./files/locate-path";
export { makeFolders } from "./files/make-folders";
export { type Beginning, readBeginning, readBytes } from "./files/read-bytes";
export { temporaryName } from "./files/temporary-files";
export { versionOf } from "./files/version";
export { createLock } from "./locks/lock";
export { lockFolder, sessionFolder } from "./locks/lock-folder";
export type { DiskStore } from "./saving/disk";
export { makeFoldersInPlace } from "./saving/make-folders-in-place";
export { replaceWholeFile, syncFolder } from "./saving/replace-whole-file";
export type { EndTemporaries, Temporaries } from "./saving/temporaries";
export { type Watcher, watchFiles } from "./watching/watcher";
