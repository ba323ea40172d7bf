/** Servers of tools over the Model Context Protocol, for the panel's models. */

export { createToolServers, type OfferedTool, type ToolServers } from "./tool-servers";
