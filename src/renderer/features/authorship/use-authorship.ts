import { useEffect, useMemo, useState } from "react";
import type { Authorship } from "../../../shared/authorship";
import type { Notice } from "../../../shared/contract";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import { folderOf } from "../../ui/file-paths";
import { useTabs } from "../../workbench/api/parts";

type Answer = { authorship: Authorship; user: string } | { error: Notice };

/** How long the text must rest before all of its versions are read again, in milliseconds. */
const REST_MS = 1500;

/** Runs `act` when asked, never twice at the same time: asked meanwhile, it runs once more. Reading all versions of a long text may take longer than it rests. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  return () => {
    isAsked = true;
    running ??= (async () => {
      try {
        while (isAsked) {
          isAsked = false;
          await act();
        }
      } finally {
        running = null;
      }
    })();
    return running;
  };
}

/** Who wrote the text of a tab with a statement: asked again when the text, its review or its path changes. */
export function useAuthorship(tab: CustomEditorTab): { found: Answer | null; again(): void } {
  const tabs = useTabs();
  const { bridge } = tab;
  const [found, setFound] = useState<Answer | null>(null);
  const again = useMemo(
    () =>
      oneAtATime(async () => {
        const { path } = tab.$info.get();
        if (path === null) return;
        const answer = await bridge.request("history:authors-of", path);
        if (path === tab.$info.get().path) setFound(answer.ok ? answer : { error: answer.error });
      }),
    [bridge, tab],
  );

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
