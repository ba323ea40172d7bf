/** Agents over the Agent Client Protocol. */

export { type AcpService, type AcpServiceDeps, createAcpService } from "./acp-service";
export { searchPath } from "./agent-connections";
export { agentEnvironment } from "./agent-environment";
export { startAgent } from "./agent-process";
export type { AgentPermission, AgentSession, Announcement, PromptEnd } from "./agent-session";
export type { AgentCall, AgentUpdate } from "./agent-updates";
export { findAgent } from "./find-agent";
export { MessageLimitError, messageStream } from "./message-stream";
export { galleyToolName, plannedEdits } from "./planned-permission";
export type { SessionTools } from "./session-tools";
export { shownLine } from "./shown-text";
