/** The assistant as the app starts it. What talks to models is loaded on first use. */

export { createAnswerNotices } from "./answer-notices";
export type { Assistant } from "./assistant";
export { type AssistantService, createAssistantService } from "./assistant-service";
export { createPendingApprovals } from "./pending-approvals";
