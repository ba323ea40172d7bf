import { useState } from "react";
import type { Notice } from "../../../../shared/contract";
import { withError } from "../model/conversation-client";

type Work = Parameters<typeof withError>[0];

/** Work that the user waits for: `busy` says what is done meanwhile, and `error` why the last one failed. */
export function useWork() {
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<Notice | null>(null);
  const run = async (what: string, work: Work): Promise<void> => {
    setBusy(what);
    setError(null);
    const answer = await withError(work).finally(() => setBusy(null));
    if (!answer.ok) setError(answer.error);
  };
  return { busy, error, run };
}
