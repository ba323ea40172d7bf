import { useStore } from "@nanostores/react";
import { useEffect, useId, useState } from "react";
import type { AgentAccess, AgentCall, AgentEvent, AgentRecord, KeptAgent, PastAgent } from "../../../shared/agents";
import type { Agent } from "../../../shared/contract";
import { nameOf } from "../../ui/file-paths";
import { Button, LinkButton } from "../../ui/kit/button";
import { Check } from "../../ui/kit/field";
import { messages } from "../../ui/messages";
import { moment } from "../../ui/time";
import { useAgents, useBridge, useLayout, useNotices, useQuestions, useTabs } from "../../workbench/api/parts";
import { agentsMessages } from "./messages";
import { useAgentRecord } from "./use-agents-state";

type Choice = Exclude<AgentAccess, "blocked">;
const choices: Choice[] = ["write", "read", "paused"];

/** Details of one agent: its access, and its calls, newest first. Updates while it is shown. */
export function AgentAbout({ agent }: { agent: Agent | PastAgent | KeptAgent }) {
  const agents = useAgents();
  const bridge = useBridge();
  const notices = useNotices();
  const questions = useQuestions();
  // Its own access level applies again once agents are resumed.
  const areAllPaused = useStore(agents.$areAllPaused);
  const record = useAgentRecord(agent.id);
  const group = useId();
  const { id, name } = agent;
  const [asked, setAsked] = useState<AgentAccess | null>(null);
  // Shown immediately; main's state replaces it when it arrives.
  const access = asked ?? agent.access;
  useEffect(() => setAsked(null), [agent.access]);
  const t = agentsMessages;
  const isKept = !("transport" in agent);
  const isHere = !isKept && "roots" in agent;
  const isPanel = !isKept && agent.transport === "panel";

  const setAccess = async (next: Choice) => {
    setAsked(next);
    await bridge.request("agents:set-access", { id, access: next });
    notices.announce(t.nowAccess[next](name));
  };
  const cutOff = async () => {
    const choices = [{ id: "cut", label: t.cutOffYes, kind: "dangerous" as const }];
    const detail = !isKept && agent.transport === "http" ? t.cutOffHttp : t.cutOffLocal;
    if ((await questions.ask({ title: t.cutOffTitle(name), detail, choices })) === null) return;
    await bridge.request("agents:cut-off", id);
    notices.announce(t.wasCutOff(name));
  };
  return (
    <section aria-label={name}>
      <div className="wraps apart">
        <div>
          <h3 className="agent-title breaks">{name}</h3>
          <p className="faint">{connectionOf(agent)}</p>
        </div>
        {isHere && !isPanel ? (
          <Button kind="dangerous" onClick={() => void cutOff()}>
            {t.cutOff}
          </Button>
        ) : null}
      </div>
      {isHere && agent.idleSince !== null ? <p className="soft">{t.idleHint}</p> : null}
      {"roots" in agent ? <Roots roots={agent.roots} /> : null}
      {isPanel ? (
        <p className="faint">{t.inPanel}</p>
      ) : (
        <fieldset className="agent-access card spaced-large inset above-large wraps" disabled={areAllPaused}>
          <legend className="sides-small soft small">{t.access.heading}</legend>
          {choices.map((choice) => (
            <Check
              key={choice}
              type="radio"
              name={group}
              value={choice}
              checked={choice === access}
              onChange={() => void setAccess(choice)}
            >
              {t.access[choice]}
            </Check>
          ))}
          {access === "blocked" ? <p className="warn">{t.blockedNow}</p> : null}
          <p className="faint small full">{t.accessHint}</p>
        </fieldset>
      )}
      {isPanel ? null : <Events events={record?.events ?? []} />}
      {isPanel || isKept ? null : (
        <>
          <p className="above below">{t.counts(agent.counts)}</p>
          <Calls record={record} />
        </>
      )}
    </section>
  );
}

function connectionOf(agent: Agent | PastAgent | KeptAgent): string {
  const t = agentsMessages;
  if (!("transport" in agent)) return agent.isHttp ? t.transports.http : t.everyTransport;
  const now = new Date();
  const parts = [t.transports[agent.transport], t.since(moment(agent.since, now))];
  if ("left" in agent) parts.push(t.disconnectedAt(moment(agent.left, now)));
  else if (agent.idleSince !== null) parts.push(t.idleSince(moment(agent.idleSince, now)));
  return parts.join(" · ");
}

/** What the user decided about the agent, the last decision first. */
function Events({ events }: { events: readonly AgentEvent[] }) {
  const heading = useId();
  if (events.length === 0) return null;
  const now = new Date();
  return (
    <section aria-labelledby={heading} className="agent-events above-large">
      <h4 id={heading} className="below-small soft small">
        {agentsMessages.events}
      </h4>
      <ol>
        {events.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <span className="soft digits">{moment(at, now)}</span> {agentsMessages.eventNames[what]}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Roots({ roots }: { roots: readonly string[] }) {
  return (
    <p className="soft breaks">
      {roots.length === 0 ? agentsMessages.noFolders : `${agentsMessages.folders}: ${roots.join(", ")}`}
    </p>
  );
}

const OUTCOME_COLOURS: Partial<Record<AgentCall["outcome"], string>> = { wrote: "by-agent", refused: "bad" };

function Calls({ record }: { record: AgentRecord | null }) {
  const heading = useId();
  const t = agentsMessages;
  if (record === null) return <p className="faint">{messages.loading}</p>;
  if (record.calls.length === 0) return <p className="faint">{t.noCalls}</p>;
  const now = new Date();
  return (
    <section aria-labelledby={heading}>
      <h4 id={heading} className="below-small soft small">
        {t.recent}
      </h4>
      <ol className="agent-calls lines">
        {record.calls.map((call) => (
          <li key={call.id} className="ends" data-outcome={call.outcome}>
            <span className="soft digits">{moment(call.at, now)}</span>
            <span className={OUTCOME_COLOURS[call.outcome]}>{t.outcomes[call.outcome]}</span>
            <span className="agent-call-what stack start">
              <code className="mono breaks">{call.description}</code>
              {call.summary === null ? null : <span className="soft breaks">{call.summary}</span>}
              <Paths call={call} />
            </span>
          </li>
        ))}
      </ol>
      {record.more > 0 ? <p className="faint">{t.more(record.more)}</p> : null}
    </section>
  );
}

/** The documents of a call, each as a link that opens it. */
function Paths({ call: { paths } }: { call: AgentCall }) {
  const layout = useLayout();
  const tabs = useTabs();
  if (paths.length === 0) return null;
  const open = (path: string) => {
    layout.closeScreen();
    void tabs.openPath(path);
  };
  return (
    <span className="wraps flush">
      {paths.map((path) => (
        <LinkButton key={path} title={path} aria-label={agentsMessages.open(nameOf(path))} onClick={() => open(path)}>
          {nameOf(path)}
        </LinkButton>
      ))}
    </span>
  );
}
