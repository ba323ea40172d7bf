import { useStore } from "@nanostores/react";
import { QuietButton } from "../../../ui/kit/button";
import { useBridge, useLayout, useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";

const SETUP = " setup";
/** Precedes the id of an agent; ids of providers have no space. */
const AGENT = "agent ";

/** Chooses who answers: a configured model, or an agent that is installed. */
export function ModelChoice() {
  const panel = usePanel();
  const bridge = useBridge();
  const layout = useLayout();
  const notices = useNotices();
  const setup = useStore(panel.$setup);
  const t = panelMessages.composer;
  const ready = setup?.providers.filter(({ model }) => model !== null) ?? [];
  const agents = setup?.agents.filter(({ id, command }) => command !== null || id === setup.agent) ?? [];
  const agent = agents.find(({ id }) => id === setup?.agent) ?? null;
  const current = agent === null ? (ready.find(({ id }) => id === setup?.current) ?? null) : null;
  if (!setup) return null;
  if (ready.length === 0 && agents.length === 0) {
    return (
      <QuietButton className="model-choice" onClick={layout.showSetup}>
        {t.noModel}
      </QuietButton>
    );
  }
  const choose = async (id: string) => {
    if (id === SETUP) {
      layout.showSetup();
      return;
    }
    const model = ready.find((each) => each.id === id)?.model ?? null;
    const answer = id.startsWith(AGENT)
      ? await bridge.request("assistant:choose-agent", id.slice(AGENT.length))
      : await bridge.request("assistant:choose-model", { provider: id, model });
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  const title = agent ? t.agent(agent.name) : current ? `${current.name}: ${current.model}` : t.noModel;
  return (
    <select
      className="model-choice"
      aria-label={t.model}
      title={title}
      value={agent ? AGENT + agent.id : (current?.id ?? "")}
      onChange={(event) => void choose(event.target.value)}
    >
      {current || agent ? null : <option value="">{t.noModel}</option>}
      {ready.map(({ id, name, model }) => (
        <option key={id} value={id}>
          {ready.some((other) => other.id !== id && other.model === model) ? `${model} (${name})` : model}
        </option>
      ))}
      {agents.length === 0 ? null : (
        <optgroup label={t.agents}>
          {agents.map(({ id, name }) => (
            <option key={id} value={AGENT + id}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      <option value={SETUP}>{panelMessages.setup}</option>
    </select>
  );
}
