import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createLock, makeFolders } from "../engine/storage";
import { describeDatabase } from "../sharing/store/postgres-database";
import { openPostgresStore } from "../sharing/store/postgres-store";
import type { SharedFolderStore } from "../sharing/store/shared-folder-store";
import { openSqliteStore } from "../sharing/store/sqlite-store";
import { CommandError } from "./command";

/** Where a shared folder is stored: in a folder of this machine, or in a Postgres database. */
export type StoreLocation = { folder: string } | { postgres: string };

/** The place for sentences, without a password. */
export const describePlace = (place: StoreLocation): string =>
  "folder" in place ? place.folder : describeDatabase(place.postgres);

/** The file with the shared folder that is stored in `folder`. */
export const databaseFile = (folder: string): string => join(folder, "sharing.db");

type WithStoreOptions = {
  place: StoreLocation;
  /** Whether other servers use the database at the same time. */
  isShared: boolean;
  /** What does not happen if the store cannot be opened: `Nothing is served`. */
  otherwise: string;
  complain(sentence: string): void;
};

/** Milliseconds to wait for another server of the same folder that is just ending. */
const WAIT_MS = 2000;

/** Runs `task` with the store, which no other server uses meanwhile unless it is shared. `task` closes it. */
export async function withStore(
  { place, isShared, otherwise, complain }: WithStoreOptions,
  task: (store: SharedFolderStore) => Promise<void>,
): Promise<void> {
  if ("postgres" in place)
    return task(await opened(otherwise, () => openPostgresStore({ url: place.postgres, isShared, notice: complain })));
  const { folder } = place;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new CommandError(`${folder} cannot be used: ${error.message}`);
  });
  const locks = join(folder, "locks");
  makeFolders(locks, 0o700);
  const lock = createLock(locks, { waitLimit: WAIT_MS });
  let isOurs = false;
  try {
    await lock.withLocks(["server"], async () => {
      isOurs = true;
      await task(await opened(otherwise, async () => openSqliteStore(folder, complain)));
    });
  } catch (error) {
    throw isOurs ? error : new CommandError(`Another galley serve already uses ${folder}. Stop that one first.`);
  } finally {
    lock.close();
  }
}

const opened = async (otherwise: string, open: () => Promise<SharedFolderStore>): Promise<SharedFolderStore> => {
  try {
    return await open();
  } catch (error) {
    throw new CommandError(`${otherwise}: ${error instanceof Error ? error.message : String(error)}.`);
  }
};
