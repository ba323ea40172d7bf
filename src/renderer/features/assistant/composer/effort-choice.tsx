import { useStore } from "@nanostores/react";
import { EFFORTS, type Effort } from "../../../../shared/assistant-setup";
import { QuietSelect } from "../../../ui/kit/field";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { usePanel } from "../model/use-panel";

/** How much the model thinks that the next question goes to; nothing while an agent is asked, which has its own settings. */
export function EffortChoice() {
  const panel = usePanel();
  const bridge = useBridge();
  const notices = useNotices();
  const setup = useStore(panel.$setup);
  const recipient = useStore(panel.$recipient);
  const provider =
    recipient?.kind === "model" ? setup?.providers.find(({ id }) => id === recipient.provider) : undefined;
  if (provider === undefined) return null;
  const choose = async (effort: Effort | null) => {
    const answer = await withError<object>(
      bridge.request("assistant:choose-effort", { provider: provider.id, effort }),
    );
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  return (
    <QuietSelect
      className="effort-choice"
      aria-label={panelMessages.effort.label}
      title={panelMessages.effort.about}
      value={provider.effort ?? ""}
      onChange={({ target }) => void choose(target.value === "" ? null : (target.value as Effort))}
    >
      <EffortOptions />
    </QuietSelect>
  );
}

/** The options of a selection; the empty value is the model's own. */
export function EffortOptions() {
  const { own, names } = panelMessages.effort;
  return (
    <>
      <option value="">{own}</option>
      {EFFORTS.map((effort) => (
        <option key={effort} value={effort}>
          {names[effort]}
        </option>
      ))}
    </>
  );
}
