/** Documents, their versions, and what callers have read of them. */

export type { ReadNews } from "./announced-reads";
export { allPausedEnvelope, blockedEnvelope, pausedEnvelope, readOnlyEnvelope } from "./denied-envelopes";
export {
  type HeldAgent,
  type HeldAgents,
  heldAgentsPath,
  heldRejection,
  isHeldAgent,
  isSameAgentName,
  readHeldAgents,
  runHeldCall,
  strictest,
  withDecision,
} from "./held-agents";
