import type { AgentsRequests, AgentsState } from "../../shared/agents";
import type { Handlers } from "../../shared/contract";

/** Agents for a window without a main process: none is connected, and the HTTP server is off. */
export function createMemoryAgents(): Pick<Handlers, keyof AgentsRequests> {
  const state: AgentsState = { past: [], blocked: [], kept: [], http: { status: "off" }, isAllPaused: false };
  const token = "t".repeat(43);
  return {
    "agents:state": async () => state,
    "agents:record": async () => null,
    "agents:set-access": async () => {},
    "agents:pause-all": async () => {},
    "agents:cut-off": async () => {},
    "agents:let-in": async () => {},
    "agents:token": async () => ({ ok: true, token }),
    "agents:copy-with-token": async () => ({ ok: true }),
    "agents:renew-token": async () => ({ ok: true, token }),
    "agents:retry-server": async () => {},
  };
}
