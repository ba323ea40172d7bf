import { useStore } from "@nanostores/react";
import { AgentIcon } from "../../ui/icons";
import { useShell } from "../../workbench/api/shell-context";
import { panelMessages } from "./messages";
import { usePanel } from "./use-panel";

/** The empty panel: what the assistant is for; without a model, the ways to set one up. */
export function EmptyPanel() {
  const panel = usePanel();
  const { layout, workspace, panel: panelLayout } = useShell();
  const setup = useStore(panel.$setup);
  const folder = useStore(workspace.$workspace);
  if (!setup) return <div className="panel-start" />;
  const hasModel = setup.providers.some(({ model }) => model !== null);
  const t = hasModel ? panelMessages.empty : panelMessages.first;
  return (
    <div className="panel-start">
      <AgentIcon />
      <h3>{t.heading}</h3>
      {t.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {folder ? null : <p className="faint">{panelMessages.empty.noFolder}</p>}
      {hasModel ? null : (
        <div className="panel-ways">
          <button type="button" className="button" data-kind="main" onClick={layout.showSetup}>
            {panelMessages.first.setup}
          </button>
          <button type="button" className="button" onClick={layout.showConnect}>
            {panelMessages.first.connect}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              panel.type("/");
              panelLayout.open("focus");
            }}
          >
            {panelMessages.first.tools}
          </button>
        </div>
      )}
    </div>
  );
}
