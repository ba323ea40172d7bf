import { useStore } from "@nanostores/react";
import { type ReactNode, useCallback, useEffect, useId, useState } from "react";
import type { Outcome } from "../../../shared/contract";
import type { Diagnostics } from "../../../shared/diagnostics";
import "../../ui/dialog.css";
import "./diagnostics-screen.css";
import { CloseIcon } from "../../ui/icons";
import { words } from "../../ui/messages";
import { LiveRegion, NoticeList } from "../../ui/notice-list";
import { useShell } from "../../ui/shell-context";
import { moment } from "../../ui/time";
import { useModal } from "../../ui/use-modal";
import { diagnosticsWords } from "./messages";

/** The diagnostics dialog: versions, locations, data stores, security measures and the last fault tests. */
export default function DiagnosticsScreen() {
  const { bridge, layout, notices, version } = useShell();
  const dialog = useModal();
  const [found, setFound] = useState<Diagnostics | "failed" | null>(null);
  const [isChecking, setChecking] = useState(false);
  const say = diagnosticsWords;

  const take = useCallback((answer: Outcome<{ diagnostics: Diagnostics }>) => {
    setFound(answer.ok ? answer.diagnostics : "failed");
    return answer.ok ? answer.diagnostics : null;
  }, []);
  useEffect(() => {
    let isShown = true;
    bridge.request("diagnostics:read", undefined).then(
      (answer) => isShown && take(answer),
      () => isShown && setFound("failed"),
    );
    return () => {
      isShown = false;
    };
  }, [bridge, take]);

  const tell = (answer: Outcome<object>) => {
    if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
  };
  const check = async () => {
    setChecking(true);
    try {
      const now = take(await bridge.request("diagnostics:check", undefined));
      const damaged = now?.stores.filter(({ state }) => state === "damaged").map(({ name }) => say.stores[name]) ?? [];
      if (damaged.length > 0) notices.problem(say.checkedBadly(damaged.join(", ")));
      else if (now) notices.announce(say.checkedWell);
    } finally {
      setChecking(false);
    }
  };
  const copy = async () => {
    const answer = await bridge.request("diagnostics:copy", undefined);
    if (answer.ok) notices.announce(say.copied);
    else tell(answer);
  };

  return (
    <dialog
      ref={dialog}
      className="dialog diagnostics"
      aria-labelledby="diagnostics-heading"
      onClose={layout.closeScreen}
      onPointerDown={(event) => {
        if (event.target === dialog.current) layout.closeScreen();
      }}
    >
      <div className="diagnostics-sheet">
        <header>
          <div>
            <h2 id="diagnostics-heading">{say.heading}</h2>
            <p className="diagnostics-lead">
              {words.galley} {version}. {say.lead}
            </p>
          </div>
          <button type="button" className="icon-button" aria-label={words.close} onClick={layout.closeScreen}>
            <CloseIcon />
          </button>
        </header>
        {found === null ? <p className="faint">{words.loading}</p> : null}
        {found === "failed" ? <p role="alert">{say.failed}</p> : null}
        {found !== null && found !== "failed" ? (
          <>
            <p className="diagnostics-parts">{found.parts.join(" · ")}</p>
            <p className="diagnostics-actions">
              <button type="button" className="button" onClick={() => void copy()}>
                {say.copy}
              </button>
            </p>
            <Security found={found} />
            <Kept found={found} isChecking={isChecking} check={() => void check()} />
            <Places found={found} tell={tell} />
            <Agents found={found} />
            <Faults found={found} />
            <Attacks found={found} />
            <Log found={found} tell={tell} />
          </>
        ) : null}
        <NoticeList />
        <LiveRegion />
      </div>
    </dialog>
  );
}

type Part = { found: Diagnostics };
type Tell = (answer: Outcome<object>) => void;

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="diagnostics-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

