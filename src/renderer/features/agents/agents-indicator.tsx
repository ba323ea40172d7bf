import { useStore } from "@nanostores/react";
import { useId } from "react";
import { nameOf } from "../../ui/file-paths";
import { AgentIcon, PauseIcon } from "../../ui/icons";
import { Button, StatusButton } from "../../ui/kit/button";
import { classes } from "../../ui/kit/classes";
import { Popover } from "../../ui/kit/popover";
import { Actions } from "../../ui/kit/toolbar";
import { messages } from "../../ui/messages";
import { formatTime } from "../../ui/time";
import { useHint } from "../../ui/use-hint";
import { useAgents, useRun } from "../../workbench/api/parts";

/** The status bar item with the number of connected agents. A click lists them, their folders and their last calls. */
export function AgentsIndicator() {
  const agents = useAgents();
  const run = useRun();
  const list = useStore(agents.$agents);
  const asking = useStore(agents.$asking);
  const areAllPaused = useStore(agents.$areAllPaused);
  const hint = useHint();
  const id = useId();
  const t = messages.agents;
  return (
    <>
      <StatusButton
        className={classes("agents-sign", asking > 0 || areAllPaused ? "warn" : list.length > 0 && "by-agent")}
        data-asking={asking > 0}
        popoverTarget={id}
      >
        {areAllPaused ? <PauseIcon /> : <AgentIcon />}
        <span className="status-label">
          {areAllPaused ? t.signPaused : t.sign(list.filter(({ idleSince }) => idleSince === null).length)}
        </span>
      </StatusButton>
      <Popover
        id={id}
        className="agents-list"
        aria-label={t.heading}
        onToggle={({ newState }) => agents.listShown("popover", newState === "open")}
      >
        <h2>{t.heading}</h2>
        {areAllPaused ? (
          <p>
            <strong className="as-block warn">{t.allPaused}</strong>
            {t.allPausedHint}
          </p>
        ) : null}
        {list.length === 0 ? <p className="below faint">{t.none}</p> : null}
        <ul className="lines">
          {list.map((agent) => (
            <li key={agent.id} className="ends">
              <p className="breaks">
                {agent.name}{" "}
                <span className="faint">
                  {agent.idleSince === null
                    ? t.since(formatTime(agent.since))
                    : t.idleSince(formatTime(agent.idleSince))}
                </span>
                {agent.access === "write" ? null : (
                  <span className="before warn small strong">{t.held[agent.access]}</span>
                )}
              </p>
              <p className="breaks">{agent.lastCall === null ? t.noCall : t.lastCall(agent.lastCall)}</p>
              <p className="faint clip" title={agent.roots.join("\n")}>
                <span className="visually-hidden">{t.folders}: </span>
                {agent.roots.map(nameOf).join(", ")}
              </p>
            </li>
          ))}
        </ul>
        {asking > 0 ? <p className="warn">{t.asking(asking)}</p> : null}
        <Actions>
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
        </Actions>
      </Popover>
    </>
  );
}
