import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import { words as pageWords } from "../../ui/messages";
import { useShell } from "../../ui/shell-context";
import type { Tab } from "../../workbench/tabs/tabs";
import type { Comparison } from "./compare-versions";
import type { HistoryDesk } from "./history-client";

/** Debounce in milliseconds: versions that are only stepped past are not compared. */
const REST = 90;

/** Compare a version with today's text, or with the previous version (null if it is the first). */
export type Asked = { with: "today" } | { with: "before"; before: VersionEntry | null };

/** The compared texts and the result; `text` is the version itself. */
export type Compared =
  | { status: "loading" }
  | { status: "failed"; why: string }
  | { status: "ready"; text: string; before: string; after: string; comparison: Comparison };

/** Compares a version with today's text, again after every write, or with the version before it. */
export function useComparison(tab: Tab, version: VersionEntry, asked: Asked, desk: HistoryDesk): Compared {
  const { bridge } = useShell();
  const lastWriter = useStore(tab.copy.$lastWriter);
  const { format } = useStore(tab.copy.$about);
  const [state, setState] = useState<Compared>({ status: "loading" });
  const { doc, copy } = tab;
  const { version_id } = version;
  const beforeId = asked.with === "before" ? (asked.before?.version_id ?? null) : null;
  const isToday = asked.with === "today";
  useEffect(() => setState({ status: "loading" }), [version_id, beforeId, isToday]);
  // A comparison with the previous version does not depend on later writes.
  const written = isToday ? lastWriter : null;
  useEffect(() => {
    let isShown = true;
    const textOf = async (id: string): Promise<string> => {
      const answer = await bridge.request("history:text", { doc, version_id: id });
      if (!answer.ok) throw new Refused(answer.error.message);
      return answer.text;
    };
    const today = async (): Promise<string> => {
      if (copy.kind === "text") {
        if (!(await copy.whole())) throw new Refused(copy.$status.get().words);
        return copy.text();
      }
      const answer = await bridge.request("office:text", doc);
      if (!answer.ok) throw new Refused(answer.error.message);
      return answer.text;
    };
    const load = async (): Promise<Compared> => {
      const text = await textOf(version_id);
      const before = isToday ? text : beforeId === null ? "" : await textOf(beforeId);
      const after = isToday ? await today() : text;
      const sections = format !== "markdown" ? "none" : isToday ? "before" : "after";
      return { status: "ready", text, before, after, comparison: await desk.compare({ before, after, sections }) };
    };
    const timer = setTimeout(() => {
      load()
        .catch(
          (trouble): Compared => ({
            status: "failed",
            why: trouble instanceof Refused ? trouble.message : pageWords.surprise(String(trouble)),
          }),
        )
        .then((next) => isShown && setState(next));
    }, REST);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [bridge, doc, copy, version_id, beforeId, isToday, format, desk, written]);
  return state;
}

class Refused extends Error {}
