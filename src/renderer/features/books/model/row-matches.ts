import { atom, type ReadableAtom } from "nanostores";
import type { BookPath, MemoryMatch, RowPosition } from "../../../../shared/book";
import type { Bridge } from "../../../../shared/contract";
import { throttledTask } from "./throttled-task";

/** How long to wait for memories that are being loaded, in milliseconds. */
const LOADING_MS = 500;
/** After a lookup the next one waits as long as it took, up to some milliseconds. */
const PAUSE = { times: 1, maxMs: 300 };

/** The earlier translations that are like the paragraph with the cursor. They are looked up when the cursor moves and when loaded rows change. */
export function createRowMatches({
  bridge,
  book,
  $active,
  $rows,
}: {
  bridge: Bridge;
  book: BookPath;
  $rows: ReadableAtom<unknown>;
  $active: ReadableAtom<RowPosition | null>;
}) {
  /** Those of the paragraph that had the cursor last; null before the first. */
  const $found = atom<{ paragraph: string; matches: readonly MemoryMatch[] } | null>(null);
  const lookup = throttledTask(async () => {
    const paragraph = $active.get()?.id;
    if (paragraph === undefined) return;
    const answer = await bridge.request("book:matches", { book, paragraph });
    // A paragraph that is no longer there has no matches; its row reports it.
    const found = { paragraph, matches: answer.ok ? answer.matches : [] };
    if (answer.ok && answer.isLoading) setTimeout(() => void lookup.run(), LOADING_MS);
    if ($active.get()?.id === paragraph && JSON.stringify(found) !== JSON.stringify($found.get())) $found.set(found);
  }, PAUSE);
  $active.listen((now, before) => {
    if (now?.id !== before?.id) void lookup.run();
  });
  $rows.listen(() => void lookup.run());

  return {
    $found,
    /** The matches of the paragraph that has the cursor now. */
    async current(): Promise<readonly MemoryMatch[]> {
      if ($found.get()?.paragraph !== $active.get()?.id) await lookup.run();
      const found = $found.get();
      return found !== null && found.paragraph === $active.get()?.id ? found.matches : [];
    },
    /** Looks again, after memories have changed. */
    refresh: () => lookup.run(),
    /** The text that was taken from a match, by paragraph. */
    taken: new Map<string, string>(),
  };
}
