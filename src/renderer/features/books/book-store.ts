import { atom, type ReadableAtom } from "nanostores";
import type { BookPath, ShownBook } from "../../../shared/book";
import type { Notice } from "../../../shared/contract";
import type { Shell } from "../../workbench/shell";
import { createBookModel } from "./book-model";
import { createJobList } from "./job-list";
import type { OpenBook } from "./use-book";

/** A book as a tab waits for it. */
export type Opening = { status: "opening" } | { status: "open"; open: OpenBook } | { status: "failed"; why: Notice };

type Entry = { $opening: ReadableAtom<Opening>; again(): void; users: number; close(): void };

const desks = new WeakMap<Shell, Map<BookPath, Entry>>();

function entriesOf(shell: Shell): Map<BookPath, Entry> {
  const entries = desks.get(shell) ?? new Map<BookPath, Entry>();
  desks.set(shell, entries);
  return entries;
}

/** The book of a path for one more tab, opened where no tab has it; `stop` when the tab is gone, and the last one closes it. */
export function takeBook(shell: Shell, path: BookPath): Pick<Entry, "$opening" | "again"> & { stop(): void } {
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

/** Shows a book in a tab: the one that has it, or a new one. Tells why where it is refused; false then. */
export async function openBook(shell: Shell, path: string): Promise<boolean> {
  const answer = await shell.bridge.request("book:open", path);
  if (!answer.ok) {
    shell.notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
    return false;
  }
  const { book, title } = answer.shown;
  entryFor(shell, book, answer.shown);
  shell.tabs.openBook(book, title);
  return true;
}

function entryFor(shell: Shell, path: BookPath, shown: ShownBook | null): Entry {
  const entries = entriesOf(shell);
  const known = entries.get(path);
  if (known) return known;
  const $opening = atom<Opening>({ status: "opening" });
  let isClosed = false;
  /** Main need tell no more of it, unless a tab has opened it again meanwhile. */
  const leave = (book: BookPath) => {
    if (!entries.has(book)) void shell.bridge.request("book:close", book);
  };
  const begin = async (first: ShownBook) => {
    // Before the first key: the next edit that is journaled replaces what the journal has.
    const recovered = await shell.bridge.request("book:recover-targets", first.book);
    if (isClosed) return leave(first.book);
    if (!recovered.ok) return $opening.set({ status: "failed", why: recovered.error });
    const model = createBookModel(shell, { shown: first, recovered: recovered.drafts });
    const jobs = createJobList(shell, first.book);
    model.knowSetAside(async () => {
      const places = [];
      for (const { chapter, index, paragraphs } of jobs.setAside()) {
        await model.loaded(chapter);
        const rows = model.$rows.get().get(chapter) ?? [];
        places.push(...rows.filter((row) => !row.isBlank && row.index >= index).slice(0, paragraphs));
      }
      return places;
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
      // The tab was gone before the book was there.
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
