import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../engine/storage";
import { postgresContents, sqliteContents, withNewFolderId } from "../sharing/store/contents";
import { NotEmptyError } from "../sharing/store/shared-folder-store";
import { openSqliteStore } from "../sharing/store/sqlite-store";
import { CommandError } from "./command";
import { databaseFile, describePlace, type StoreLocation, withStore } from "./serve-store";

type BackupOptions = { place: StoreLocation; file: string; complain(sentence: string): void };

/** Copies everything of a shared folder into a new file, while it may be served. */
export async function backUp({ place, file, complain }: BackupOptions): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} exists already. Choose another name.`);
  if ("folder" in place && !existsSync(databaseFile(place.folder)))
    throw new CommandError(`There is no shared folder in ${place.folder}.`);
  await sentences(async () => {
    // Beside the file, which is there only when it is whole.
    const work = await mkdtemp(join(dirname(file), ".galley-backup-"));
    try {
      const copy = openSqliteStore(work, complain);
      try {
        await copy.fill(
          "folder" in place ? sqliteContents(databaseFile(place.folder)) : postgresContents(place.postgres),
        );
      } finally {
        await copy.close();
      }
      await rename(databaseFile(work), file);
      syncFolder(dirname(file));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
}

/** Fills an empty store with a backup. */
export async function restore({ place, file, complain }: BackupOptions): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  await withStore({ place, isShared: false, otherwise: "Nothing was restored", complain }, async (store) => {
    try {
      await sentences(() => store.fill(withNewFolderId(sqliteContents(file), newFolderId())));
    } catch (error) {
      if (!(error instanceof NotEmptyError)) throw error;
      throw new CommandError(
        `${describePlace(place)} has a shared folder already. Nothing was restored: choose an empty one.`,
      );
    } finally {
      await store.close();
    }
  });
}

/** Sentences of the stores become those of the command. */
async function sentences(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (error instanceof NotEmptyError || error instanceof CommandError) throw error;
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}.`);
  }
}

const newFolderId = (): string =>
  Array.from({ length: 24 }, () => "0123456789abcdefghijklmnopqrstuvwxyz"[randomInt(36)]).join("");
