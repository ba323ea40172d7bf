import { join } from "node:path";
import { createLock, fileNameFor, makeFolders } from "../../engine/storage";

/** Milliseconds to wait for another member of the same folder that is just ending. */
const WAIT_MS = 2000;

/**
 * Makes this process the only one that keeps a folder in sync: two would both send what is written in it. Resolves to a function that lets go, or to null if
 * another process has it.
 */
export async function holdFolder(dataDir: string, root: string): Promise<(() => void) | null> {
  const key = fileNameFor(root);
  // A lock has few files, which its keys share: this one is held for as long as the process runs.
  const locks = join(dataDir, "joined-locks", key);
  makeFolders(locks, 0o700);
  const lock = createLock(locks, { waitLimit: WAIT_MS });
  const held = Promise.withResolvers<(() => void) | null>();
  const over = Promise.withResolvers<void>();
  lock
    .withLocks([key], async () => {
      held.resolve(over.resolve);
      await over.promise;
    })
    .catch(() => held.resolve(null))
    .finally(() => lock.close());
  return held.promise;
}
