import { useStore } from "@nanostores/react";
import { useEffect, useId, useRef, useState } from "react";
import type { AgentEntry, AssistantSetup } from "../../../../shared/assistant-setup";
import { Badge } from "../../../ui/kit/badge";
import { Button, LinkButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { CopyButton } from "../../../ui/kit/copy-button";
import { Actions } from "../../../ui/kit/toolbar";
import { messages } from "../../../ui/messages";
import { useBridge, useQuestions, useWorkspace } from "../../../workbench/api/parts";
import { setupMessages } from "./setup-messages";
import { installQuestion, isOnlyListed, SetupRegistry } from "./setup-registry";
import { useWork } from "./use-work";

/** The agents that Galley can run: which are installed, how to install the others, and how to log in. */
export function SetupAgents({ setup }: { setup: AssistantSetup }) {
  const bridge = useBridge();
  const t = setupMessages.agents;
  const section = useRef<HTMLElement>(null);
  /** The agent that was installed or removed last, until the focus is where it is listed now. */
  const [moved, setMoved] = useState<string | null>(null);
  useEffect(() => {
    if (moved === null) return;
    setMoved(null);
    // Its row had the focus when it went to the other list. Focus that is elsewhere by now stays there.
    if (document.activeElement !== document.body) return;
    const row = section.current?.querySelector(`[data-agent="${CSS.escape(moved)}"]`);
    const button = (row ?? section.current)?.querySelector<HTMLElement>(
      row ? ".actions button" : ".setup-registry button",
    );
    button?.focus();
  }, [moved]);
  useEffect(() => {
    void bridge.request("assistant:find-agents", undefined);
  }, [bridge]);
  return (
    <section ref={section} aria-labelledby="setup-agents">
      <h3 id="setup-agents">{t.heading}</h3>
      <p className="soft">{t.about}</p>
      {sortedAgents(setup).map((agent) => (
        <AgentSetup
          key={agent.id}
          agent={agent}
          isCurrent={setup.agent === agent.id}
          moved={() => setMoved(agent.id)}
        />
      ))}
      <p className="soft small">{t.own}</p>
      <LinkButton onClick={() => void bridge.request("assistant:find-agents", undefined)}>{t.again}</LinkButton>
      <SetupRegistry setup={setup} moved={setMoved} />
    </section>
  );
}

/** The one in use first, then those that are installed. Those that only the registry names are listed apart. */
const sortedAgents = ({ agents, agent }: AssistantSetup): AgentEntry[] => {
  const rank = ({ id, command }: AgentEntry): number => (id === agent ? 0 : command === null ? 2 : 1);
  return agents.filter((each) => !isOnlyListed(each)).sort((one, other) => rank(one) - rank(other));
};

type AgentProps = { agent: AgentEntry; isCurrent: boolean; moved(): void };

function AgentSetup({ agent, isCurrent, moved }: AgentProps) {
  const bridge = useBridge();
  const questions = useQuestions();
  const { busy, error, run } = useWork();
  const id = useId();
  const t = setupMessages.agents;
  const { name, command, install, version, registry } = agent;
  const isOld = registry?.isChanged === true;
  const shownVersion = version ?? registry?.installed ?? null;

  const installIt = async () => {
    if ((await questions.ask(installQuestion(agent))) !== null)
      await run(t.installing, bridge.request("assistant:install-agent", { agent: agent.id, line: install ?? "" }));
  };
  const removeIt = async () => {
    const asked = { title: t.removeTitle(name), detail: t.removeDetail };
    const choices = [{ id: "remove", label: t.remove, kind: "main" as const }];
    if ((await questions.ask({ ...asked, choices })) !== null)
      await run(t.removing, bridge.request("assistant:remove-agent", agent.id)).then(moved);
  };
  return (
    <section
      className="setup-choice card inset-large above-large"
      data-agent={agent.id}
      aria-labelledby={id}
      aria-busy={busy !== null}
    >
      <h4 id={id} className="apart">
        {shownVersion === null ? name : `${name} ${shownVersion}`}
        {isCurrent ? <Badge tone="good">{setupMessages.current}</Badge> : null}
      </h4>
      {command === null ? <p className="soft">{t.missing}</p> : <SetupLine label={t.runs} line={command} />}
      {install === null || registry !== undefined ? null : (
        <SetupLine label={command === null ? t.installs : t.tried} line={install} />
      )}
      {registry?.sha256 ? <SetupLine label={t.sha256} line={registry.sha256} /> : null}
      {error === null ? null : (
        <Callout tone="bad" role="alert">
          <p className="breaks">{error.message}</p>
          {error.hint === undefined ? null : <p className="soft breaks">{error.hint}</p>}
        </Callout>
      )}
      <div role="status">{busy === null ? null : <p className="above soft">{busy}</p>}</div>
      <Actions className="above-small">
        {command === null || isCurrent ? null : (
          <Button
            kind="main"
            isBusy={busy !== null}
            onClick={() => void run(messages.loading, bridge.request("assistant:choose-agent", agent.id))}
          >
            {t.use}
          </Button>
        )}
        {install !== null && (command === null || isOld) ? (
          <Button isBusy={busy !== null} onClick={() => void installIt()}>
            {command === null ? t.install : t.update(registry?.latest ?? "")}
          </Button>
        ) : null}
        {registry !== undefined && registry.installed !== null ? (
          <Button isBusy={busy !== null} onClick={() => void removeIt()}>
            {t.remove}
          </Button>
        ) : null}
      </Actions>
      <Logins agent={agent} isBusy={busy !== null} run={run} />
    </section>
  );
}

type LoginProps = {
  agent: AgentEntry;
  isBusy: boolean;
  run: ReturnType<typeof useWork>["run"];
};

/** The agent's own ways to log in. Galley never sees what they exchange. */
function Logins({ agent: { id, logins }, isBusy, run }: LoginProps) {
  const bridge = useBridge();
  const folder = useStore(useWorkspace().$workspace)?.root ?? null;
  const t = setupMessages.agents;
  if (logins.length === 0) return null;
  return (
    <details className="setup-logins above below">
      <summary>{t.logins}</summary>
      <ul className="column spaced above-small">
        {logins.map((login) => (
          <li key={login.id}>
            <p className="breaks">
              <span className="strong">{login.name}</span> <span className="soft small">{login.description}</span>
            </p>
            {login.command === null ? (
              <Button
                disabled={isBusy || folder === null}
                onClick={() => {
                  if (folder === null) return;
                  void run(t.loggingIn, bridge.request("assistant:log-in", { agent: id, folder, login: login.id }));
                }}
              >
                {t.logIn}
              </Button>
            ) : (
              <SetupLine label={t.inTerminal} line={login.command} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A line to read or copy, such as a command, after its label. */
export function SetupLine({ label, line }: { label: string; line: string }) {
  return (
    <div className="setup-line apart above-small">
      <p className="breaks">
        <span className="soft small">{label}</span>{" "}
        <code dir="ltr" className="mono">
          {line}
        </code>
      </p>
      <CopyButton text={() => line} label={`${messages.copy}: ${label}`} />
    </div>
  );
}
