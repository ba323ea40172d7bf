/** Documents, their versions, and what callers have read of them. */

export { allPausedEnvelope, cutOffEnvelope, pausedEnvelope, readOnlyEnvelope } from "./agent-refusals";
export type { ReadNews } from "./announced-reads";
export { type HeldAgents, heldAgentsPath, isHeldAgent, MOST_HELD, readHeldAgents, runHeldCall } from "./held-agents";
