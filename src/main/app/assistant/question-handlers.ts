import type { AssistantRequests } from "../../../shared/assistant-requests";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { ContextChip, ConversationId } from "../../../shared/conversation";
import type { Assistant } from "./assistant";

type QuestionRequest =
  | "assistant:branch"
  | "assistant:undo-branch"
  | "assistant:send"
  | "assistant:ask"
  | "assistant:set-recipient"
  | "assistant:set-read-only"
  | "assistant:choose-member"
  | "assistant:close-member"
  | "assistant:ask-members"
  | "assistant:add-image"
  | "assistant:pdf"
  | "assistant:queue"
  | "assistant:unqueue"
  | "assistant:send-queued";

/** Requests that send a question, at once or after the answer that is running. */
export function questionHandlers({
  outcome,
  checkReach,
}: {
  outcome<T extends object>(work: (assistant: Assistant) => Promise<T>): Promise<Outcome<T>>;
  checkReach(assistant: Assistant, id: ConversationId, chips?: readonly ContextChip[]): Promise<void>;
}): Pick<Handlers, QuestionRequest & keyof AssistantRequests> {
  return {
    "assistant:send": ({ conversation, text, chips }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        return { turn: await assistant.send(conversation, text, chips) };
      }),
    "assistant:ask": ({ conversation, text, chips, recipients }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        const shown = await assistant.recipients.ask(conversation, { text, chips }, recipients);
        return { conversation: assistant.open(shown) };
      }),
    "assistant:set-recipient": ({ conversation, recipient }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        assistant.recipients.set(conversation, recipient);
        return {};
      }),
    "assistant:set-read-only": ({ conversation, isReadOnly }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        assistant.recipients.setReadOnly(conversation, isReadOnly);
        return {};
      }),
    "assistant:choose-member": ({ conversation, isChosen }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        assistant.recipients.choose(conversation, isChosen);
        return {};
      }),
    "assistant:close-member": ({ conversation, isClosed }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        assistant.recipients.close(conversation, isClosed);
        return {};
      }),
    "assistant:ask-members": ({ conversation, text, chips, members, now }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        for (const member of members) await checkReach(assistant, member);
        await assistant.recipients.askMembers(conversation, { text, chips }, { members, now });
        return {};
      }),
    "assistant:branch": ({ conversation, turn, documents }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return assistant.branches.begin(conversation, turn, { documents });
      }),
    "assistant:undo-branch": (checkpoint) =>
      outcome(async (assistant) => ({ putBack: await assistant.branches.undo(checkpoint) })),
    "assistant:add-image": ({ conversation, ...image }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return { chip: assistant.addImage(conversation, image) };
      }),
    "assistant:pdf": ({ conversation, path }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return { bytes: await assistant.readPdf(conversation, path) };
      }),
    "assistant:queue": ({ conversation, text, chips, now }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        const queued = await assistant.queue.add(conversation, { text, chips });
        if (now && queued !== null) await assistant.queue.sendNow(conversation, queued);
        return {};
      }),
    "assistant:unqueue": ({ conversation, question }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return { question: assistant.queue.take(conversation, question) };
      }),
    "assistant:send-queued": ({ conversation, question }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        await assistant.queue.sendNow(conversation, question);
        return {};
      }),
  };
}
