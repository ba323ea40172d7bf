import { useStore } from "@nanostores/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import { reasonAndNote } from "../../editor/review/describe-reason";
import { Button, LinkButton } from "../../ui/kit/button";
import { TextField } from "../../ui/kit/field";
import { SegmentedControl } from "../../ui/kit/toolbar";
import { moment } from "../../ui/time";
import { useBridge } from "../../workbench/api/parts";
import { useShell } from "../../workbench/api/shell-context";
import type { Tab } from "../../workbench/api/tabs";
import { ComparedText } from "./compared-text";
import { versionWriter } from "./describe-version";
import type { HistoryClient } from "./history-client";
import { historyMessages as t } from "./messages";
import { restoreSection, restoreVersion, revertChange } from "./restore";
import { isMarked } from "./timeline-rows";
import { type ComparisonTarget, useComparison } from "./use-comparison";

/** The display options; kept while the panel is open. */
export type ViewOptions = { with: "today" | "before"; layout: "inline" | "beside" };

type Props = {
  tab: Tab;
  version: VersionEntry;
  /** The version before it, or before its run; null if it is the first. */
  before: VersionEntry | null;
  viewOptions: ViewOptions;
  /** Counts the requests to go to the next (1), previous (-1) or current (0) change. */
  step: { by: 1 | 0 | -1; count: number };
  client: HistoryClient;
  change(viewOptions: ViewOptions): void;
  onMarked(): void;
};

/** A version compared with another text; it can be restored entirely, by section or by change, or copied. */
export function VersionView({ tab, version, before, viewOptions, step, client, change, onMarked }: Props) {
  const shell = useShell();
  const { bridge, notices } = shell;
  const { format } = useStore(tab.editor.$info);
  /** False for an Office document: only its text is compared, and it is restored as a whole, with images and formatting. */
  const isText = tab.editor.kind === "text";
  const asked: ComparisonTarget = viewOptions.with === "today" ? { with: "today" } : { with: "before", before };
  const compared = useComparison(tab, version, asked, client);
  const [at, setAt] = useState(-1);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);
  const hunks =
    compared.status === "ready" && compared.comparison.status === "compared" ? compared.comparison.hunks : [];
  useEffect(() => setAt(-1), [version.version_id, viewOptions.with]);
  useEffect(() => {
    if (step.count === 0 || hunks.length === 0) return;
    const next = Math.min(hunks.length - 1, Math.max(0, at + step.by));
    const element = box.current?.querySelector<HTMLElement>(`[data-place="${next}"]`);
    setAt(next);
    element?.focus();
    element?.scrollIntoView({ block: "nearest" });
  }, [step]);

  /** Runs one operation at a time, so that a second click cannot act on a text that is about to change. */
  const runExclusive = (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  const copy = (text: string) => {
    void bridge.request("app:copy", text).then(() => notices.announce(t.copied));
  };

  const restore = <Button onClick={() => runExclusive(() => restoreVersion(shell, tab, version))}>{t.restore}</Button>;
  return (
    <section className="version-view column" ref={box} aria-label={moment(version.at, new Date())} aria-busy={isBusy}>
      <Head tab={tab} version={version} onMarked={onMarked} />
      <div className="actions">
        <SegmentedControl
          label={t.compareWith}
          value={viewOptions.with}
          choices={[
            { id: "today", label: t.withToday },
            { id: "before", label: t.withBefore },
          ]}
          pick={(value) => change({ ...viewOptions, with: value })}
        />
        <SegmentedControl
          label={t.layout}
          value={viewOptions.layout}
          choices={[
            { id: "inline", label: t.inline },
            { id: "beside", label: t.beside },
          ]}
          pick={(value) => change({ ...viewOptions, layout: value })}
        />
      </div>
      {compared.status === "loading" ? <p className="soft">{t.loadingVersion}</p> : null}
      {compared.status === "failed" ? (
        <p className="soft" role="alert">
          {compared.why}
        </p>
      ) : null}
      {compared.status === "failed" && !isText ? <div className="version-acts actions">{restore}</div> : null}
      {compared.status === "ready" ? (
        <>
          <p className="soft">{sentenceOf(compared.comparison, viewOptions, before)}</p>
          {isText ? null : <p className="soft">{t.textOnly}</p>}
          {compared.comparison.status === "compared" ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
            <section className="compared-box scrolls card" tabIndex={0} aria-label={t.layout}>
              <ComparedText
                {...compared.comparison}
                layout={viewOptions.layout}
                at={at}
                sides={
                  viewOptions.with === "today"
                    ? { before: t.thenSide, after: t.nowSide }
                    : { before: t.before, after: t.after }
                }
                revert={
                  isText
                    ? {
                        label: viewOptions.with === "today" ? t.putBack : t.undoChange,
                        act: (index) =>
                          runExclusive(() =>
                            revertChange(shell, tab, client, { before: compared.before, after: compared.after, index }),
                          ),
                      }
                    : undefined
                }
                restoreSection={
                  format === "markdown"
                    ? (section) => runExclusive(() => restoreSection(shell, tab, version, section))
                    : undefined
                }
                copy={copy}
              />
            </section>
          ) : (
            <div className="compared-box scrolls compared-same card" />
          )}
          <div className="version-acts actions">
            {isText && viewOptions.with === "today" && compared.comparison.status === "same" ? null : restore}
            <Button onClick={() => copy(compared.text)}>{t.copy}</Button>
          </div>
        </>
      ) : null}
    </section>
  );
}

