import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { BlockedClient, KeptAgent, PastAgent } from "../../../shared/agents";
import type { Agent } from "../../../shared/contract";
import "./agents-screen.css";
import { nameOf } from "../../ui/file-paths";
import { Button } from "../../ui/kit/button";
import { Dialog, DialogColumns, DialogHead } from "../../ui/kit/dialog";
import { ListButton } from "../../ui/kit/list";
import { Actions } from "../../ui/kit/toolbar";
import { messages } from "../../ui/messages";
import { moment } from "../../ui/time";
import { useModal } from "../../ui/use-modal";
import { useAgents, useBridge, useLayout, useNotices, useRun } from "../../workbench/api/parts";
import { AgentAbout } from "./agent-about";
import { agentsMessages } from "./messages";
import { useAgentsState } from "./use-agents-state";

/** Lists connected, past and blocked agents, with the details of the selected one. */
export default function AgentsScreen() {
  const agents = useAgents();
  const bridge = useBridge();
  const layout = useLayout();
  const notices = useNotices();
  const run = useRun();
  const dialog = useModal({
    onShow: (element) =>
      element.querySelector<HTMLElement>(".agents-names .agent-entry, .agents-names button")?.focus(),
  });
  const here = useStore(agents.$agents);
  const areAllPaused = useStore(agents.$areAllPaused);
  const state = useAgentsState();
  useEffect(() => {
    agents.listShown("dialog", true);
    return () => agents.listShown("dialog", false);
  }, [agents]);
  const [picked, setPicked] = useState<string | null>(null);
  const past = state?.past ?? [];
  const keptOut = state?.blocked ?? [];
  const kept = state?.kept ?? [];
  const all: (Agent | PastAgent | KeptAgent)[] = [...here, ...past, ...kept];
  const shown = all.find(({ id }) => id === picked) ?? all[0] ?? null;
  const t = agentsMessages;
  const now = new Date();

  const letIn = async ({ id, name }: BlockedClient) => {
    if (id === null) await bridge.request("agents:let-in", name);
    else await bridge.request("agents:set-access", { id, access: "write" });
    notices.announce(t.wasLetIn(name));
    dialog.current?.querySelector<HTMLElement>("h2")?.focus();
  };
  const entry = (agent: Agent | PastAgent | KeptAgent, what: string) => (
    <li key={agent.id}>
      <ListButton
        className="agent-entry"
        aria-current={agent.id === shown?.id ? "true" : undefined}
        onClick={() => setPicked(agent.id)}
      >
        <span className="agent-entry-name strong">{agent.name}</span>
        <span className="soft small">{what}</span>
        {agent.access === "write" ? null : (
          <span className="warn small strong">{messages.agents.held[agent.access]}</span>
        )}
      </ListButton>
    </li>
  );
  return (
    <Dialog
      ref={dialog}
      className="agents-screen"
      aria-labelledby="agents-heading"
      close={layout.closeScreen}
      closesOutside
      hasNotices
    >
      <DialogHead id="agents-heading" heading={t.heading} takesFocus close={layout.closeScreen}>
        <p>{t.lead}</p>
        {areAllPaused ? (
          <p>
            <strong className="agents-all-paused as-block warn">{messages.agents.allPaused}</strong>
            {messages.agents.allPausedHint}
          </p>
        ) : null}
      </DialogHead>
      <DialogColumns
        label={t.heading}
        className="agents-one"
        nav={
          <div className="agents-names">
            {keptOut.length > 0 ? (
              <section aria-labelledby="agents-kept-out">
                <h3 id="agents-kept-out" className="below-small soft small">
                  {t.blocked}
                </h3>
                <p className="faint">{t.blockedHint}</p>
                <ul>
                  {keptOut.map((client) => (
                    <li key={client.id ?? client.name} className="agent-kept-out">
                      <p className="agent-entry-name">{client.name}</p>
                      <p className="soft small">
                        {client.why === "asked"
                          ? t.requestedAt(moment(client.at, now))
                          : t.cutOffAt(moment(client.at, now))}
                      </p>
                      {client.roots.length > 0 ? (
                        <p className="soft small clip" title={client.roots.join("\n")}>
                          {client.roots.map(nameOf).join(", ")}
                        </p>
                      ) : null}
                      <Button
                        className="above-small below-small"
                        aria-label={t.letInName(client.name)}
                        onClick={() => void letIn(client)}
                      >
                        {t.letIn}
                      </Button>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
            <section aria-labelledby="agents-connected">
              <h3 id="agents-connected" className="below-small soft small">
                {t.connected}
              </h3>
              {here.length === 0 ? (
                <p className="faint">
                  {t.none} {t.noneHint}
                </p>
              ) : null}
              <ul>{here.map((agent) => entry(agent, `${t.transports[agent.transport]} · ${stateOf(agent, now)}`))}</ul>
            </section>
            {past.length > 0 ? (
              <section aria-labelledby="agents-past">
                <h3 id="agents-past" className="below-small soft small">
                  {t.past}
                </h3>
                <ul>
                  {past.map((agent) =>
                    entry(agent, `${t.transports[agent.transport]} · ${t.disconnectedAt(moment(agent.left, now))}`),
                  )}
                </ul>
              </section>
            ) : null}
            {kept.length > 0 ? (
              <section aria-labelledby="agents-kept">
                <h3 id="agents-kept" className="below-small soft small">
                  {t.kept}
                </h3>
                <p className="faint">{t.keptHint}</p>
                <ul>{kept.map((agent) => entry(agent, agent.roots.map(nameOf).join(", ") || t.transports.http))}</ul>
              </section>
            ) : null}
            <Actions>
              <Button onClick={() => void agents.pauseAll(!areAllPaused)}>
                {areAllPaused ? messages.agents.resumeAll : messages.agents.pauseAll}
              </Button>
              <Button onClick={() => run("connect-agent")}>{messages.agents.connect}</Button>
            </Actions>
          </div>
        }
      >
        {shown === null ? <p className="faint">{t.pick}</p> : <AgentAbout key={shown.id} agent={shown} />}
      </DialogColumns>
    </Dialog>
  );
}

const stateOf = ({ since, idleSince }: Agent, now: Date): string =>
  idleSince === null ? agentsMessages.since(moment(since, now)) : agentsMessages.idleSince(moment(idleSince, now));
