import { serialQueue } from "../../../../core/async/serial-queue";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import type { PackName } from "../packs/read-pack";

/** The result of adding a file: added, or not because it replaces a document. */
export type AddResult =
  | { status: "added"; document: LibraryDocument }
  | { status: "replaces"; before: LibraryDocument; isNowEmpty: boolean };

export type AddWorkOptions = {
  /** Whether a document with the same key is replaced. */
  mayReplace: boolean;
  progress(done: number, total: number): void;
  signal: AbortSignal;
};

/** Changes to the library that take long if a document is large. */
export type LibraryWork = {
  /** Reads a pack or a rulebook, and adds it completely or not at all. Rejects with a `ToolError` that says what is wrong with it. */
  add(bytes: Uint8Array, name: PackName, options: AddWorkOptions): Promise<AddResult>;
  /** As those of the library. One whose turn has not come when `signal` is aborted does nothing. */
  remove(document: string, signal?: AbortSignal): Promise<LibraryDocument | null>;
  restore(document: string, signal?: AbortSignal): Promise<LibraryDocument | null>;
};

/** Does the work here, in this thread, one after the other: a removal during an addition would find the file locked, and hold the thread while it waits. */
export function libraryWorkHere(library: ContentLibrary): LibraryWork {
  const enqueue = serialQueue();

  async function add(
    bytes: Uint8Array,
    name: PackName,
    { mayReplace, ...options }: AddWorkOptions,
  ): Promise<AddResult> {
    const content = (await import("../packs/read-document")).readDocument(bytes, name);
    const before = library.documents().find(({ document }) => folded(document) === folded(content.document));
    if (before !== undefined && !mayReplace)
      return { status: "replaces", before, isNowEmpty: content.entries.length === 0 && before.entryCount > 0 };
    return { status: "added", document: await library.replace(content, options) };
  }

  return {
    add(bytes, name, options) {
      const { signal } = options;
      let hasBegun = false;
      const added = enqueue(() => {
        hasBegun = true;
        signal.throwIfAborted();
        return add(bytes, name, options);
      });
      const abortedBefore = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => !hasBegun && reject(signal.reason), { once: true });
      });
      return Promise.race([added, abortedBefore]);
    },
    remove: (document, signal) =>
      enqueue(() => {
        signal?.throwIfAborted();
        return library.remove(document);
      }),
    restore: (document, signal) =>
      enqueue(() => {
        signal?.throwIfAborted();
        return library.restore(document);
      }),
  };
}
