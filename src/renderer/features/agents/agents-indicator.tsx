import { useStore } from "@nanostores/react";
import { useId } from "react";
import "./agents-indicator.css";
import { nameOf } from "../../ui/file-paths";
import { AgentIcon, PauseIcon } from "../../ui/icons";
import { Button } from "../../ui/kit/button";
import { messages } from "../../ui/messages";
import { formatTime } from "../../ui/time";
import { useHint } from "../../ui/use-hint";
import { useShell } from "../../workbench/api/shell-context";

/** The status bar item with the number of connected agents. A click lists them, their folders and their last calls. */
export function AgentsIndicator() {
  const { agents, run } = useShell();
  const list = useStore(agents.$agents);
  const asking = useStore(agents.$asking);
  const areAllPaused = useStore(agents.$areAllPaused);
  const hint = useHint();
  const id = useId();
  const t = messages.agents;
  return (
    <>
      <button
        type="button"
        className="status-button agents-sign"
        data-some={list.length > 0}
        data-asking={asking > 0}
        data-paused={areAllPaused}
        popoverTarget={id}
      >
        {areAllPaused ? <PauseIcon /> : <AgentIcon />}
        <span className="status-label">{areAllPaused ? t.signPaused : t.sign(list.length)}</span>
      </button>
      <section
        id={id}
        popover="auto"
        className="agents-list"
        aria-label={t.heading}
        onToggle={({ newState }) => agents.listShown("popover", newState === "open")}
      >
        <h2>{t.heading}</h2>
        {areAllPaused ? (
          <p className="agents-all-paused">
            <strong>{t.allPaused}</strong>
            {t.allPausedHint}
          </p>
        ) : null}
        {list.length === 0 ? <p className="faint">{t.none}</p> : null}
        <ul>
          {list.map((agent) => (
            <li key={agent.id}>
              <p className="agent-name">
                {agent.name} <span className="faint">{t.since(formatTime(agent.since))}</span>
                {agent.access === "write" ? null : (
                  <span className="agent-held">{agent.access === "paused" ? t.paused : t.readsOnly}</span>
                )}
              </p>
              <p className="agent-call">{agent.lastCall === null ? t.noCall : t.lastCall(agent.lastCall)}</p>
              <p className="agent-roots" title={agent.roots.join("\n")}>
                <span className="heard-only">{t.folders}: </span>
                {agent.roots.map(nameOf).join(", ")}
              </p>
            </li>
          ))}
        </ul>
        {asking > 0 ? <p className="agents-asking">{t.asking(asking)}</p> : null}
        <div className="agents-ways">
          <Button
            title={areAllPaused ? undefined : hint(t.pauseAll, "pause-agents")}
            onClick={() => void agents.pauseAll(!areAllPaused)}
          >
            {areAllPaused ? t.resumeAll : t.pauseAll}
          </Button>
          <Button popoverTarget={id} popoverTargetAction="hide" onClick={() => run("connect-agent")}>
            {t.connect}
          </Button>
          <Button popoverTarget={id} popoverTargetAction="hide" onClick={() => run("show-agents")}>
            {t.all}
          </Button>
        </div>
      </section>
    </>
  );
}
