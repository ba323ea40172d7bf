/** Documents, their versions, and what callers have read of them. */

export type { ReadNews } from "./announced-reads";
export { allPausedEnvelope, cutOffEnvelope, pausedEnvelope, readOnlyEnvelope } from "./denied-envelopes";
export { type HeldAgents, heldAgentsPath, isHeldAgent, MAX_HELD, readHeldAgents, runHeldCall } from "./held-agents";
