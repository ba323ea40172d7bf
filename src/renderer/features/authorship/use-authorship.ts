import { useCallback, useEffect, useRef, useState } from "react";
import type { Authorship } from "../../../shared/authorship";
import type { Notice } from "../../../shared/contract";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import { folderOf } from "../../ui/file-paths";
import { useTabs } from "../../workbench/api/parts";

type Answer = { authorship: Authorship; user: string } | { error: Notice };

/** How long the text must rest before all of its versions are read again, in milliseconds. */
const REST_MS = 1500;

/** Who wrote the text of a tab with a statement: asked again when the text, its review or its path changes. */
export function useAuthorship(tab: CustomEditorTab): { found: Answer | null; again(): void } {
  const tabs = useTabs();
  const { bridge } = tab;
  const [found, setFound] = useState<Answer | null>(null);
  const turn = useRef(0);

  const again = useCallback(async () => {
    const { path } = tab.$info.get();
    if (path === null) return;
    turn.current += 1;
    const mine = turn.current;
    const answer = await bridge.request("history:authors-of", path);
    if (mine === turn.current) setFound(answer.ok ? answer : { error: answer.error });
  }, [bridge, tab]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void again(), REST_MS);
    };
    const stops = [
      bridge.listen("review:changed", soon),
      bridge.listen("workspace:changed", ({ folders }) => {
        if (folders.includes(folderOf(tab.$info.get().path ?? ""))) soon();
      }),
    ];
    // The text's own tab knows at once what is typed in it.
    let stopText = () => {};
    const followText = () => {
      stopText();
      const text = tabs.ofPath(tab.$info.get().path ?? "");
      stopText = text?.editor.$counts.listen(soon) ?? (() => {});
    };
    stops.push(
      tabs.$tabs.subscribe(followText),
      tab.$info.listen(() => {
        followText();
        void again();
      }),
    );
    void again();
    return () => {
      clearTimeout(timer);
      stopText();
      for (const stop of stops) stop();
    };
  }, [again, bridge, tab, tabs]);

  return { found, again: () => void again() };
}
