import { useEffect, useRef, useState } from "react";
import type { ConcordancePair } from "../../../../shared/book";
import { useBridge } from "../../../workbench/api/parts";
import type { ConcordanceQuery } from "../model/concordance-query";
import { useBook } from "../model/use-book";

/** What a lookup has found; `query` is what was looked up, null before the first. */
export type ConcordanceResult = {
  query: ConcordanceQuery | null;
  pairs: readonly ConcordancePair[];
  total: number;
  isLoading: boolean;
  error: string | null;
};

/** Debounce of typing, and the time until memories that are being loaded are searched again, in milliseconds. */
const DEBOUNCE_MS = 120;
const LOADING_MS = 500;

/** Looks words up after each change, and again while memories are being loaded. `isBusy`: the result is not that of the query yet. */
export function useConcordance(query: ConcordanceQuery): { result: ConcordanceResult; isBusy: boolean } {
  const { model } = useBook();
  const bridge = useBridge();
  const [result, setResult] = useState<ConcordanceResult>(empty(null));
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      if (query.words.trim() === "") return setResult(empty(query));
      const answer = await bridge.request("book:concordance", { book: model.book, ...query });
      if (!isCurrent) return;
      if (!answer.ok) return setResult({ ...empty(query), error: answer.error.message });
      const { pairs, total, isLoading } = answer;
      setResult({ query, pairs, total, isLoading, error: null });
      if (isLoading) timer = setTimeout(() => void look(), LOADING_MS);
    };
    timer = setTimeout(() => void look(), isFirst.current ? 0 : DEBOUNCE_MS);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [bridge, model, query]);
  return { result, isBusy: result.query !== query };
}

const empty = (query: ConcordanceQuery | null): ConcordanceResult => ({
  query,
  pairs: [],
  total: 0,
  isLoading: false,
  error: null,
});
