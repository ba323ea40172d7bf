import { type AgentsRequests, tokenDots } from "../../../shared/agents";
import type { Handlers } from "../../../shared/contract";
import { type AppContext, outcomeIn } from "../documents";
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
  /** The name of a blocked client over HTTP, by the id of the client or of the decision. */
  const blockedOverHttp = (id: string) =>
    agents.past().find((each) => each.id === id && each.transport === "http" && each.access === "blocked")?.name ??
    http.blockedClients().find((each) => each.id === id && each.isHttp)?.name;

  return {
    "agents:state": async () => ({
      past: agents.past(),
      blocked: http.blockedClients(),
      kept: agents.kept(),
      http: http.state(),
      isAllPaused: agents.isAllPaused(),
    }),
    "agents:record": async (id) => agents.record(id),
    "agents:set-access": async ({ id, access }) => {
      const lifted = blockedOverHttp(id);
      agents.setAccess(id, access);
      if (lifted !== undefined) http.letIn(lifted);
      http.accessChanged(id);
    },
    "agents:pause-all": ({ isPaused }) => pauseAgents(isPaused),
    "agents:cut-off": async (id) => {
      if (transportOf(id) === "http") await http.cutOff(id);
      else agents.cutOff(id);
    },
    "agents:let-in": async (name) => http.letIn(name),
    "agents:token": () => outcome(async () => ({ token: await http.token() })),
    "agents:copy-with-token": (text) =>
      outcome(async () => {
        ctx.desktop.copy(text.replaceAll(tokenDots, await http.token()));
        return {};
      }),
    "agents:renew-token": () => outcome(async () => ({ token: await http.renew() })),
    "agents:retry-server": () => http.retry(),
  };
}
