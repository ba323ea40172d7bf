import { useStore } from "@nanostores/react";
import { QuietButton } from "../../ui/kit/button";
import { useBridge, useLayout, useNotices } from "../../workbench/api/parts";
import { panelMessages } from "./messages";
import { usePanel } from "./use-panel";

const SETUP = " setup";

/** Chooses between the configured models. */
export function ModelChoice() {
  const panel = usePanel();
  const bridge = useBridge();
  const layout = useLayout();
  const notices = useNotices();
  const setup = useStore(panel.$setup);
  const t = panelMessages.composer;
  const ready = setup?.providers.filter(({ model }) => model !== null) ?? [];
  const current = ready.find(({ id }) => id === setup?.current) ?? null;
  if (!setup) return null;
  if (ready.length === 0) {
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
    const answer = await bridge.request("assistant:choose-model", { provider: id, model });
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  return (
    <select
      className="model-choice"
      aria-label={t.model}
      title={current ? `${current.name}: ${current.model}` : t.noModel}
      value={current?.id ?? ""}
      onChange={(event) => void choose(event.target.value)}
    >
      {current ? null : <option value="">{t.noModel}</option>}
      {ready.map(({ id, name, model }) => (
        <option key={id} value={id}>
          {ready.some((other) => other.id !== id && other.model === model) ? `${model} (${name})` : model}
        </option>
      ))}
      <option value={SETUP}>{panelMessages.setup}</option>
    </select>
  );
}
