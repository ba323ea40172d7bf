import { atom } from "nanostores";
import type { Bridge, Notice } from "../../../shared/contract";
import {
  type Conversation,
  type ConversationChange,
  type ConversationId,
  withChange,
} from "../../../shared/conversation";

/** Milliseconds between two pictures of an answer that streams in. */
const REST = 60;

type Heard = { seq: number; change: ConversationChange };

/**
 * The page's copy of the conversation that it shows, kept by main's numbered changes in their order. A number that is
 * missing makes it ask for the whole; what came while it waited for that is laid over the answer.
 */
export function createConversationCopy(bridge: Pick<Bridge, "request" | "listen">) {
  const $conversation = atom<Conversation | null>(null);
  let wanted: ConversationId | null = null;
  let held: Conversation | null = null;
  let isAsking = false;
  let waiting: Heard[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const publish = () => {
    clearTimeout(timer);
    timer = undefined;
    $conversation.set(held);
  };
  const publishSoon = () => {
    timer ??= setTimeout(publish, REST);
  };

  const take = ({ seq, change }: Heard): "taken" | "doubt" => {
    if (!held || seq <= held.seq) return "taken";
    if (seq !== held.seq + 1) return "doubt";
    held = withChange(held, seq, change);
    // A text that grows is shown a few times a second; whatever else happens, at once.
    if (change.kind === "more") publishSoon();
    else publish();
    return "taken";
  };

  const begin = (whole: Conversation) => {
    held = whole;
    const heard = waiting.sort((one, other) => one.seq - other.seq);
    waiting = [];
    publish();
    for (const [index, each] of heard.entries()) {
      if (take(each) === "taken") continue;
      waiting = heard.slice(index);
      return false;
    }
    return true;
  };

  /** Asks for the whole until nothing is missing. Answers with why it cannot be had. */
  const ask = async (id: ConversationId): Promise<Notice | null> => {
    isAsking = true;
    try {
      for (;;) {
        const answer = await bridge
          .request("assistant:open", id)
          .catch((trouble: unknown) => ({ ok: false as const, error: { code: "failed", message: String(trouble) } }));
        // Another one is shown by now, and asks for itself.
        if (wanted !== id) return null;
        if (!answer.ok) return answer.error;
        if (begin(answer.conversation)) return null;
      }
    } finally {
      if (wanted === id) isAsking = false;
    }
  };

  const stop = bridge.listen("assistant:changed", ({ conversation, seq, change }) => {
    if (conversation !== wanted) return;
    if (isAsking) waiting.push({ seq, change });
    else if (take({ seq, change }) === "doubt") {
      waiting = [{ seq, change }];
      void ask(conversation);
    }
  });

  return {
    $conversation,
    /** Shows another conversation; what is shown stays until it is there. Answers with why it cannot be had. */
    show(id: ConversationId): Promise<Notice | null> {
      wanted = id;
      waiting = [];
      return ask(id);
    },
    /** Shows one that main has just handed over. */
    adopt(whole: Conversation): void {
      wanted = whole.id;
      isAsking = false;
      waiting = [];
      begin(whole);
    },
    /** Shows none. */
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
