import { useStore } from "@nanostores/react";
import { AgentIcon } from "../../ui/icons";
import { useShell } from "../../ui/shell-context";
import { panelWords } from "./messages";
import { usePanel } from "./use-panel";

/** The empty panel: what the assistant is for; without a model, the ways to set one up. */
export function EmptyPanel() {
  const panel = usePanel();
  const { layout, workspace, panel: place } = useShell();
  const setup = useStore(panel.$setup);
  const folder = useStore(workspace.$workspace);
  if (!setup) return <div className="panel-start" />;
  const hasModel = setup.providers.some(({ model }) => model !== null);
  const say = hasModel ? panelWords.empty : panelWords.first;
  return (
    <div className="panel-start">
      <AgentIcon />
      <h3>{say.heading}</h3>
      {say.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {folder ? null : <p className="faint">{panelWords.empty.noFolder}</p>}
      {hasModel ? null : (
        <div className="panel-ways">
          <button type="button" className="button" data-kind="main" onClick={layout.showSetup}>
            {panelWords.first.setup}
          </button>
          <button type="button" className="button" onClick={layout.showConnect}>
            {panelWords.first.connect}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              panel.type("/");
              place.enter("focus");
            }}
          >
            {panelWords.first.tools}
          </button>
        </div>
      )}
    </div>
  );
}
