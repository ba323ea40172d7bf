import { atom, type ReadableAtom } from "nanostores";
import type { BookPath, RowPosition } from "../../../../shared/book";
import type { Bridge, Outcome } from "../../../../shared/contract";
import type { Shell } from "../../../workbench/api/shell";
import { bookMessages } from "../messages";
import type { BookRows } from "./book-rows";
import type { createUnsavedTargets, SavedState } from "./unsaved-targets";

/** Paragraphs that the user sends back; with `task`, the whole task. */
export type SendingBack = { paragraphs: readonly string[]; task?: string };

type Deps = {
  bridge: Bridge;
  book: BookPath;
  rows: Pick<BookRows, "rowAt" | "put" | "refreshRows">;
  unsaved: Pick<ReturnType<typeof createUnsavedTargets>, "save" | "discard" | "of">;
  notices: Pick<Shell["notices"], "error">;
  $active: ReadableAtom<RowPosition | null>;
  goTo(position: RowPosition): Promise<void>;
  chooseNone(): void;
  refreshOverview(): Promise<void>;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
};

/** What the user decides about translations: accept them, send them back, select another version. */
export function createBookDecisions(deps: Deps) {
  const { bridge, book, rows, unsaved, notices, $active, goTo, chooseNone, refreshOverview, isOk } = deps;
  const { rowAt, put, refreshRows } = rows;
  /** The open "send back" dialog, or null. */
  const $sendingBack = atom<SendingBack | null>(null);

  async function accept(ids: readonly string[]): Promise<boolean> {
    const answer = await bridge.request("book:accept", { book, paragraphs: [...ids] });
    if (!isOk(answer)) return false;
    await refreshRows([...ids]);
    return true;
  }

  /**
   * Accepts what is translated of these paragraphs: all, or those without a flag. Returns the ids that were not accepted before, for undo; null if it
   * failed.
   */
  async function acceptMany(ids: readonly string[], which: "all" | "unflagged"): Promise<string[] | null> {
    const [accepted, translated, flagged] = await Promise.all([
      bridge.request("book:filter", { book, filters: ["accepted"] }),
      bridge.request("book:filter", { book, filters: ["translated"] }),
      which === "all" ? null : bridge.request("book:filter", { book, filters: ["flagged"] }),
    ]);
    if (!isOk(accepted) || !isOk(translated) || (flagged !== null && !isOk(flagged))) return null;
    const left = new Set((flagged?.places ?? []).map(({ id }) => id));
    const before = new Set(accepted.places.map(({ id }) => id));
    const wanted = new Set(ids);
    const fresh = translated.places.flatMap(({ id }) => (wanted.has(id) && !left.has(id) ? [id] : []));
    // What is accepted already counts again if its source has changed.
    const again = ids.filter((id) => before.has(id) && !left.has(id));
    if (fresh.length + again.length > 0 && !(await accept([...fresh, ...again]))) return null;
    return fresh;
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

  /** Saves a translation. If that fails after the cursor has left the paragraph, a notice leads back to it. */
  async function save(position: RowPosition, as: SavedState = "translated"): Promise<boolean> {
    const { id, index } = position;
    if (await unsaved.save(id, as)) return true;
    const left = unsaved.of(id);
    const t = bookMessages.row;
    const why = left?.why ?? (left?.theirs ? t.conflict : null);
    if (why !== null && $active.get()?.id !== id)
      notices.error(t.notSaved(index, why), { action: { label: t.goTo, run: () => void goTo(position) } });
    return false;
  }

  /** Saves a translation and accepts it. */
  async function confirm(position: RowPosition): Promise<boolean> {
    if (!(await save(position, "accepted"))) return false;
    const row = rowAt(position);
    if (row && (row.translation === null || (row.state === "accepted" && !row.sourceChanged))) return true;
    return accept([position.id]);
  }

  return {
    $sendingBack,
    accept,
    acceptMany,
    unaccept,
    select,
    save,
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
