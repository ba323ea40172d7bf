import { useState } from "react";
import type { BookImport } from "../../../../shared/book";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** How long the notice about an import is shown, in milliseconds. */
const SHOWN_MS = 15_000;

/** Imports a file that the user picks, and shows what came of it. */
export function useImport(imported: () => Promise<void>) {
  const { model } = useBook();
  const bridge = useBridge();
  const notices = useNotices();
  const [isImporting, setImporting] = useState(false);
  return {
    isImporting,
    async start(): Promise<void> {
      setImporting(true);
      const answer = await bridge.request("book:import", model.book).finally(() => setImporting(false));
      if (!model.isOk(answer) || answer.imported === null) return;
      notices.info(describe(answer.imported), { stay: SHOWN_MS });
      await imported();
    },
  };
}

function describe({ name, entries, from, into, skipped, status }: BookImport): string {
  const t = bookMessages.memories;
  return [
    t.imported(name, entries, from, into),
    ...(skipped === 0 ? [] : [t.skipped(skipped)]),
    ...(status === "added" ? [] : [t.replaced]),
  ].join("\n");
}
