import { atom } from "nanostores";
import type { Bridge, Notice } from "../../../../shared/contract";
import {
  type Conversation,
  type ConversationChange,
  type ConversationId,
  withChange,
} from "../../../../shared/conversation";

/** Milliseconds between two renders of a streaming answer. */
const RENDER_INTERVAL_MS = 60;

/** An answer of main; a request that fails altogether gives an error like any other. */
export const withError = async <T extends object>(
  work: Promise<({ ok: true } & T) | { ok: false; error: Notice }>,
): Promise<({ ok: true } & T) | { ok: false; error: Notice }> =>
  work.catch((error: unknown) => ({
    ok: false as const,
    error: { code: "failed", message: error instanceof Error ? error.message : String(error) },
  }));

type NumberedChange = { seq: number; change: ConversationChange };

export type ConversationClient = ReturnType<typeof createConversationClient>;

/**
 * Mirrors the shown conversation in the renderer by applying main's numbered changes in order. After a gap in the numbers it loads
 * the full conversation again and applies the changes that arrived meanwhile.
 */
export function createConversationClient(bridge: Pick<Bridge, "request" | "listen">) {
  const $conversation = atom<Conversation | null>(null);
  let wanted: ConversationId | null = null;
  let held: Conversation | null = null;
  let isAsking = false;
  let waiting: NumberedChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const publish = () => {
    clearTimeout(timer);
    timer = undefined;
    $conversation.set(held);
  };
  const publishSoon = () => {
    timer ??= setTimeout(publish, RENDER_INTERVAL_MS);
  };

  const apply = ({ seq, change }: NumberedChange): "applied" | "gap" => {
    if (!held || seq <= held.seq) return "applied";
    if (seq !== held.seq + 1) return "gap";
    held = withChange(held, seq, change);
    // Streaming text is rendered a few times per second, everything else immediately.
    if (change.kind === "more") publishSoon();
    else publish();
    return "applied";
  };

  const load = (conversation: Conversation) => {
    held = conversation;
    const changes = waiting.sort((one, other) => one.seq - other.seq);
    waiting = [];
    publish();
    for (const [index, each] of changes.entries()) {
      if (apply(each) === "applied") continue;
      waiting = changes.slice(index);
      return false;
    }
    return true;
  };

  /** Loads the conversation until no change is missing. Returns the error if it cannot be loaded. */
  const ask = async (id: ConversationId): Promise<Notice | null> => {
    isAsking = true;
    try {
      for (;;) {
        const answer = await bridge
          .request("assistant:open", id)
          .catch((error: unknown) => ({ ok: false as const, error: { code: "failed", message: String(error) } }));
        // Another conversation is shown now and loads itself.
        if (wanted !== id) return null;
        if (!answer.ok) return answer.error;
        if (load(answer.conversation)) return null;
      }
    } finally {
      if (wanted === id) isAsking = false;
    }
  };

  const stop = bridge.listen("assistant:changed", ({ conversation, seq, change }) => {
    if (conversation !== wanted) return;
    if (isAsking) waiting.push({ seq, change });
    else if (apply({ seq, change }) === "gap") {
      waiting = [{ seq, change }];
      void ask(conversation);
    }
  });

  return {
    $conversation,
    /** Shows another conversation; the current one stays visible until it is loaded. Returns the error if it cannot be loaded. */
    show(id: ConversationId): Promise<Notice | null> {
      wanted = id;
      waiting = [];
      return ask(id);
    },
    /** Shows a conversation that main has just returned. */
    adopt(conversation: Conversation): void {
      wanted = conversation.id;
      isAsking = false;
      waiting = [];
      load(conversation);
    },
    /** Shows no conversation. */
    leave(): void {
      wanted = null;
      held = null;
      waiting = [];
      publish();
    },
    /** Stops listening. */
    stop(): void {
      clearTimeout(timer);
      stop();
    },
  };
}
