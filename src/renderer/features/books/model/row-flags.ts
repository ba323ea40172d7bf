import { map } from "nanostores";
import type { BookPath, BookRow, FlaggedRow, FlagKind, RowFlag } from "../../../../shared/book";
import type { Bridge, Outcome } from "../../../../shared/contract";
import { MAX_ROWS_PER_REQUEST } from "../../../ui/limits";
import { throttledTask } from "./throttled-task";

/** A chapter is checked again after a pause of this many times the time that it took, up to some milliseconds. */
const PAUSE = { times: 10, maxMs: 3000 };

/** Changed paragraphs are checked together when none has changed for this many milliseconds. */
const REST_MS = 400;

/** What a translator decides about a flag. `reason` null: it is shown again. */
export type FlagDecision = { paragraph: string; version: string; kind: FlagKind; reason: string | null };

/** The flags of the loaded paragraphs, by id. They are worked out beside the rows, so that no row waits for them. */
export function createRowFlags({
  bridge,
  book,
  isOk,
}: {
  bridge: Bridge;
  book: BookPath;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
}) {
  const $flags = map<Record<string, FlaggedRow>>({});

  async function check(of: { chapter: string } | { paragraphs: string[] }): Promise<void> {
    const answer = await bridge.request("book:flags", { book, of });
    // A chapter that has gone meanwhile is reported where its rows are loaded.
    if (!answer.ok) return;
    const found = new Map(answer.rows.map((row) => [row.id, row]));
    const before = $flags.get();
    for (const id of answer.checked) {
      const row = found.get(id);
      if (row === undefined && before[id] === undefined) continue;
      if (row === undefined) $flags.setKey(id, undefined);
      else if (JSON.stringify(row) !== JSON.stringify(before[id])) $flags.setKey(id, row);
    }
  }

  let changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function checkChanged(): void {
    const paragraphs = [...changed];
    changed = new Set();
    if (paragraphs.length <= MAX_ROWS_PER_REQUEST) void check({ paragraphs });
  }

  const checks = new Map<string, ReturnType<typeof throttledTask>>();
  function checkChapter(chapter: string): void {
    const task = checks.get(chapter) ?? throttledTask(() => check({ chapter }), PAUSE);
    checks.set(chapter, task);
    void task.run();
  }

  return {
    $flags,
    /** Checks loaded rows: those of a whole chapter, or changed ones. */
    check(rows: readonly BookRow[], chapter: string | null): void {
      if (chapter !== null) {
        checkChapter(chapter);
        return;
      }
      for (const { id, isBlank } of rows) if (!isBlank) changed.add(id);
      clearTimeout(timer);
      timer = setTimeout(checkChanged, REST_MS);
    },
    async decide(decision: FlagDecision): Promise<void> {
      if (isOk(await bridge.request("book:ignore-flag", { book, ...decision })))
        await check({ paragraphs: [decision.paragraph] });
    },
    forget: () => $flags.set({}),
    close: () => clearTimeout(timer),
  };
}

/** The flags of a row, unless its translation has changed since they were found. */
export const flagsOfRow = (row: BookRow, flagged: FlaggedRow | undefined): readonly RowFlag[] =>
  flagged !== undefined && flagged.version === row.version ? flagged.flags : [];
