import type { AssistantRequests } from "../../../shared/assistant-requests";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { Assistant } from "./assistant";

type ServerRequest =
  | "assistant:tool-servers"
  | "assistant:add-tool-server"
  | "assistant:start-tool-server"
  | "assistant:log-in-tool-server"
  | "assistant:agree-tool-server"
  | "assistant:remove-tool-server";

/** Requests about the user's own servers of tools. */
export function serverHandlers(
  outcome: <T extends object>(work: (assistant: Assistant) => Promise<T>) => Promise<Outcome<T>>,
  openLink: (address: string) => Promise<boolean>,
): Pick<Handlers, ServerRequest & keyof AssistantRequests> {
  const after = (work: (assistant: Assistant) => Promise<void>) =>
    outcome(async (assistant) => {
      await work(assistant);
      return { servers: assistant.toolServers.list() };
    });
  return {
    "assistant:tool-servers": () => after(async () => undefined),
    "assistant:add-tool-server": (draft) => after(({ toolServers }) => toolServers.add(draft)),
    "assistant:start-tool-server": (id) => after(({ toolServers }) => toolServers.start(id)),
    "assistant:log-in-tool-server": (id) => after(({ toolServers }) => toolServers.logIn(id, openLink)),
    "assistant:agree-tool-server": ({ id, hash }) => after(({ toolServers }) => toolServers.agree(id, hash)),
    "assistant:remove-tool-server": (id) => after(({ toolServers }) => toolServers.remove(id)),
  };
}
