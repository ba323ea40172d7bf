import { useStore } from "@nanostores/react";
import type { AssistantSetup } from "../../../../shared/assistant-setup";
import { AgentIcon } from "../../../ui/icons";
import { Button } from "../../../ui/kit/button";
import { EmptyState } from "../../../ui/kit/empty-state";
import { useBridge, useLayout, usePanelLayout, useWorkspace } from "../../../workbench/api/parts";
import { PastSessions } from "../conversations/past-sessions";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";

/** The empty panel: what the assistant is for; without a model, the ways to set one up. */
export function EmptyPanel() {
  const panel = usePanel();
  const bridge = useBridge();
  const layout = useLayout();
  const workspace = useWorkspace();
  const panelLayout = usePanelLayout();
  const setup = useStore(panel.$setup);
  const folder = useStore(workspace.$workspace);
  if (!setup) return <div className="grow" />;
  const hasModel = setup.agent !== null || setup.providers.some(({ model }) => model !== null);
  const agents = setup.agents.filter(({ command }) => command !== null);
  const t = hasModel ? panelMessages.empty : panelMessages.first;
  return (
    <EmptyState icon={<AgentIcon />} heading={t.heading} isCentred>
      {t.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {folder ? null : <p className="faint">{panelMessages.empty.noFolder}</p>}
      {setup.agent !== null && folder ? <PastSessions key={setup.agent} agent={nameOf(setup, setup.agent)} /> : null}
      {hasModel ? null : (
        <div className="stack spaced start above">
          <Button kind="main" onClick={layout.showSetup}>
            {panelMessages.first.setup}
          </Button>
          {agents.map(({ id, name }) => (
            <Button key={id} onClick={() => void bridge.request("assistant:choose-agent", id)}>
              {panelMessages.first.agent(name)}
            </Button>
          ))}
          <Button onClick={layout.showConnect}>{panelMessages.first.connect}</Button>
          <Button
            onClick={() => {
              panel.type("/");
              panelLayout.open("focus");
            }}
          >
            {panelMessages.first.tools}
          </Button>
        </div>
      )}
    </EmptyState>
  );
}

const nameOf = ({ agents }: AssistantSetup, agent: string): string =>
  agents.find(({ id }) => id === agent)?.name ?? agent;
