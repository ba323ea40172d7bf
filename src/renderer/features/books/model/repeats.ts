import type { BookPath, RowPosition } from "../../../../shared/book";
import type { Bridge, Outcome } from "../../../../shared/contract";
import type { Shell } from "../../../workbench/api/shell";
import { bookMessages } from "../messages";
import type { BookRows } from "./book-rows";

/** How long the offer stays, in milliseconds. */
const OFFER_MS = 12_000;

type Deps = {
  bridge: Bridge;
  book: BookPath;
  rows: Pick<BookRows, "rowAt" | "refreshRows">;
  notices: Pick<Shell["notices"], "info" | "dismiss">;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
};

/** Offers a confirmed translation to the untranslated paragraphs with the same source. */
export function createRepeats({ bridge, book, rows, notices, isOk }: Deps) {
  let shown: number | null = null;
  let last = 0;

  async function fill(paragraph: string, version: string): Promise<void> {
    const answer = await bridge.request("book:fill-repeats", { book, paragraph, version });
    if (!isOk(answer)) return;
    const { filled } = answer;
    const ids = filled.map((each) => each.paragraph);
    await rows.refreshRows(ids);
    const t = bookMessages.repeats;
    const undo = async () => {
      const undone = await bridge.request("book:empty-repeats", { book, filled });
      if (!isOk(undone)) return;
      await rows.refreshRows(ids);
      notices.info(bookMessages.repeats.undone(undone.emptied));
    };
    notices.info(t.filled(ids.length), ids.length === 0 ? {} : { action: { label: t.undo, run: () => void undo() } });
  }

  return {
    /** Shows the offer if there are such paragraphs; it takes the place of an earlier one. */
    async offer(position: RowPosition): Promise<void> {
      last += 1;
      const mine = last;
      if (shown !== null) notices.dismiss(shown);
      const version = rows.rowAt(position)?.version ?? null;
      if (version === null) return;
      const answer = await bridge.request("book:repeats", { book, paragraph: position.id });
      // Another paragraph may have been confirmed meanwhile; only its offer is shown.
      if (mine !== last || !answer.ok || answer.count === 0) return;
      const t = bookMessages.repeats;
      const use = { label: t.use, run: () => void fill(position.id, version) };
      shown = notices.info(t.offer(answer.count, position.index), { action: use, stay: OFFER_MS });
    },
  };
}
