import type { ReadableAtom } from "nanostores";
import type { RowPosition } from "../../../../shared/book";
import type { BookRows } from "./book-rows";
import { createRepeats } from "./repeats";
import { createRowMatches } from "./row-matches";

type Deps = Omit<Parameters<typeof createRepeats>[0], "rows"> & {
  rows: Pick<BookRows, "$rows" | "rowAt" | "refreshRows">;
  $active: ReadableAtom<RowPosition | null>;
  confirm(position: RowPosition): Promise<boolean>;
};

/** What is known of the paragraph with the cursor from earlier work: like sources, and the same source elsewhere. */
export function createRowMemory({ rows, $active, confirm, ...deps }: Deps) {
  const repeats = createRepeats({ ...deps, rows });
  return {
    matches: createRowMatches({ ...deps, $active, $rows: rows.$rows }),
    /** Saves a translation and accepts it; other paragraphs with the same source are then offered it. */
    async confirm(position: RowPosition): Promise<boolean> {
      const isDone = await confirm(position);
      if (isDone) void repeats.offer(position);
      return isDone;
    },
  };
}
