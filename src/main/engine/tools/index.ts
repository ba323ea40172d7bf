/** The tools, and the instructions for agents. */

export { agentInstructions } from "./agent-instructions";
export { describeTool } from "./describe-tool";
export { requireSection } from "./doc/open-markdown";
export { restoreSection } from "./history/restore-section";
export type { Tool } from "./kit/tool";
export { tools } from "./registry";
