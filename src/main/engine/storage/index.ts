/** Files on the disk: folders, locks, watching, databases. */

export { bareDataFolder, leaveDataFolderPointer, usedDataFolder } from "./data-folder-pointer";
export type { DiskStore } from "./disk";
export { explain } from "./disk-errors";
export { dataFolder, ensurePrivateFolder, isPrivateFolder, ownNumber } from "./folders";
export { isWithin } from "./guarded";
export { locatePath } from "./locate-path";
export { createLock } from "./lock";
export { lockFolder, sessionFolder } from "./lock-folder";
export { makeFolders } from "./make-folders";
export { makeFoldersInPlace } from "./make-folders-in-place";
export { type Beginning, readBeginning, readBytes } from "./read-bytes";
export { replaceWholeFile, syncFolder } from "./replace-whole-file";
export { openResilientDatabase, type ResilientDatabase } from "./resilient-database";
export type { EndTemporaries, Temporaries } from "./temporaries";
export { temporaryName } from "./temporary-files";
export { transaction } from "./transaction";
export { versionOf } from "./version";
export { type Watcher, watchFiles } from "./watcher";
