import { isBusy } from "../../storage/databases/transaction";
import type { ContentLibrary } from "../entries/content-library";
import type { ContentSearch } from "../search/content-search";
import { openContentLibrary } from "../sqlite-library";
import {
  createLibraryThread,
  type LibraryThread,
  type LibraryThreadOptions,
  UnusableFileError,
} from "./library-thread";
import { type LibraryWork, libraryWorkHere } from "./library-work";

/**
 * The library for lookups here, and its search and long work in a thread. If the library's file cannot be used, the thread would have
 * another library in its memory than this one, so all of it is here.
 */
export function libraryWithThread({ dataDir, notice, ...more }: LibraryThreadOptions) {
  /** Messages of both, for `takeNotices`. */
  const notices: string[] = [];
  const thread = createLibraryThread({
    ...more,
    dataDir,
    notice(sentence) {
      notices.push(sentence);
      notice(sentence);
    },
  });
  let used: LibraryThread | null = null;
  return {
    async openLibrary(): Promise<ContentLibrary> {
      // The thread comes first: adding what ships, or waiting for another process that does, would hold this one.
      const failure = await openedIn(thread);
      const library = openContentLibrary({ dataDir, notice, notices });
      const isUnusable = failure instanceof UnusableFileError;
      const isHere = isUnusable ? !library.isPersistent : failure !== null && !isPassing(failure);
      if (isHere && !isUnusable) notice(`the library's thread did not start: ${failure?.message}`);
      if (isHere) void thread.close();
      else used = thread;
      return library;
    },
    openContentSearch: async (library: ContentLibrary): Promise<ContentSearch> =>
      used?.search ?? (await import("../search/content-search")).createContentSearch({ library, dataDir, notice }),
    openLibraryWork: (library: ContentLibrary): LibraryWork => used?.work ?? libraryWorkHere(library),
    /** Stops the thread, with what it still does. */
    close: () => thread.close(),
  };
}

/** Opens the library in the thread, and tries once more: another process may be adding what ships. Returns the error. */
async function openedIn(thread: LibraryThread): Promise<Error | null> {
  const attempt = () =>
    thread.open().then(
      () => null,
      (error: Error) => error,
    );
  const failure = await attempt();
  const isFinal = failure === null || failure instanceof UnusableFileError || failure.name === "TimeoutError";
  return isFinal ? failure : attempt();
}

/** After such an error the thread opens the library again with the next request. */
const isPassing = (error: Error): boolean => error.name === "TimeoutError" || isBusy(error);
