import { useStore } from "@nanostores/react";
import { type ReactNode, useCallback, useEffect, useId, useState } from "react";
import type { Outcome } from "../../../shared/contract";
import type { Diagnostics } from "../../../shared/diagnostics";

import "./diagnostics-screen.css";
import { Button, LinkButton } from "../../ui/kit/button";
import { Dialog, DialogHead } from "../../ui/kit/dialog";
import { Actions } from "../../ui/kit/toolbar";
import { messages } from "../../ui/messages";
import { moment } from "../../ui/time";
import { useModal } from "../../ui/use-modal";
import { useAgents, useBridge, useLayout, useNotices, useVersion } from "../../workbench/api/parts";
import { diagnosticsMessages } from "./messages";

/** The diagnostics dialog: versions, locations, data stores, security measures and the last fault tests. */
export default function DiagnosticsScreen() {
  const bridge = useBridge();
  const layout = useLayout();
  const notices = useNotices();
  const version = useVersion();
  const dialog = useModal();
  const [diagnostics, setDiagnostics] = useState<Diagnostics | "failed" | null>(null);
  const [isChecking, setChecking] = useState(false);
  const t = diagnosticsMessages;

  const take = useCallback((answer: Outcome<{ diagnostics: Diagnostics }>) => {
    setDiagnostics(answer.ok ? answer.diagnostics : "failed");
    return answer.ok ? answer.diagnostics : null;
  }, []);
  useEffect(() => {
    let isShown = true;
    bridge.request("diagnostics:read", undefined).then(
      (answer) => isShown && take(answer),
      () => isShown && setDiagnostics("failed"),
    );
    return () => {
      isShown = false;
    };
  }, [bridge, take]);

  const showError = (answer: Outcome<object>) => {
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  const check = async () => {
    setChecking(true);
    try {
      const now = take(await bridge.request("diagnostics:check", undefined));
      const damaged = now?.stores.filter(({ state }) => state === "damaged").map(({ name }) => t.stores[name]) ?? [];
      if (damaged.length > 0) notices.error(t.checkedBadly(damaged.join(", ")));
      else if (now) notices.announce(t.checkedWell);
    } finally {
      setChecking(false);
    }
  };
  const copy = async () => {
    const answer = await bridge.request("diagnostics:copy", undefined);
    if (answer.ok) notices.announce(t.copied);
    else showError(answer);
  };

  return (
    <Dialog
      ref={dialog}
      className="diagnostics wide-dialog"
      aria-labelledby="diagnostics-heading"
      close={layout.closeScreen}
      closesOutside
      hasNotices
    >
      <DialogHead id="diagnostics-heading" heading={t.heading} close={layout.closeScreen}>
        <p>
          {messages.galley} {version}. {t.lead}
        </p>
      </DialogHead>
      {diagnostics === null ? <p className="faint">{messages.loading}</p> : null}
      {diagnostics === "failed" ? <p role="alert">{t.failed}</p> : null}
      {diagnostics !== null && diagnostics !== "failed" ? (
        <>
          <p className="diagnostics-parts selectable soft breaks">{diagnostics.parts.join(" · ")}</p>
          <Actions className="diagnostics-actions above">
            <Button onClick={() => void copy()}>{t.copy}</Button>
          </Actions>
          <Security diagnostics={diagnostics} />
          <Stores diagnostics={diagnostics} isChecking={isChecking} check={() => void check()} />
          <Locations diagnostics={diagnostics} showError={showError} />
          <Agents diagnostics={diagnostics} />
          <Faults diagnostics={diagnostics} />
          <Attacks diagnostics={diagnostics} />
          <Log diagnostics={diagnostics} showError={showError} />
        </>
      ) : null}
    </Dialog>
  );
}

type SectionProps = { diagnostics: Diagnostics };
type ShowError = (answer: Outcome<object>) => void;

const isWrong = (state: string): boolean => state === "off" || state === "damaged";

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="diagnostics-part above-large" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

function Security({ diagnostics }: SectionProps) {
  const t = diagnosticsMessages;
  return (
    <Section title={t.securityHeading}>
      <dl className="facts diagnostics-list above-small">
        {diagnostics.security.map(({ name, state }) => (
          <div key={name}>
            <dt>
              {t.measures[name].title}
              <span className="as-block selectable faint">{t.measures[name].about}</span>
            </dt>
            <dd className={isWrong(state) ? "bad strong" : "soft"}>{t.states[state]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Stores({ diagnostics, isChecking, check }: SectionProps & { isChecking: boolean; check(): void }) {
  const t = diagnosticsMessages;
  const { journal, stores, checkedAt, setAside } = diagnostics;
  return (
    <Section title={t.storesHeading}>
      <dl className="facts diagnostics-list above-small">
        <div>
          <dt>{t.unsaved}</dt>
          <dd>{t.unsavedCount(journal.documents)}</dd>
        </div>
        {stores.map(({ name, state, rows, bytes }) => (
          <div key={name}>
            <dt>{t.stores[name]}</dt>
            <dd className={isWrong(state) ? "bad strong" : "soft"}>
              {state === "sound" && rows !== null ? `${t.rows[name](rows)}, ${t.bytes(bytes)}` : t.storeStates[state]}
            </dd>
          </div>
        ))}
      </dl>
      {setAside.map(({ name }) => (
        <p key={name} className="bad strong">
          {t.setAside(name)}
        </p>
      ))}
      <Actions className="diagnostics-actions above">
        <Button disabled={isChecking} onClick={check}>
          {isChecking ? t.checking : t.check}
        </Button>
        <span className="faint">
          {checkedAt === null ? t.neverChecked : t.checkedAt(moment(checkedAt, new Date()))}
        </span>
      </Actions>
    </Section>
  );
}

function Locations({ diagnostics, showError }: SectionProps & { showError: ShowError }) {
  const bridge = useBridge();
  const t = diagnosticsMessages;
  return (
    <Section title={t.locationsHeading}>
      <dl className="facts diagnostics-list above-small">
        {diagnostics.places.map(({ place, path }) => (
          <div key={place}>
            <dt>
              {t.places[place]}
              <code className="as-block selectable soft mono small breaks">{path}</code>
            </dt>
            <dd>
              <LinkButton
                aria-label={t.showLocation(t.places[place])}
                onClick={async () => showError(await bridge.request("diagnostics:show", place))}
              >
                {t.show}
              </LinkButton>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Agents({ diagnostics }: SectionProps) {
  const agents = useAgents();
  const layout = useLayout();
  const connected = useStore(agents.$agents).length;
  const t = diagnosticsMessages;
  return (
    <Section title={t.agentsHeading}>
      <p>
        {t.connected(connected)} {t.httpServer[diagnostics.http]}
      </p>
      <Actions className="diagnostics-actions above">
        <Button onClick={layout.showAgents}>{t.showAgents}</Button>
      </Actions>
    </Section>
  );
}

function Faults({ diagnostics: { faults } }: SectionProps) {
  const t = diagnosticsMessages;
  if (faults === null) {
    return (
      <Section title={t.faultsHeading}>
        <p className="faint">{t.notRun}</p>
      </Section>
    );
  }
  const figures = [
    [t.figures.torn, faults.torn],
    [t.figures.lost, faults.lost],
    [t.figures.falseAnswers, faults.falseAnswers],
    [t.figures.worst, t.milliseconds(faults.worstMs)],
  ] as const;
  return (
    <Section title={t.faultsHeading}>
      <p>{t.faults(faults.faults, faults.runs, faults.date)}</p>
      <dl className="facts diagnostics-list above-small">
        {figures.map(([title, figure]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Attacks({ diagnostics: { attacks } }: SectionProps) {
  const t = diagnosticsMessages;
  return (
    <Section title={t.attacksHeading}>
      {attacks === null ? (
        <p className="faint">{t.notAttacked}</p>
      ) : (
        <>
          <p>{t.attacks(attacks.attacks, attacks.attempts, attacks.date)}</p>
          <dl className="facts diagnostics-list above-small">
            <div>
              <dt>{t.through}</dt>
              <dd>{attacks.through}</dd>
            </div>
          </dl>
        </>
      )}
    </Section>
  );
}

function Log({ diagnostics: { logs, pauses }, showError }: SectionProps & { showError: ShowError }) {
  const bridge = useBridge();
  const layout = useLayout();
  const t = diagnosticsMessages;
  return (
    <Section title={t.logHeading}>
      <p>{logs.files === 0 ? t.noLog : t.logSize(logs.files, t.bytes(logs.bytes))}</p>
      <p>{pauses.worst === null ? t.noPauses : t.pauses(pauses.count, pauses.worst.ms, pauses.worst.during)}</p>
      <Actions className="diagnostics-actions above">
        <Button
          disabled={logs.files === 0}
          onClick={async () => showError(await bridge.request("diagnostics:open-log", undefined))}
        >
          {t.openLog}
        </Button>
        <LinkButton onClick={() => layout.showSettings()}>{t.logSettings}</LinkButton>
      </Actions>
    </Section>
  );
}
