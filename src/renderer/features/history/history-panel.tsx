import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import { CloseIcon, SplitIcon } from "../../ui/icons";
import { IconButton, LinkButton } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { Select } from "../../ui/kit/field";
import { SearchField } from "../../ui/kit/search-field";
import { Toolbar } from "../../ui/kit/toolbar";
import { messages as uiMessages } from "../../ui/messages";
import { workerStarter } from "../../ui/worker-starter";
import { useBridge, useLayout, useTabs } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { DeletedFiles } from "./deleted-files";
import { createHistoryClient } from "./history-client";
import "./history-panel.css";
import { versionWriter } from "./describe-version";
import type { HistoryWorker } from "./history-protocol";
import address from "./history-worker?worker&url";
import { historyMessages as t } from "./messages";
import { TimelineList } from "./timeline-list";
import { timelineRows, versionOfRow, writerKey, writersOf } from "./timeline-rows";
import { useTextSearch } from "./use-text-search";
import { VersionView, type ViewOptions } from "./version-view";

const startWorker = workerStarter<HistoryWorker>("history", address);

/** The number of agent colours; later agents share the last one. */
const LANES = 4;

/** The history of the document in front, and of the folder's deleted files. */
export default function HistoryPanel() {
  const tabs = useTabs();
  const layout = useLayout();
  const front = useStore(tabs.$front);
  const [isWide, setWide] = useState(false);
  const [shows, setShows] = useState<"document" | "gone">("document");
  const close = () => {
    layout.closeAside();
    if (front) tabs.activate(front.doc);
  };
  return (
    <aside className="aside history keeps column" data-wide={isWide} data-own-keys="F7 Shift+F7" aria-label={t.heading}>
      <header className="aside-head toolbar">
        <h2>{t.heading}</h2>
        <LinkButton className="small" onClick={() => setShows(shows === "gone" ? "document" : "gone")}>
          {shows === "gone" ? t.deletedBack : t.deleted}
        </LinkButton>
        <IconButton label={isWide ? t.narrow : t.widen} aria-pressed={isWide} onClick={() => setWide(!isWide)}>
          <SplitIcon />
        </IconButton>
        <IconButton label={t.close} onClick={close}>
          <CloseIcon />
        </IconButton>
      </header>
      {shows === "gone" ? <DeletedFiles /> : null}
      {shows === "document" && front ? <Timeline key={front.doc} tab={front} isWide={isWide} /> : null}
      {shows === "document" && !front ? <EmptyState>{t.noDocument}</EmptyState> : null}
    </aside>
  );
}

function Timeline({ tab, isWide }: { tab: Tab; isWide: boolean }) {
  const about = useStore(tab.editor.$info);
  const { list, again } = useVersions(tab);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [who, setWho] = useState<string | null>(null);
  const [sought, setSought] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [viewOptions, setViewOptions] = useState<ViewOptions>({ with: "today", layout: "inline" });
  const [step, setStep] = useState<{ by: 1 | 0 | -1; count: number }>({ by: 1, count: 0 });
  const found = useTextSearch(tab.doc, sought);
  const client = useMemo(() => createHistoryClient(startWorker), []);
  useEffect(() => () => client.stop(), [client]);
  const versions = list.status === "ready" ? list.versions : [];
  const writers = useMemo(() => writersOf(versions), [versions]);
  const laneOf = useMemo(() => {
    const agents = writers.filter(({ kind }) => kind === "agent");
    return new Map(agents.map((writer, index) => [writerKey(writer), Math.min(index, LANES - 1)]));
  }, [writers]);
  const rows = useMemo(
    () => timelineRows(versions, { toggled, who, matches: found?.matches ?? null }),
    [versions, toggled, who, found],
  );

  if (list.status === "loading") return <EmptyState>{uiMessages.loading}</EmptyState>;
  if (list.status === "failed") return <EmptyState role="alert">{list.why}</EmptyState>;
  if (versions.length === 0) return <EmptyState>{about.path === null ? t.unsavedDocument : t.empty}</EmptyState>;

  const row = rows.find(({ key }) => key === chosen);
  const version = row ? versionOfRow(row) : null;
  const oldest = row?.kind === "run" ? row.versions.at(-1) : version;
  const before = (oldest && versions[versions.indexOf(oldest) + 1]) ?? null;
  const turn = (key: string) => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "F7" || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setStep({ by: event.shiftKey ? -1 : 1, count: step.count + 1 });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that hold wherever the focus is in here
    <div className="history-body pane" data-wide={isWide} onKeyDown={handleKeyDown}>
      <div className="history-side column">
        <Toolbar className="history-tools spaced-small sides below-small">
          <SearchField label={t.search} query={sought} search={setSought} />
          {writers.length > 1 ? (
            <Select aria-label={t.who} value={who ?? ""} onChange={(event) => setWho(event.target.value || null)}>
              <option value="">{t.everyone}</option>
              {writers.map((writer) => (
                <option key={writerKey(writer)} value={writerKey(writer)}>
                  {versionWriter(writer)}
                </option>
              ))}
            </Select>
          ) : null}
        </Toolbar>
        <p className="history-found may-be-empty may-be-empty sides below-small soft small" role="status">
          {found === null ? "" : (found.isDone ? t.searchOver : t.searching)(found.matches.size)}
        </p>
        {versions.some(({ bytes }) => bytes === "not kept") ? (
          <p className="sides below soft">{t.secretsNotStored}</p>
        ) : null}
        {rows.length === 0 && found === null ? <EmptyState>{t.noMatches}</EmptyState> : null}
        <TimelineList
          name={t.of(about.name)}
          rows={rows}
          chosen={chosen}
          current={tab.editor.isDirty() ? null : (versions[0]?.version_id ?? null)}
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
          viewOptions={viewOptions}
          step={step}
          client={client}
          change={setViewOptions}
          onMarked={again}
        />
      ) : null}
    </div>
  );
}

/** The versions of a document, newest first. */
type VersionList =
  | { status: "loading" }
  | { status: "ready"; versions: VersionEntry[] }
  | { status: "failed"; why: string };

/** Loads the versions of an open document, again after every write; `again` reloads now. */
function useVersions(tab: Tab): { list: VersionList; again(): void } {
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
