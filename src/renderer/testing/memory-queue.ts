import type { Handlers } from "../../shared/contract";
import type { Conversation, ConversationChange } from "../../shared/conversation";

type QueueRequest =
  | "assistant:branch"
  | "assistant:undo-branch"
  | "assistant:add-image"
  | "assistant:pdf"
  | "assistant:agent-sessions"
  | "assistant:continue-session"
  | "assistant:queue"
  | "assistant:unqueue"
  | "assistant:send-queued";

/** Main's queue of questions in memory; nothing of it is ever sent. */
export function memoryQueue(
  of: (id: string) => Conversation | null,
  change: (id: string, what: ConversationChange) => void,
): Pick<Handlers, QueueRequest> {
  return {
    "assistant:branch": async () => ({
      ok: false,
      error: { code: "not_found", message: "This question no longer exists." },
    }),
    "assistant:pdf": async () => ({ ok: false, error: { code: "not_found", message: "There is no such file." } }),
    "assistant:undo-branch": async () => ({ ok: true, putBack: { done: [], left: [] } }),
    "assistant:agent-sessions": async () => ({ ok: true, sessions: null }),
    "assistant:continue-session": async () => ({ ok: true }),
    "assistant:add-image": async ({ name, width, height }) => ({
      ok: true,
      chip: { kind: "image", id: name, name, width, height },
    }),
    "assistant:queue": async ({ conversation, text, chips }) => {
      const queue = of(conversation)?.queue ?? [];
      change(conversation, {
        kind: "queue",
        queue: [...queue, { id: `queued-${queue.length}`, text, chips, problem: null }],
      });
      return { ok: true };
    },
    "assistant:unqueue": async ({ conversation, question: id }) => {
      const queue = of(conversation)?.queue ?? [];
      const question = queue.find((each) => each.id === id);
      if (!question)
        return { ok: false, error: { code: "not_found", message: "This question has already been sent or removed." } };
      change(conversation, { kind: "queue", queue: queue.filter((each) => each.id !== id) });
      return { ok: true, question };
    },
    "assistant:send-queued": async () => ({ ok: true }),
  };
}
