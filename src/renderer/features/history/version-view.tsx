import { useStore } from "@nanostores/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import { useShell } from "../../ui/shell-context";
import { moment } from "../../ui/time";
import type { Tab } from "../../workbench/tabs/tabs";
import { ComparedText } from "./compared-text";
import type { HistoryDesk } from "./history-client";
import { historyWords as say } from "./messages";
import { restorePlace, restoreSection, restoreVersion } from "./restore";
import { isMarked } from "./timeline-rows";
import { type Asked, useComparison } from "./use-comparison";
import { reasonOf, writerName } from "./version-words";

/** The display options; kept while the panel is open. */
export type Look = { with: "today" | "before"; manner: "inline" | "beside" };

type Props = {
  tab: Tab;
  version: VersionEntry;
  /** The version before it, or before its run; null if it is the first. */
  before: VersionEntry | null;
  look: Look;
  /** Counts the requests to go to the next (1), previous (-1) or current (0) change. */
  step: { by: 1 | 0 | -1; count: number };
  desk: HistoryDesk;
  change(look: Look): void;
  marked(): void;
};

/** A version compared with another text; it can be restored entirely, by section or by change, or copied. */
export function VersionView({ tab, version, before, look, step, desk, change, marked }: Props) {
  const shell = useShell();
  const { bridge, notices } = shell;
  const { format } = useStore(tab.copy.$about);
  /** False for an Office document: only its text is compared, and it is restored as a whole, with images and formatting. */
  const isText = tab.copy.kind === "text";
  const asked: Asked = look.with === "today" ? { with: "today" } : { with: "before", before };
  const compared = useComparison(tab, version, asked, desk);
  const [at, setAt] = useState(-1);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);
  const hunks =
    compared.status === "ready" && compared.comparison.status === "compared" ? compared.comparison.hunks : [];
  useEffect(() => setAt(-1), [version.version_id, look.with]);
  useEffect(() => {
    if (step.count === 0 || hunks.length === 0) return;
    const next = Math.min(hunks.length - 1, Math.max(0, at + step.by));
    const place = box.current?.querySelector<HTMLElement>(`[data-place="${next}"]`);
    setAt(next);
    place?.focus();
    place?.scrollIntoView({ block: "nearest" });
  }, [step]);

  /** Runs one operation at a time, so that a second click cannot act on a text that is about to change. */
  const doing = (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  const copy = (text: string) => {
    void bridge.request("app:copy", text).then(() => notices.announce(say.copied));
  };

  const restore = (
    <button type="button" className="button" onClick={() => doing(() => restoreVersion(shell, tab, version))}>
      {say.restore}
    </button>
  );
  return (
    <section className="version-view" ref={box} aria-label={moment(version.at, new Date())} aria-busy={isBusy}>
      <Head tab={tab} version={version} marked={marked} />
      <div className="version-choices">
        <Choice
          label={say.compareWith}
          value={look.with}
          options={{ today: say.withToday, before: say.withBefore }}
          pick={(value) => change({ ...look, with: value })}
        />
        <Choice
          label={say.manner}
          value={look.manner}
          options={{ inline: say.inline, beside: say.beside }}
          pick={(value) => change({ ...look, manner: value })}
        />
      </div>
      {compared.status === "loading" ? <p className="version-sentence">{say.loadingVersion}</p> : null}
      {compared.status === "failed" ? (
        <p className="version-sentence" role="alert">
          {compared.why}
        </p>
      ) : null}
      {compared.status === "failed" && !isText ? <div className="version-acts">{restore}</div> : null}
      {compared.status === "ready" ? (
        <>
          <p className="version-sentence">{sentenceOf(compared.comparison, look, before)}</p>
          {isText ? null : <p className="version-sentence">{say.wordsOnly}</p>}
          {compared.comparison.status === "compared" ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
            <section className="compared-box" tabIndex={0} aria-label={say.manner}>
              <ComparedText
                {...compared.comparison}
                manner={look.manner}
                at={at}
                sides={
                  look.with === "today"
                    ? { before: say.thenSide, after: say.nowSide }
                    : { before: say.before, after: say.after }
                }
                putBack={
                  isText
                    ? {
                        label: look.with === "today" ? say.putBack : say.undoChange,
                        act: (index) =>
                          doing(() =>
                            restorePlace(shell, tab, desk, { before: compared.before, after: compared.after, index }),
                          ),
                      }
                    : undefined
                }
                restoreSection={
                  format === "markdown"
                    ? (section) => doing(() => restoreSection(shell, tab, version, section))
                    : undefined
                }
                copy={copy}
              />
            </section>
          ) : (
            <div className="compared-box compared-same" />
          )}
          <div className="version-acts">
            {isText && look.with === "today" && compared.comparison.status === "same" ? null : restore}
            <button type="button" className="button" onClick={() => copy(compared.text)}>
              {say.copy}
            </button>
          </div>
        </>
      ) : null}
    </section>
  );
}

function sentenceOf(
  comparison: Extract<ReturnType<typeof useComparison>, { status: "ready" }>["comparison"],
  look: Look,
  before: VersionEntry | null,
): string {
  if (comparison.status === "same") return look.with === "today" ? say.same : say.sameAsBefore;
  const { hunks, more, added, removed } = comparison;
  const places = hunks.length + more;
  if (look.with === "today") return say.since(places, added, removed);
  return before === null ? say.first : say.did(places, added, removed);
}

/** Writer, time and reason of the version, and the name that the user gave it. */
function Head({ tab, version, marked }: { tab: Tab; version: VersionEntry; marked(): void }) {
  const { bridge } = useShell();
  const [isNaming, setNaming] = useState(false);
  const { doc } = tab;
  const set = (name: string | null) => {
    setNaming(false);
    void bridge.request("history:mark", { doc, version_id: version.version_id, name }).then(marked);
  };
  return (
    <header className="version-head">
      <p className="version-title">
        <strong>{moment(version.at, new Date())}</strong> · {writerName(version.by)} · {reasonOf(version)}
      </p>
      {version.request === undefined ? null : <p className="version-request">{say.asked(version.request)}</p>}
      {isNaming ? (
        <NameField name={version.mark ?? ""} keep={set} leave={() => setNaming(false)} />
      ) : (
        <p className="version-marks">
          {isMarked(version) ? <span>{version.mark ? say.markedAs(version.mark) : say.marked}</span> : null}
          <button type="button" className="link" onClick={() => setNaming(true)}>
            {say.mark}
          </button>
          {version.mark === undefined ? null : (
            <button type="button" className="link" onClick={() => set(null)}>
              {say.unmark}
            </button>
          )}
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
    <form className="version-naming" onSubmit={submit}>
      <label className="heard-only" htmlFor={id}>
        {say.markName}
      </label>
      <input
        id={id}
        className="field"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
        maxLength={200}
        placeholder={say.markName}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          leave();
        }}
      />
      <button type="submit" className="button">
        {say.markSave}
      </button>
    </form>
  );
}

type ChoiceProps<Id extends string> = {
  label: string;
  value: Id;
  options: Record<Id, string>;
  pick(value: Id): void;
};

function Choice<Id extends string>({ label, value, options, pick }: ChoiceProps<Id>) {
  return (
    <fieldset className="version-choice">
      <legend className="heard-only">{label}</legend>
      {(Object.keys(options) as Id[]).map((id) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => pick(id)}>
          {options[id]}
        </button>
      ))}
    </fieldset>
  );
}
