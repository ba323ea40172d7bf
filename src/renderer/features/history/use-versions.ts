import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import { words as pageWords } from "../../ui/messages";
import { useShell } from "../../ui/shell-context";
import type { Tab } from "../../workbench/tabs/tabs";

/** The versions of a document, newest first. */
export type KnownVersions =
  | { status: "loading" }
  | { status: "ready"; versions: VersionEntry[] }
  | { status: "failed"; why: string };

/** Loads the versions of an open document, again after every write; `again` reloads now. */
export function useVersions(tab: Tab): { known: KnownVersions; again(): void } {
  const { bridge } = useShell();
  const { path } = useStore(tab.copy.$about);
  const lastWriter = useStore(tab.copy.$lastWriter);
  const [known, setKnown] = useState<KnownVersions>({ status: "loading" });
  const [round, setRound] = useState(0);
  const { doc } = tab;
  useEffect(() => {
    let isShown = true;
    const load = async (): Promise<KnownVersions> => {
      if (path === null) return { status: "ready", versions: [] };
      const answer = await bridge.request("history:list", doc);
      return answer.ok
        ? { status: "ready", versions: answer.versions }
        : { status: "failed", why: answer.error.message };
    };
    load()
      .catch((trouble): KnownVersions => ({ status: "failed", why: pageWords.surprise(String(trouble)) }))
      .then((next) => isShown && setKnown(next));
    return () => {
      isShown = false;
    };
  }, [bridge, doc, path, lastWriter, round]);
  return { known, again: () => setRound((before) => before + 1) };
}
