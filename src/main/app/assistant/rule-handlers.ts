import type { AssistantRequests } from "../../../shared/assistant-requests";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { ContextChip, ConversationId } from "../../../shared/conversation";
import type { Assistant } from "./assistant";

type RuleRequest = `assistant:${"model-rules" | "rule-text" | "instruction-text" | "decide-rules"}`;

/** Requests about the rules and skills of a folder, and what agents take instructions from. */
export function ruleHandlers({
  outcome,
  checkReach,
}: {
  outcome<T extends object>(work: (assistant: Assistant) => Promise<T>): Promise<Outcome<T>>;
  checkReach(assistant: Assistant, id: ConversationId, chips?: readonly ContextChip[]): Promise<void>;
}): Pick<Handlers, RuleRequest & keyof AssistantRequests> {
  return {
    "assistant:model-rules": ({ conversation, chips }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        return assistant.modelRules(conversation, chips);
      }),
    "assistant:rule-text": ({ conversation, chips, rule: id, hash }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        return { text: await assistant.ruleText(conversation, chips, { id, hash }) };
      }),
    "assistant:instruction-text": ({ conversation, approval, file: id, hash }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return { text: await assistant.instructionText(conversation, approval, { id, hash }) };
      }),
    "assistant:decide-rules": ({ conversation, decisions }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        await assistant.rules.decide(decisions);
        return {};
      }),
  };
}
