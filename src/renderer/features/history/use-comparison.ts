import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import { messages as uiMessages } from "../../ui/messages";
import { useBridge } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import type { Comparison } from "./compare-versions";
import type { HistoryClient } from "./history-client";

/** Debounce in milliseconds: versions that are only stepped past are not compared. */
const DEBOUNCE_MS = 90;

/** Compare a version with today's text, or with the previous version (null if it is the first). */
export type ComparisonTarget = { with: "today" } | { with: "before"; before: VersionEntry | null };

/** The compared texts and the result; `text` is the version itself. */
export type ComparisonState =
  | { status: "loading" }
  | { status: "failed"; why: string }
  | { status: "ready"; text: string; before: string; after: string; comparison: Comparison };

/** Compares a version with today's text, again after every write, or with the version before it. */
export function useComparison(
  tab: Tab,
  version: VersionEntry,
  target: ComparisonTarget,
  client: HistoryClient,
): ComparisonState {
  const bridge = useBridge();
  const lastWriter = useStore(tab.editor.$lastWriter);
  const { format } = useStore(tab.editor.$info);
  const [state, setState] = useState<ComparisonState>({ status: "loading" });
  const { doc, editor } = tab;
  const { version_id } = version;
  const beforeId = target.with === "before" ? (target.before?.version_id ?? null) : null;
  const isToday = target.with === "today";
  useEffect(() => setState({ status: "loading" }), [version_id, beforeId, isToday]);
  // A comparison with the previous version does not depend on later writes.
  const written = isToday ? lastWriter : null;
  useEffect(() => {
    let isShown = true;
    const textOf = async (id: string): Promise<string> => {
      const answer = await bridge.request("history:text", { doc, version_id: id });
      if (!answer.ok) throw new ExpectedError(answer.error.message);
      return answer.text;
    };
    const today = async (): Promise<string> => {
      if (editor.kind === "text") {
        if (!(await editor.loadAll())) throw new ExpectedError(editor.$status.get().message);
        return editor.text();
      }
      const answer = await bridge.request("office:text", doc);
      if (!answer.ok) throw new ExpectedError(answer.error.message);
      return answer.text;
    };
    const load = async (): Promise<ComparisonState> => {
      const text = await textOf(version_id);
      const before = isToday ? text : beforeId === null ? "" : await textOf(beforeId);
      const after = isToday ? await today() : text;
      const sections = format !== "markdown" ? "none" : isToday ? "before" : "after";
      return { status: "ready", text, before, after, comparison: await client.compare({ before, after, sections }) };
    };
    const timer = setTimeout(() => {
      load()
        .catch(
          (error): ComparisonState => ({
            status: "failed",
            why: error instanceof ExpectedError ? error.message : uiMessages.unexpectedError(String(error)),
          }),
        )
        .then((next) => isShown && setState(next));
    }, DEBOUNCE_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [bridge, doc, editor, version_id, beforeId, isToday, format, client, written]);
  return state;
}

class ExpectedError extends Error {}
