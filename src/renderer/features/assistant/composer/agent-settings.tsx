import { useStore } from "@nanostores/react";
import type { AgentChoice, AgentSessionState } from "../../../../shared/conversation";
import { QuietSelect } from "../../../ui/kit/field";
import { ListButton } from "../../../ui/kit/list";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { usePanel } from "../model/use-panel";

/** The session of the agent that the next question goes to; null while a model answers or several are asked, or before the first question. */
export function useAgentSession(): AgentSessionState | null {
  const panel = usePanel();
  const recipient = useStore(panel.$recipient);
  const { recipients } = useStore(panel.$draft);
  const conversation = useStore(panel.$conversation);
  const session = conversation?.agent ?? null;
  return recipients.length === 0 && recipient?.kind === "agent" && session?.agent === recipient.agent ? session : null;
}

/** The agent's own modes and options, such as its model, for this conversation. */
export function AgentSettings() {
  const panel = usePanel();
  const bridge = useBridge();
  const notices = useNotices();
  const session = useAgentSession();
  if (session === null || (session.modes === null && session.options.length === 0)) return null;
  const conversation = panel.$conversation.get()?.id ?? "";
  const set = async (work: Parameters<typeof withError>[0]) => {
    const answer = await withError(work);
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  return (
    <fieldset className="sides-small wraps" aria-label={panelMessages.composer.agent(session.name)}>
      {session.modes ? (
        <Choice
          name={panelMessages.composer.mode}
          current={session.modes.current}
          choices={session.modes.all}
          choose={(mode) => void set(bridge.request("assistant:set-agent-mode", { conversation, mode }))}
        />
      ) : null}
      {session.options.map(({ id, name, current, choices }) => (
        <span key={id} className="agent-option in-line">
          <span className="faint small" aria-hidden="true">
            {name}
          </span>
          <Choice
            name={name}
            current={current}
            choices={choices}
            choose={(value) =>
              void set(bridge.request("assistant:set-agent-option", { conversation, option: id, value }))
            }
          />
        </span>
      ))}
    </fieldset>
  );
}

type ChoiceProps = { name: string; current: string; choices: readonly AgentChoice[]; choose(id: string): void };

function Choice({ name, current, choices, choose }: ChoiceProps) {
  const about = choices.find(({ id }) => id === current)?.description;
  return (
    <QuietSelect
      aria-label={name}
      title={about ? `${name}: ${about}` : name}
      value={current}
      onChange={(event) => choose(event.target.value)}
    >
      {choices.map(({ id, name: label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </QuietSelect>
  );
}

/** Whether the draft is one of the agent's own slash commands, which are sent as text. */
export const isAgentCommand = (session: AgentSessionState | null, text: string): boolean =>
  session?.commands.some(({ name }) => text === `/${name}` || text.startsWith(`/${name} `)) === true;

/** The agent's slash commands that the draft may become. */
export function AgentCommands({ text, write }: { text: string; write(text: string): void }) {
  const session = useAgentSession();
  const sought = text.slice(1).toLowerCase();
  const fitting = session?.commands.filter(({ name }) => name.toLowerCase().startsWith(sought)).slice(0, 8) ?? [];
  if (session === null || fitting.length === 0) return null;
  return (
    <div className="inset-small">
      <h4 className="soft small">{panelMessages.composer.commands(session.name)}</h4>
      <ul>
        {fitting.map(({ name, description }) => (
          <li key={name}>
            <ListButton onPointerDown={(event) => event.preventDefault()} onClick={() => write(`/${name} `)}>
              <span className="strong">/{name}</span> <span className="soft small">{description}</span>
            </ListButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
