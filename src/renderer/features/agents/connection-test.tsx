import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { PastAgent } from "../../../shared/agents";
import type { Agent } from "../../../shared/contract";
import { messages } from "../../ui/messages";
import { moment } from "../../ui/time";
import { useAgents } from "../../workbench/api/parts";
import { CopyButton, useCopy } from "./copy-button";
import { agentsMessages } from "./messages";
import { useAgentRecord, useAgentsState } from "./use-agents-state";

/** Shows whether an agent has connected, and its first call as soon as it arrives. */
export function ConnectionTest() {
  const connected = useStore(useAgents().$agents).filter(isExternal);
  const past = useAgentsState()?.past ?? [];
  const [openedAt] = useState(() => new Date().toISOString());
  // A client that checks its servers connects, asks for the tools, and leaves.
  const left = past.filter((agent) => isExternal(agent) && agent.left >= openedAt);
  const t = agentsMessages.test;
  return (
    <section className="connection-test card inset stack above-large" aria-label={t.heading}>
      <h3>{t.heading}</h3>
      <div role="status">
        {connected.length + left.length === 0 ? (
          <p className="soft">
            <span className="dot" aria-hidden="true" /> {t.waiting}
          </p>
        ) : null}
        <ul>
          {[...connected, ...left].map((agent) => (
            <Connected key={agent.id} agent={agent} />
          ))}
        </ul>
      </div>
      <TryIt />
    </section>
  );
}

const isExternal = ({ transport }: Agent | PastAgent): boolean => transport !== "panel";

function Connected({ agent }: { agent: Agent | PastAgent }) {
  const record = useAgentRecord(agent.id);
  const first = record?.more === 0 ? record.calls.at(-1) : undefined;
  const t = agentsMessages.test;
  const now = new Date();
  return (
    <li>
      <p>
        <span className="dot" aria-hidden="true" />{" "}
        {"left" in agent ? t.left(agent.name, moment(agent.left, now)) : t.connected(agent.name)}{" "}
        <span className="soft">{agentsMessages.transports[agent.transport]}</span>
      </p>
      {first ? (
        <p className="soft breaks">
          {t.firstCall} <code className="mono">{first.description}</code> {first.summary ?? messages.loading}
        </p>
      ) : (
        <p className="soft">{record === null || record.more > 0 ? null : t.noCall}</p>
      )}
    </li>
  );
}

/** A question that makes an agent call a tool. */
function TryIt() {
  const copy = useCopy();
  const t = agentsMessages.test;
  return (
    <div className="apart">
      <p className="soft">
        {t.ask} <q>{t.question}</q>
      </p>
      <CopyButton label={t.copyQuestion} copy={() => copy(t.question)} />
    </div>
  );
}
