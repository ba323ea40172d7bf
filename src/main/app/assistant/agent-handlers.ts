import type { AssistantRequests } from "../../../shared/assistant-requests";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { ConversationId } from "../../../shared/conversation";
import type { Assistant } from "./assistant";

type AgentRequest =
  | "assistant:choose-agent"
  | "assistant:find-agents"
  | `assistant:${"install" | "remove"}-agent`
  | "assistant:load-registry"
  | "assistant:log-in"
  | "assistant:set-agent-mode"
  | "assistant:set-agent-option"
  | "assistant:agent-sessions"
  | "assistant:continue-session";

/** Requests about agents that run as programs of their own. */
export function agentHandlers({
  outcome,
  withSetup,
  checkFolder,
  checkReach,
}: {
  outcome<T extends object>(work: (assistant: Assistant) => Promise<T>): Promise<Outcome<T>>;
  withSetup<T extends object>(assistant: Assistant, more: T): Promise<T & { setup: AssistantSetup }>;
  checkFolder(folder: string | null): Promise<void>;
  checkReach(assistant: Assistant, id: ConversationId): Promise<void>;
}): Pick<Handlers, AgentRequest & keyof AssistantRequests> {
  return {
    "assistant:choose-agent": (agent) =>
      outcome(async (assistant) => {
        await assistant.setup.chooseAgent(agent);
        return withSetup(assistant, {});
      }),
    "assistant:find-agents": () => outcome((assistant) => withSetup(assistant, {})),
    "assistant:install-agent": ({ agent, line }) =>
      outcome(async (assistant) => {
        await assistant.installAgent(agent, line);
        return withSetup(assistant, {});
      }),
    "assistant:remove-agent": (agent) =>
      outcome(async (assistant) => {
        await assistant.removeAgent(agent);
        return withSetup(assistant, {});
      }),
    "assistant:load-registry": () =>
      outcome(async (assistant) => {
        await assistant.refreshRegistry();
        return withSetup(assistant, {});
      }),
    "assistant:log-in": ({ agent, folder, login }) =>
      outcome(async (assistant) => {
        await checkFolder(folder);
        await assistant.logIn(agent, folder, login);
        return withSetup(assistant, {});
      }),
    "assistant:set-agent-mode": ({ conversation, mode }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        await assistant.agentSession(conversation).setMode(mode);
        return {};
      }),
    "assistant:agent-sessions": (id) =>
      outcome(async (assistant) => {
        await checkReach(assistant, id);
        return { sessions: await assistant.pastSessions(id) };
      }),
    "assistant:continue-session": ({ conversation, session, title }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        assistant.continueSession(conversation, { session, title });
        return {};
      }),
    "assistant:set-agent-option": ({ conversation, option, value }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        await assistant.agentSession(conversation).setOption(option, value);
        return {};
      }),
  };
}
