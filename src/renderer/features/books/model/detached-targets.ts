import { atom } from "nanostores";
import type { BookPath } from "../../../../shared/book";
import type { Bridge } from "../../../../shared/contract";
import { MAX_ROWS_PER_REQUEST } from "../../../ui/limits";
import type { createUnsavedTargets } from "./unsaved-targets";

type Deps = {
  bridge: Bridge;
  book: BookPath;
  unsaved: Pick<ReturnType<typeof createUnsavedTargets>, "$all" | "reconcile">;
};

/** Unsaved translations whose paragraph is no longer in the book, and so is in no row. */
export function detachedTargets({ bridge, book, unsaved }: Deps) {
  const $ids = atom<readonly string[]>([]);
  let finding = 0;
  return {
    $ids,
    /** Looks for them again, and compares the others with their current rows. */
    async find(): Promise<void> {
      finding += 1;
      const mine = finding;
      const ids = Object.keys(unsaved.$all.get());
      const missing = new Set(ids);
      for (let at = 0; at < ids.length; at += MAX_ROWS_PER_REQUEST) {
        const asked = { book, ids: ids.slice(at, at + MAX_ROWS_PER_REQUEST) };
        const answer = await bridge.request("book:rows-of", asked).catch(() => null);
        // If the book cannot be read, nothing is known about its paragraphs.
        if (!answer?.ok || mine !== finding) return;
        for (const row of answer.rows) {
          missing.delete(row.id);
          unsaved.reconcile(row);
        }
      }
      if (mine === finding) $ids.set([...missing]);
    },
  };
}
