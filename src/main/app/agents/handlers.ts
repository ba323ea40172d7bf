import { type AgentsRequests, tokenDots } from "../../../shared/agents";
import type { Handlers } from "../../../shared/contract";
import type { AppContext } from "../documents/context";
import { outcomeIn } from "../documents/outcome";
import type { Agents } from "./agents";
import type { HttpServerService } from "./http-server";

/** Requests about agents and the HTTP server. */
export function agentsHandlers(
  ctx: AppContext,
  {
    agents,
    http,
    pauseAgents,
  }: { agents: Agents; http: HttpServerService; pauseAgents(isPaused: boolean): Promise<void> },
): Pick<Handlers, keyof AgentsRequests> {
  const outcome = outcomeIn(ctx);
  const transportOf = (id: string) => [...agents.list(), ...agents.past()].find((each) => each.id === id)?.transport;

  return {
    "agents:state": async () => ({
      past: agents.past(),
      blocked: http.blockedClients(),
      http: http.state(),
      isAllPaused: agents.isAllPaused(),
    }),
    "agents:record": async (id) => agents.record(id),
    "agents:set-access": async ({ id, access }) => {
      agents.setAccess(id, access);
      http.accessChanged(id);
    },
    "agents:pause-all": ({ isPaused }) => pauseAgents(isPaused),
    "agents:cut-off": async (id) => {
      if (transportOf(id) === "http") await http.cutOff(id);
      else agents.cutOff(id);
    },
    "agents:let-in": (name) => http.letIn(name),
    "agents:token": () => outcome(async () => ({ token: await http.token() })),
    "agents:copy-with-token": (text) =>
      outcome(async () => {
        ctx.desktop.copy(text.replaceAll(tokenDots, await http.token()));
        return {};
      }),
    "agents:renew-token": () => outcome(async () => ({ token: await http.renew() })),
    "agents:open-door": () => http.retry(),
  };
}
