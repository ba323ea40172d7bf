import { atom, type ReadableAtom } from "nanostores";
import type { BookPath, RowPosition } from "../../../shared/book";
import type { Bridge, Outcome } from "../../../shared/contract";
import type { BookRows } from "./book-rows";
import type { createUnsavedTargets } from "./unsaved-targets";

/** Paragraphs that the user sends back; with `task`, the whole task. */
export type SendingBack = { paragraphs: readonly string[]; task?: string };

type Deps = {
  bridge: Bridge;
  book: BookPath;
  rows: Pick<BookRows, "rowAt" | "put" | "refreshRows">;
  unsaved: Pick<ReturnType<typeof createUnsavedTargets>, "save" | "discard">;
  $active: ReadableAtom<RowPosition | null>;
  chooseNone(): void;
  refreshOverview(): Promise<void>;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
};

/** What the user decides about translations: accept them, send them back, select another version. */
export function createBookDecisions({ bridge, book, rows, unsaved, $active, chooseNone, refreshOverview, isOk }: Deps) {
  const { rowAt, put, refreshRows } = rows;
  /** The open "send back" dialog, or null. */
  const $sendingBack = atom<SendingBack | null>(null);

  async function accept(ids: readonly string[]): Promise<boolean> {
    const answer = await bridge.request("book:accept", { book, paragraphs: [...ids] });
    if (!isOk(answer)) return false;
    await refreshRows([...ids]);
    return true;
  }

  async function unaccept(ids: readonly string[]): Promise<void> {
    if (isOk(await bridge.request("book:unaccept", { book, paragraphs: [...ids] }))) await refreshRows([...ids]);
  }

  /** Selects a version; unsaved text over the previous version is discarded. */
  async function select(paragraph: string, version: string): Promise<void> {
    const answer = await bridge.request("book:select", { book, paragraph, version });
    if (!isOk(answer)) return;
    unsaved.discard(paragraph);
    put([answer.row]);
  }

  /** Saves a translation and accepts it. */
  async function confirm(id: string): Promise<boolean> {
    if (!(await unsaved.save(id))) return false;
    const active = $active.get();
    const row = active?.id === id ? rowAt(active) : null;
    if (row && (row.translation === null || (row.state === "accepted" && !row.sourceChanged))) return true;
    return accept([id]);
  }

  return {
    $sendingBack,
    accept,
    unaccept,
    select,
    confirm,
    async sendBack({ paragraphs, task }: SendingBack, comment: string): Promise<boolean> {
      const answer =
        task === undefined
          ? await bridge.request("book:send-back", { book, paragraphs: [...paragraphs], comment })
          : await bridge.request("book:send-back-task", { book, task, comment });
      if (!isOk(answer)) return false;
      $sendingBack.set(null);
      chooseNone();
      await Promise.all([refreshRows([...paragraphs]), refreshOverview()]);
      return true;
    },
  };
}
