/** Agents that connect to the app: their list and limits, the local socket, the HTTP server. */

export { type AgentHolds, createAgentHolds } from "./agent-holds";
export { type Agents, createAgents } from "./agents";
export { type AgentsServer, createAgentsServer } from "./agents-server";
export { createClientNotices } from "./client-notices";
export { guideForWindow } from "./connection-guide";
export { createHttpServerService, type HttpServerService, type ServeHttp } from "./http-server";
