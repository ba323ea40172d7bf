/** Requests to models, and running the tools that they call. Not part of `index.ts`: the app starts without it. */

export { runCall } from "./approvals/run-call";
export { stepMessages } from "./context/model-prompt";
export type { StepRecord, ToolAnswer } from "./conversations/conversation-record";
export { createFence, newFenceToken } from "./core/fence";
export {
  emptyMessage,
  type Message,
  type MessagePart,
  type ModelCall,
  type ModelEvent,
  nextAfter,
  withEvent,
} from "./core/message";
export { assistantMessages } from "./core/messages";
export { addRequest, dollarsFor } from "./core/usage";
export type { ModelAccess, ModelQuestion } from "./providers/model";
export { ProviderError } from "./providers/provider-error";
export { type Patience, retryDelay } from "./providers/retry";
