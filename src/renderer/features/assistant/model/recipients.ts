import type { AssistantSetup, Provider } from "../../../../shared/assistant-setup";
import type { Conversation, Recipient } from "../../../../shared/conversation";

type WithRecipient = Pick<Conversation, "recipient"> | null;

/** Who answers in this conversation: its own recipient, else the agent or the model in use; null if there is none. */
export function recipientOf(setup: AssistantSetup | null, conversation: WithRecipient): Recipient | null {
  if (conversation?.recipient) return conversation.recipient;
  if (setup === null) return null;
  if (setup.agent !== null) return { kind: "agent", agent: setup.agent };
  const { id, model } = setup.providers.find((each) => each.id === setup.current) ?? { id: "", model: null };
  return model === null ? null : { kind: "model", provider: id, model };
}

/** The agent's name, or the model's. */
export const recipientName = (setup: AssistantSetup | null, recipient: Recipient): string =>
  recipient.kind === "model"
    ? recipient.model
    : (setup?.agents.find(({ id }) => id === recipient.agent)?.name ?? recipient.agent);

/** Someone who can be asked: an installed agent, or the model of a provider; `provider` is that one's name, null for an agent. */
export type KnownRecipient = { recipient: Recipient; name: string; provider: string | null };

/** All that can be asked, agents first. */
export function knownRecipients({ agents, providers }: Pick<AssistantSetup, "agents" | "providers">): KnownRecipient[] {
  const installed = agents.filter(({ command }) => command !== null);
  return [
    ...installed.map(({ id, name }) => ({ recipient: { kind: "agent", agent: id } as const, name, provider: null })),
    ...providers.flatMap(({ id, name, model }) =>
      model === null
        ? []
        : [{ recipient: { kind: "model", provider: id, model } as const, name: model, provider: name }],
    ),
  ];
}

/** The provider of a model that is still the one it was set up with; its limits are those of that model. */
export const providerOf = (setup: AssistantSetup | null, recipient: Recipient | null): Provider | undefined =>
  recipient?.kind === "model"
    ? setup?.providers.find(({ id, model }) => id === recipient.provider && model === recipient.model)
    : undefined;
