import { z } from "zod";
import type { AgentsRequests } from "../../../shared/agents";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const id = z.string().min(1).max(200);

/** Schemas for the arguments of requests about agents. */
export const agentsRequestSchemas: { [K in keyof AgentsRequests]: z.ZodType<Parameters<AgentsRequests[K]>[0]> } = {
  "agents:state": nothing,
  "agents:record": id,
  "agents:set-access": z.strictObject({ id, access: z.enum(["write", "read", "paused"]) }),
  "agents:pause-all": z.strictObject({ isPaused: z.boolean() }),
  "agents:cut-off": id,
  "agents:let-in": z.string().min(1).max(200),
  "agents:token": nothing,
  "agents:copy-with-token": z.string().max(10_000),
  "agents:renew-token": nothing,
  "agents:retry-server": nothing,
};
