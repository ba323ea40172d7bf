import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { CloseIcon, SplitIcon } from "../../ui/icons";
import { words as pageWords } from "../../ui/messages";
import { SearchField } from "../../ui/search-field";
import { useShell } from "../../ui/shell-context";
import type { Tab } from "../../workbench/tabs/tabs";
import { GoneFiles } from "./gone-files";
import { createHistoryDesk } from "./history-client";
import "./history-panel.css";
import { historyWords as say } from "./messages";
import { startHistoryWorker } from "./start-history-worker";
import { TimelineList } from "./timeline-list";
import { timelineRows, versionOfRow, writerKey, writersOf } from "./timeline-rows";
import { useTextSearch } from "./use-text-search";
import { useVersions } from "./use-versions";
import { type Look, VersionView } from "./version-view";
import { writerName } from "./version-words";

/** The number of agent colours; later agents share the last one. */
const LANES = 4;

/** The history of the document in front, and of the folder's deleted files. */
export default function HistoryPanel() {
  const { tabs, layout } = useShell();
  const front = useStore(tabs.$front);
  const [isWide, setWide] = useState(false);
  const [shows, setShows] = useState<"document" | "gone">("document");
  const close = () => {
    layout.closeAside();
    if (front) tabs.activate(front.doc);
  };
  return (
    <aside className="aside history" data-wide={isWide} data-own-keys="F7 Shift+F7" aria-label={say.heading}>
      <header className="aside-head">
        <h2>{say.heading}</h2>
        <button
          type="button"
          className="link history-switch"
          onClick={() => setShows(shows === "gone" ? "document" : "gone")}
        >
          {shows === "gone" ? say.goneBack : say.gone}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={isWide ? say.narrow : say.widen}
          title={isWide ? say.narrow : say.widen}
          aria-pressed={isWide}
          onClick={() => setWide(!isWide)}
        >
          <SplitIcon />
        </button>
        <button type="button" className="icon-button" aria-label={say.close} onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {shows === "gone" ? <GoneFiles /> : null}
      {shows === "document" && front ? <Timeline key={front.doc} tab={front} isWide={isWide} /> : null}
      {shows === "document" && !front ? <p className="history-empty">{say.noDocument}</p> : null}
    </aside>
  );
}

function Timeline({ tab, isWide }: { tab: Tab; isWide: boolean }) {
  const about = useStore(tab.copy.$about);
  const { known, again } = useVersions(tab);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [who, setWho] = useState<string | null>(null);
  const [sought, setSought] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [look, setLook] = useState<Look>({ with: "today", manner: "inline" });
  const [step, setStep] = useState<{ by: 1 | 0 | -1; count: number }>({ by: 1, count: 0 });
  const found = useTextSearch(tab.doc, sought);
  const desk = useMemo(() => createHistoryDesk(startHistoryWorker), []);
  useEffect(() => () => desk.stop(), [desk]);
  const versions = known.status === "ready" ? known.versions : [];
  const writers = useMemo(() => writersOf(versions), [versions]);
  const laneOf = useMemo(() => {
    const agents = writers.filter(({ kind }) => kind === "agent");
    return new Map(agents.map((writer, index) => [writerKey(writer), Math.min(index, LANES - 1)]));
  }, [writers]);
  const rows = useMemo(
    () => timelineRows(versions, { turned, who, found: found?.found ?? null }),
    [versions, turned, who, found],
  );

  if (known.status === "loading") return <p className="history-empty">{pageWords.loading}</p>;
  if (known.status === "failed")
    return (
      <p className="history-empty" role="alert">
        {known.why}
      </p>
    );
  if (versions.length === 0)
    return <p className="history-empty">{about.path === null ? say.unsavedDocument : say.empty}</p>;

  const row = rows.find(({ key }) => key === chosen);
  const version = row ? versionOfRow(row) : null;
  const oldest = row?.kind === "run" ? row.versions.at(-1) : version;
  const before = (oldest && versions[versions.indexOf(oldest) + 1]) ?? null;
  const turn = (key: string) => {
    const next = new Set(turned);
    if (!next.delete(key)) next.add(key);
    setTurned(next);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "F7" || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setStep({ by: event.shiftKey ? -1 : 1, count: step.count + 1 });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that hold wherever the focus is in here
    <div className="history-body" data-wide={isWide} onKeyDown={pressed}>
      <div className="history-side">
        <div className="history-tools">
          <SearchField label={say.search} query={sought} search={setSought} />
          {writers.length > 1 ? (
            <select
              className="field"
              aria-label={say.who}
              value={who ?? ""}
              onChange={(event) => setWho(event.target.value || null)}
            >
              <option value="">{say.everyone}</option>
              {writers.map((writer) => (
                <option key={writerKey(writer)} value={writerKey(writer)}>
                  {writerName(writer)}
                </option>
              ))}
            </select>
          ) : null}
        </div>
        <p className="history-found" role="status">
          {found === null ? "" : (found.isDone ? say.searchOver : say.searching)(found.found.size)}
        </p>
        {versions.some(({ bytes }) => bytes === "not kept") ? (
          <p className="version-sentence history-secrets">{say.secretsNotKept}</p>
        ) : null}
        {rows.length === 0 && found === null ? <p className="history-empty">{say.noneLeft}</p> : null}
        <TimelineList
          name={say.of(about.name)}
          rows={rows}
          chosen={chosen}
          current={tab.copy.isDirty() ? null : (versions[0]?.version_id ?? null)}
          laneOf={laneOf}
          choose={setChosen}
          turn={turn}
          enter={() => setStep({ by: 0, count: step.count + 1 })}
        />
      </div>
      {version ? (
        <VersionView
          key={version.version_id}
          tab={tab}
          version={version}
          before={before}
          look={look}
          step={step}
          desk={desk}
          change={setLook}
          marked={again}
        />
      ) : null}
    </div>
  );
}
