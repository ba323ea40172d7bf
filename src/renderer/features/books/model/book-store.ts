import { atom, type ReadableAtom } from "nanostores";
import type { BookOverview, BookPath } from "../../../../shared/book";
import type { Notice } from "../../../../shared/contract";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import { lazyStore } from "../../../ui/lazy-store";
import type { Shell } from "../../../workbench/api/shell";
import { createBookModel } from "./book-model";
import { createJobList } from "./job-list";
import type { OpenBook } from "./use-book";

/** The state of a book that a tab waits for. */
export type BookOpening =
  | { status: "opening" }
  | { status: "open"; open: OpenBook }
  | { status: "failed"; why: Notice };

type Entry = { $opening: ReadableAtom<BookOpening>; again(): void; users: number; close(): void };

type BookDeps = Pick<Shell, "bridge" | "notices">;

/** The open books of a window. */
const entriesOf = lazyStore((_shell: BookDeps) => new Map<BookPath, Entry>());

/** Opens the book of a path, or shares it if a tab has it already. Each tab calls `stop` when it closes; the last one closes the book. */
export function acquireBook(shell: BookDeps, path: BookPath): Pick<Entry, "$opening" | "again"> & { stop(): void } {
  const entry = entryFor(shell, path, null);
  entry.users += 1;
  let isStopped = false;
  return {
    $opening: entry.$opening,
    again: entry.again,
    stop() {
      if (isStopped) return;
      isStopped = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      entriesOf(shell).delete(path);
      entry.close();
    },
  };
}

/** The book of a tab. It outlives the component, which unmounts when another tab is shown. */
export const bookOfTab = lazyStore((tab: CustomEditorTab, shell: BookDeps) =>
  acquireBook(shell, tab.$info.get().path ?? ""),
);

/** Opens a book in a tab. Shows the error and resolves to false if it cannot be opened. */
export async function openBook(shell: BookDeps & Pick<Shell, "tabs">, path: string): Promise<boolean> {
  const answer = await shell.bridge.request("book:open", path);
  if (!answer.ok) {
    shell.notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return false;
  }
  const { book, title } = answer.shown;
  entryFor(shell, book, answer.shown);
  shell.tabs.openBook(book, title);
  return true;
}

function entryFor(shell: BookDeps, path: BookPath, shown: BookOverview | null): Entry {
  const entries = entriesOf(shell);
  const known = entries.get(path);
  if (known) return known;
  const $opening = atom<BookOpening>({ status: "opening" });
  let isClosed = false;
  /** Closes the book in main, unless a tab has opened it again meanwhile. */
  const leave = (book: BookPath) => {
    if (!entries.has(book)) void shell.bridge.request("book:close", book);
  };
  const begin = async (first: BookOverview) => {
    // Recover before the first edit: journaling the next edit replaces the whole journal entry.
    const recovered = await shell.bridge.request("book:recover-targets", first.book);
    if (isClosed) return leave(first.book);
    if (!recovered.ok) return $opening.set({ status: "failed", why: recovered.error });
    const model = createBookModel(shell, { shown: first, recovered: recovered.drafts });
    const jobs = createJobList(shell, first.book);
    model.setAsideSource(async () => {
      const setAsideRows = [];
      for (const { chapter, index, paragraphs } of jobs.setAside()) {
        await model.loaded(chapter);
        const rows = model.$rows.get().get(chapter) ?? [];
        setAsideRows.push(...rows.filter((row) => !row.isBlank && row.index >= index).slice(0, paragraphs));
      }
      return setAsideRows;
    });
    $opening.set({ status: "open", open: { model, jobs } });
  };
  const failed = (error: unknown) =>
    $opening.set({
      status: "failed",
      why: { code: "failed", message: error instanceof Error ? error.message : String(error) },
    });
  const ask = async () => {
    $opening.set({ status: "opening" });
    const answer = await shell.bridge.request("book:open", path);
    if (isClosed) {
      // The tab was closed before the book was open.
      if (answer.ok) leave(answer.shown.book);
    } else if (answer.ok) await begin(answer.shown);
    else $opening.set({ status: "failed", why: answer.error });
  };
  const entry: Entry = {
    $opening,
    again: () => void ask().catch(failed),
    users: 0,
    close() {
      isClosed = true;
      const now = $opening.get();
      if (now.status !== "open") return;
      const { model } = now.open;
      void model.flush().finally(() => {
        model.close();
        leave(model.book);
      });
      now.open.jobs.close();
    },
  };
  entries.set(path, entry);
  void (shown ? begin(shown) : ask()).catch(failed);
  return entry;
}
