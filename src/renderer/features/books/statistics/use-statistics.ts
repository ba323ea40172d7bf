import { useCallback, useEffect, useRef, useState } from "react";
import { addedMatches, type ChapterMatches, type ChapterStatistics } from "../../../../core/books/book-statistics";
import { useBridge } from "../../../workbench/api/parts";
import { useBook } from "../model/use-book";

/** The matches that were counted so far, by chapter and in all under the empty id; `share` is how much of the book was looked at. */
export type CountedMatches = {
  status: "not begun" | "running" | "stopped" | "done";
  byChapter: ReadonlyMap<string, ChapterMatches>;
  next: number;
  share: number;
};

const notBegun: CountedMatches = { status: "not begun", byChapter: new Map(), next: 0, share: 0 };

/** The figures of the book, once they are counted, and its matches from `start` on. */
export function useStatistics() {
  const { model } = useBook();
  const bridge = useBridge();
  const [chapters, setChapters] = useState<readonly ChapterStatistics[] | null>(null);
  const [matches, setMatches] = useState(notBegun);
  /** The count that runs: one that was stopped does not go on beside the next. */
  const running = useRef<symbol | null>(null);

  useEffect(() => {
    let isShown = true;
    void model
      .flush()
      .then(() => bridge.request("book:statistics", model.book))
      .then((answer) => {
        if (isShown && model.isOk(answer)) setChapters(answer.chapters);
      });
    return () => {
      isShown = false;
      running.current = null;
    };
  }, [bridge, model]);

  const start = useCallback(async (): Promise<void> => {
    if (running.current !== null) return;
    const mine = Symbol("count");
    running.current = mine;
    let now: CountedMatches = { ...matches, status: "running" };
    setMatches(now);
    while (now.status === "running") {
      const answer = await bridge.request("book:count-matches", { book: model.book, from: now.next });
      if (running.current !== mine) return;
      if (!model.isOk(answer)) {
        now = { ...now, status: "stopped" };
      } else {
        const byChapter = new Map(now.byChapter);
        for (const { id, matches: more } of answer.chapters)
          for (const of of [id, ""]) byChapter.set(of, addedMatches(byChapter.get(of), more));
        const next = answer.next ?? answer.total;
        const share = answer.total === 0 ? 1 : next / answer.total;
        now = { status: answer.next === null ? "done" : "running", byChapter, next, share };
      }
      setMatches(now);
    }
    running.current = null;
  }, [bridge, model, matches]);
  const stop = (): void => {
    running.current = null;
    setMatches((now) => (now.status === "running" ? { ...now, status: "stopped" } : now));
  };
  return { chapters, matches, start, stop };
}
