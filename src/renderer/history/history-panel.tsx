import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useState } from "react";
import type { VersionEntry } from "../../shared/contract";
import { nameOf } from "../canvas/remote-writes";
import type { Tab } from "../tabs/tabs";
import { CloseIcon } from "../ui/icons";
import { useShell } from "../ui/shell-context";
import { moment } from "../ui/time";
import { words } from "../ui/words";
import "./history-panel.css";
import { VersionPreview } from "./version-preview";

/** The versions of the document in front, newest first, and what differs in the chosen one. */
export default function HistoryPanel() {
  const { tabs, layout } = useShell();
  const front = useStore(tabs.$front);
  const close = () => {
    layout.closeAside();
    if (front) tabs.activate(front.doc);
  };
  return (
    <aside className="aside history" aria-label={words.history.heading}>
      <header className="aside-head">
        <h2>{words.history.heading}</h2>
        <button type="button" className="icon-button" aria-label={words.history.close} onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {front ? <Versions key={front.doc} tab={front} /> : <p className="history-empty">{words.history.empty}</p>}
    </aside>
  );
}

type Known = { status: "loading" } | { status: "ready"; versions: VersionEntry[] } | { status: "failed"; why: string };

function Versions({ tab }: { tab: Tab }) {
  const { bridge, questions, notices } = useShell();
  const about = useStore(tab.copy.$about);
  const lastWriter = useStore(tab.copy.$lastWriter);
  const [known, setKnown] = useState<Known>({ status: "loading" });
  const [chosen, setChosen] = useState<string | null>(null);
  const say = words.history;
  const { doc } = tab;

  // Whoever wrote, the list is longer now: main answers once the version that the page has heard of is kept.
  useEffect(() => {
    let isShown = true;
    const load = async (): Promise<Known> => {
      if (about.path === null) return { status: "ready", versions: [] };
      const answer = await bridge.request("history:list", doc);
      return answer.ok
        ? { status: "ready", versions: answer.versions }
        : { status: "failed", why: answer.error.message };
    };
    const show = async () => {
      const next = await load().catch((trouble): Known => ({ status: "failed", why: words.surprise(String(trouble)) }));
      if (isShown) setKnown(next);
    };
    void show();
    return () => {
      isShown = false;
    };
  }, [bridge, doc, about.path, lastWriter]);

  const restore = useCallback(
    async (version: VersionEntry) => {
      const time = moment(version.at, new Date());
      const answer = await questions.ask({
        title: say.restoreQuestion(time),
        detail: say.restoreDetail,
        choices: [{ id: "restore", label: say.restoreAction, kind: "main" }],
      });
      if (answer !== "restore") return;
      // What is typed becomes a version of its own before the old one comes back.
      await tab.copy.flush();
      const restored = await bridge.request("history:restore", { doc, version_id: version.version_id });
      if (restored.ok) notices.announce(say.restored(time));
      else notices.problem(restored.error.message, { hint: restored.error.hint ?? null });
    },
    [bridge, questions, notices, tab, doc, say],
  );

  if (known.status === "loading") return <p className="history-empty">{words.loading}</p>;
  if (known.status === "failed") {
    return (
      <p className="history-empty" role="alert">
        {known.why}
      </p>
    );
  }
  if (known.versions.length === 0) {
    return <p className="history-empty">{about.path === null ? say.unsavedDocument : say.empty}</p>;
  }
  const now = new Date();
  const open = known.versions.find((version) => version.version_id === chosen);
  return (
    <>
      <ol className="versions" aria-label={say.of(about.name)}>
        {known.versions.map((version) => (
          <li key={version.version_id}>
            <button
              type="button"
              className="version"
              aria-pressed={version.version_id === chosen}
              onClick={() => setChosen(version.version_id === chosen ? null : version.version_id)}
            >
              <span className="version-time">{moment(version.at, now)}</span>
              <span className="version-size">{words.size(version.size)}</span>
              <span className="version-who" data-kind={version.by.kind}>
                {nameOf(version.by)}
              </span>
              <span className="version-reason">{version.reason}</span>
            </button>
          </li>
        ))}
      </ol>
      {open ? (
        <VersionPreview key={open.version_id} tab={tab} version={open} onRestore={() => void restore(open)} />
      ) : null}
    </>
  );
}
