import { useStore } from "@nanostores/react";
import { recipientKey } from "../../../../shared/conversation";
import { QuietButton } from "../../../ui/kit/button";
import { QuietSelect } from "../../../ui/kit/field";
import { useBridge, useLayout, useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { type KnownRecipient, knownRecipients, recipientName } from "../model/recipients";
import { usePanel } from "../model/use-panel";

const SETUP = " setup";

/** Chooses who answers: a configured model, or an agent that is installed. In a conversation with a recipient of its own, only there. */
export function ModelChoice() {
  const panel = usePanel();
  const bridge = useBridge();
  const layout = useLayout();
  const notices = useNotices();
  const setup = useStore(panel.$setup);
  const conversation = useStore(panel.$conversation);
  const current = useStore(panel.$recipient);
  const t = panelMessages.composer;
  if (!setup) return null;
  const known = knownRecipients(setup);
  const key = current === null ? "" : recipientKey(current);
  // It may have been uninstalled or removed, or its provider set up with another model.
  if (current !== null && !known.some(({ recipient }) => recipientKey(recipient) === key))
    known.push({
      recipient: current,
      name: recipientName(setup, current),
      provider: current.kind === "agent" ? null : "",
    });
  if (known.length === 0) {
    return (
      <QuietButton className="clip model-choice" onClick={layout.showSetup}>
        {t.noModel}
      </QuietButton>
    );
  }
  const choose = async (chosen: string) => {
    const recipient = known.find((each) => recipientKey(each.recipient) === chosen)?.recipient;
    if (recipient === undefined) {
      layout.showSetup();
      return;
    }
    const answer = await withError<object>(
      conversation?.recipient
        ? bridge.request("assistant:set-recipient", { conversation: conversation.id, recipient })
        : recipient.kind === "agent"
          ? bridge.request("assistant:choose-agent", recipient.agent)
          : bridge.request("assistant:choose-model", { provider: recipient.provider, model: recipient.model }),
    );
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  const chosen = known.find(({ recipient }) => recipientKey(recipient) === key);
  const models = known.filter(({ recipient }) => recipient.kind === "model");
  const agents = known.filter(({ recipient }) => recipient.kind === "agent");
  const labelOf = ({ name, provider, recipient }: KnownRecipient): string =>
    provider && models.some((other) => other.recipient !== recipient && other.name === name)
      ? `${name} (${provider})`
      : name;
  return (
    <QuietSelect
      aria-label={t.model}
      title={chosen === undefined ? t.noModel : titleOf(chosen)}
      value={key}
      onChange={(event) => void choose(event.target.value)}
    >
      {current === null ? <option value="">{t.noModel}</option> : null}
      {models.map((each) => (
        <option key={recipientKey(each.recipient)} value={recipientKey(each.recipient)}>
          {labelOf(each)}
        </option>
      ))}
      {agents.length === 0 ? null : (
        <optgroup label={t.agents}>
          {agents.map((each) => (
            <option key={recipientKey(each.recipient)} value={recipientKey(each.recipient)}>
              {each.name}
            </option>
          ))}
        </optgroup>
      )}
      <option value={SETUP}>{panelMessages.setup}</option>
    </QuietSelect>
  );
}

function titleOf({ name, provider }: KnownRecipient): string {
  if (provider === null) return panelMessages.composer.agent(name);
  return provider === "" ? name : `${provider}: ${name}`;
}
