import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { PastAgent } from "../../../shared/agents";
import type { Agent } from "../../../shared/contract";
import "./agents-screen.css";
import { CloseIcon } from "../../ui/icons";
import { Button, IconButton } from "../../ui/kit/button";
import { messages } from "../../ui/messages";
import { LiveRegion, NoticeList } from "../../ui/notice-list";
import { moment } from "../../ui/time";
import { useModal } from "../../ui/use-modal";
import { useShell } from "../../workbench/api/shell-context";
import { AgentAbout } from "./agent-about";
import { agentsMessages } from "./messages";
import { useAgentsState } from "./use-agents-state";

/** Lists connected, past and blocked agents, with the details of the selected one. */
export default function AgentsScreen() {
  const { agents, bridge, layout, notices, run } = useShell();
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
  const all: (Agent | PastAgent)[] = [...here, ...past];
  const shown = all.find(({ id }) => id === picked) ?? all[0] ?? null;
  const t = agentsMessages;
  const now = new Date();

  const letIn = async (name: string) => {
    await bridge.request("agents:let-in", name);
    notices.announce(t.wasLetIn(name));
    dialog.current?.querySelector<HTMLElement>("h2")?.focus();
  };
  const entry = (agent: Agent | PastAgent, when: string) => (
    <li key={agent.id}>
      <button
        type="button"
        className="agent-entry"
        aria-current={agent.id === shown?.id ? "true" : undefined}
        onClick={() => setPicked(agent.id)}
      >
        <span className="agent-entry-name">{agent.name}</span>
        <span className="agent-entry-when">
          {t.transports[agent.transport]} · {when}
        </span>
        {agent.access === "write" ? null : (
          <span className="agent-entry-held">
            {agent.access === "paused" ? messages.agents.paused : messages.agents.readsOnly}
          </span>
        )}
      </button>
    </li>
  );
  return (
    <dialog
      ref={dialog}
      className="dialog agents-screen"
      aria-labelledby="agents-heading"
      onClose={layout.closeScreen}
      onPointerDown={(event) => {
        if (event.target === dialog.current) layout.closeScreen();
      }}
    >
      <div className="agents-sheet">
        <header>
          <div>
            <h2 id="agents-heading" tabIndex={-1}>
              {t.heading}
            </h2>
            <p className="agents-lead">{t.lead}</p>
            {areAllPaused ? (
              <p className="agents-lead agents-all-paused">
                <strong>{messages.agents.allPaused}</strong>
                {messages.agents.allPausedHint}
              </p>
            ) : null}
          </div>
          <IconButton label={messages.close} onClick={layout.closeScreen}>
            <CloseIcon />
          </IconButton>
        </header>
        <div className="agents-columns">
          <nav className="agents-names" aria-label={t.heading}>
            {keptOut.length > 0 ? (
              <section aria-labelledby="agents-kept-out">
                <h3 id="agents-kept-out">{t.blocked}</h3>
                <p className="faint">{t.blockedHint}</p>
                <ul>
                  {keptOut.map(({ name, why, at }) => (
                    <li key={name} className="agent-kept-out">
                      <p className="agent-entry-name">{name}</p>
                      <p className="agent-entry-when">
                        {why === "asked" ? t.requestedAt(moment(at, now)) : t.cutOffAt(moment(at, now))}
                      </p>
                      <Button aria-label={t.letInName(name)} onClick={() => void letIn(name)}>
                        {t.letIn}
                      </Button>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
            <section aria-labelledby="agents-connected">
              <h3 id="agents-connected">{t.connected}</h3>
              {here.length === 0 ? (
                <p className="faint">
                  {t.none} {t.noneHint}
                </p>
              ) : null}
              <ul>{here.map((agent) => entry(agent, t.since(moment(agent.since, now))))}</ul>
            </section>
            {past.length > 0 ? (
              <section aria-labelledby="agents-past">
                <h3 id="agents-past">{t.past}</h3>
                <ul>{past.map((agent) => entry(agent, t.disconnectedAt(moment(agent.left, now))))}</ul>
              </section>
            ) : null}
            <div className="agents-ways">
              <Button onClick={() => void agents.pauseAll(!areAllPaused)}>
                {areAllPaused ? messages.agents.resumeAll : messages.agents.pauseAll}
              </Button>
              <Button onClick={() => run("connect-agent")}>{messages.agents.connect}</Button>
            </div>
          </nav>
          <div className="agents-one">
            {shown === null ? <p className="faint">{t.pick}</p> : <AgentAbout key={shown.id} agent={shown} />}
          </div>
        </div>
      </div>
      <NoticeList />
      <LiveRegion />
    </dialog>
  );
}
