/** Agents over the Agent Client Protocol. */

export { type AcpService, type AcpServiceDeps, createAcpService } from "./acp-service";
export type { AgentPermission, AgentSession, Announcement, PromptEnd } from "./agent-session";
export type { AgentCall, AgentUpdate } from "./agent-updates";
export { plannedEdits } from "./planned-permission";
