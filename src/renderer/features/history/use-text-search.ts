import { useEffect, useState } from "react";
import type { DocumentId } from "../../../shared/contract";
import { useBridge } from "../../workbench/api/parts";

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 250;

/** The matching line of each version by id; null without a search. */
export type VersionMatches = { matches: ReadonlyMap<string, string>; isDone: boolean } | null;

/** Searches the texts of a document's versions, newest first, and reports results as they come. */
export function useTextSearch(doc: DocumentId, sought: string): VersionMatches {
  const bridge = useBridge();
  const [state, setState] = useState<VersionMatches>(null);
  const wanted = sought.trim();
  useEffect(() => {
    if (wanted === "") {
      setState(null);
      return;
    }
    let isWanted = true;
    const search = async () => {
      const found = new Map<string, string>();
      let after: string | null = null;
      do {
        const answer: Awaited<ReturnType<typeof bridge.request<"history:search">>> = await bridge.request(
          "history:search",
          { doc, sought: wanted, after },
        );
        if (!isWanted) return;
        if (!answer.ok) break;
        for (const { version_id, line } of answer.found) found.set(version_id, line);
        after = answer.next;
        setState({ matches: new Map(found), isDone: after === null });
      } while (after !== null);
      setState({ matches: new Map(found), isDone: true });
    };
    const timer = setTimeout(
      () => void search().catch(() => setState({ matches: new Map(), isDone: true })),
      DEBOUNCE_MS,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bridge, doc, wanted]);
  return wanted === "" ? null : state;
}
