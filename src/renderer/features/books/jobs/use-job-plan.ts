import { useEffect, useState } from "react";
import type { AssistantSetup } from "../../../../shared/assistant-setup";
import type { JobOrder, JobPlan } from "../../../../shared/book-jobs";
import { useBridge } from "../../../workbench/api/parts";
import { useBook } from "../model/use-book";

/** Debounce of the plan request, in milliseconds. */
const DEBOUNCE_MS = 250;

/** Whether an order names a language and, unless it is for the whole book, a chapter. */
export const isPlannable = ({ language, chapters }: JobOrder): boolean => language !== "" && chapters?.length !== 0;

/** How much work a job would be: requested again for every other order. Neither plan nor error while it is not known. */
export function useJobPlan(order: JobOrder): { plan: JobPlan | null; error: string | null } {
  const { jobs } = useBook();
  const [plan, setPlan] = useState<JobPlan | null>(null);
  const [error, setError] = useState<string | null>(null);
  const asked = JSON.stringify(order);
  useEffect(() => {
    let isShown = true;
    setPlan(null);
    const wanted: JobOrder = JSON.parse(asked);
    if (!isPlannable(wanted)) return;
    const timer = setTimeout(async () => {
      const answer = await jobs.plan(wanted);
      if (!isShown) return;
      setError(answer.ok ? null : [answer.error.message, answer.error.hint].filter(Boolean).join(" "));
      setPlan(answer.ok ? answer.plan : null);
    }, DEBOUNCE_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [asked, jobs]);
  return { plan, error };
}

/** The assistant's providers, also as they change; null until they are known. */
export function useAssistantSetup(): AssistantSetup | null {
  const bridge = useBridge();
  const [setup, setSetup] = useState<AssistantSetup | null>(null);
  useEffect(() => {
    void bridge.request("assistant:setup", undefined).then(setSetup);
    return bridge.listen("assistant:setup-changed", setSetup);
  }, [bridge]);
  return setup;
}
