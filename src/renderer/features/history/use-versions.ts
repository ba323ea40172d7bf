import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import { messages as uiMessages } from "../../ui/messages";
import { useBridge } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";

/** The versions of a document, newest first. */
export type VersionList =
  | { status: "loading" }
  | { status: "ready"; versions: VersionEntry[] }
  | { status: "failed"; why: string };

/** Loads the versions of an open document, again after every write; `again` reloads now. */
export function useVersions(tab: Tab): { list: VersionList; again(): void } {
  const bridge = useBridge();
  const { path } = useStore(tab.editor.$info);
  const lastWriter = useStore(tab.editor.$lastWriter);
  const [list, setKnown] = useState<VersionList>({ status: "loading" });
  const [round, setRound] = useState(0);
  const { doc } = tab;
  useEffect(() => {
    let isShown = true;
    const load = async (): Promise<VersionList> => {
      if (path === null) return { status: "ready", versions: [] };
      const answer = await bridge.request("history:list", doc);
      return answer.ok
        ? { status: "ready", versions: answer.versions }
        : { status: "failed", why: answer.error.message };
    };
    load()
      .catch((error): VersionList => ({ status: "failed", why: uiMessages.unexpectedError(String(error)) }))
      .then((next) => isShown && setKnown(next));
    return () => {
      isShown = false;
    };
  }, [bridge, doc, path, lastWriter, round]);
  return { list, again: () => setRound((before) => before + 1) };
}