function Security({ found }: Part) {
  const say = diagnosticsWords;
  return (
    <Section title={say.securityHeading}>
      <dl className="diagnostics-list">
        {found.security.map(({ name, state }) => (
          <div key={name}>
            <dt>
              {say.measures[name].title}
              <span className="faint">{say.measures[name].about}</span>
            </dt>
            <dd className="diagnostics-state" data-state={state}>
              {say.states[state]}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Kept({ found, isChecking, check }: Part & { isChecking: boolean; check(): void }) {
  const say = diagnosticsWords;
  const { journal, stores, checkedAt, setAside } = found;
  return (
    <Section title={say.storesHeading}>
      <dl className="diagnostics-list">
        <div>
          <dt>{say.unsaved}</dt>
          <dd>{say.unsavedCount(journal.documents)}</dd>
        </div>
        {stores.map(({ name, state, rows, bytes }) => (
          <div key={name}>
            <dt>{say.stores[name]}</dt>
            <dd className="diagnostics-state" data-state={state}>
              {state === "sound" && rows !== null
                ? `${say.rows[name](rows)}, ${say.bytes(bytes)}`
                : say.storeStates[state]}
            </dd>
          </div>
        ))}
      </dl>
      {setAside.map(({ name }) => (
        <p key={name} className="diagnostics-aside">
          {say.setAside(name)}
        </p>
      ))}
      <p className="diagnostics-actions">
        <button type="button" className="button" disabled={isChecking} onClick={check}>
          {isChecking ? say.checking : say.check}
        </button>
        <span className="faint">
          {checkedAt === null ? say.neverChecked : say.checkedAt(moment(checkedAt, new Date()))}
        </span>
      </p>
    </Section>
  );
}

function Places({ found, tell }: Part & { tell: Tell }) {
  const { bridge } = useShell();
  const say = diagnosticsWords;
  return (
    <Section title={say.placesHeading}>
      <dl className="diagnostics-list">
        {found.places.map(({ place, path }) => (
          <div key={place}>
            <dt>
              {say.places[place]}
              <code>{path}</code>
            </dt>
            <dd>
              <button
                type="button"
                className="link"
                aria-label={say.showPlace(say.places[place])}
                onClick={async () => tell(await bridge.request("diagnostics:show", place))}
              >
                {say.show}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Agents({ found }: Part) {
  const { agents, layout } = useShell();
  const connected = useStore(agents.$agents).length;
  const say = diagnosticsWords;
  return (
    <Section title={say.agentsHeading}>
      <p>
        {say.connected(connected)} {say.doors[found.http]}
      </p>
      <p className="diagnostics-actions">
        <button type="button" className="button" onClick={layout.showAgents}>
          {say.showAgents}
        </button>
      </p>
    </Section>
  );
}

function Faults({ found: { faults } }: Part) {
  const say = diagnosticsWords;
  if (faults === null) {
    return (
      <Section title={say.faultsHeading}>
        <p className="faint">{say.notRun}</p>
      </Section>
    );
  }
  const figures = [
    [say.figures.torn, faults.torn],
    [say.figures.lost, faults.lost],
    [say.figures.falseAnswers, faults.falseAnswers],
    [say.figures.worst, say.milliseconds(faults.worstMs)],
  ] as const;
  return (
    <Section title={say.faultsHeading}>
      <p>{say.faults(faults.faults, faults.runs, faults.date)}</p>
      <dl className="diagnostics-list">
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

function Attacks({ found: { attacks } }: Part) {
  const say = diagnosticsWords;
  return (
    <Section title={say.attacksHeading}>
      {attacks === null ? (
        <p className="faint">{say.notAttacked}</p>
      ) : (
        <>
          <p>{say.attacks(attacks.attacks, attacks.attempts, attacks.date)}</p>
          <dl className="diagnostics-list">
            <div>
              <dt>{say.through}</dt>
              <dd>{attacks.through}</dd>
            </div>
          </dl>
        </>
      )}
    </Section>
  );
}

function Log({ found: { logs, pauses }, tell }: Part & { tell: Tell }) {
  const { bridge, layout } = useShell();
  const say = diagnosticsWords;
  return (
    <Section title={say.logHeading}>
      <p>{logs.files === 0 ? say.noLog : say.logSize(logs.files, say.bytes(logs.bytes))}</p>
      <p>{pauses.worst === null ? say.noPauses : say.pauses(pauses.count, pauses.worst.ms, pauses.worst.during)}</p>
      <p className="diagnostics-actions">
        <button
          type="button"
          className="button"
          disabled={logs.files === 0}
          onClick={async () => tell(await bridge.request("diagnostics:open-log", undefined))}
        >
          {say.openLog}
        </button>
        <button type="button" className="link" onClick={() => layout.showSettings()}>
          {say.logSettings}
        </button>
      </p>
    </Section>
  );
}