function sentenceOf(
  comparison: Extract<ReturnType<typeof useComparison>, { status: "ready" }>["comparison"],
  viewOptions: ViewOptions,
  before: VersionEntry | null,
): string {
  if (comparison.status === "same") return viewOptions.with === "today" ? t.same : t.sameAsBefore;
  const { hunks, more, added, removed } = comparison;
  const changeCount = hunks.length + more;
  if (viewOptions.with === "today") return t.since(changeCount, added, removed);
  return before === null ? t.first : t.did(changeCount, added, removed);
}

/** Writer, time and reason of the version, and the name that the user gave it. */
function Head({ tab, version, onMarked }: { tab: Tab; version: VersionEntry; onMarked(): void }) {
  const bridge = useBridge();
  const [isNaming, setNaming] = useState(false);
  const { doc } = tab;
  const set = (name: string | null) => {
    setNaming(false);
    void bridge.request("history:mark", { doc, version_id: version.version_id, name }).then(onMarked);
  };
  return (
    <header className="stack">
      <p className="breaks">
        <strong>{moment(version.at, new Date())}</strong> · {versionWriter(version.by)} · {reasonAndNote(version)}
      </p>
      {version.request === undefined ? null : (
        <p className="version-request soft breaks">{t.request(version.request)}</p>
      )}
      {isNaming ? (
        <NameField name={version.mark ?? ""} keep={set} leave={() => setNaming(false)} />
      ) : (
        <p className="actions small flush">
          {isMarked(version) ? (
            <span className="strong">{version.mark ? t.markedAs(version.mark) : t.marked}</span>
          ) : null}
          <LinkButton onClick={() => setNaming(true)}>{t.mark}</LinkButton>
          {version.mark === undefined ? null : <LinkButton onClick={() => set(null)}>{t.unmark}</LinkButton>}
        </p>
      )}
    </header>
  );
}

function NameField({ name, keep, leave }: { name: string; keep(name: string): void; leave(): void }) {
  const id = useId();
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep(text.trim());
  };
  return (
    <form className="version-naming in-line" onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {t.markName}
      </label>
      <TextField
        id={id}
        className="grow"
        // The user has just opened this field.
        autoFocus
        maxLength={200}
        placeholder={t.markName}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          leave();
        }}
      />
      <Button type="submit">{t.markSave}</Button>
    </form>
  );
}
