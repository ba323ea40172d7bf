import { randomUUID } from "node:crypto";
import type { Turn } from "../../../../shared/conversation";
import type { Caller } from "../../../engine/ports/caller";
import { type ResolvedChip, sentChips } from "../context/chips";
import type { TurnRecord } from "../conversations/conversation-record";
import type { LiveConversation } from "../conversations/live-conversation";
import type { LiveConversations } from "../conversations/live-conversations";
import { assistantMessages } from "../core/messages";
import { noUsage } from "../core/usage";

const maxTitle = 60;

/** What starting a turn needs from the assistant. */
export type TurnStart = {
  conversations: LiveConversations;
  /** Lists who answers as an agent for as long as it does; `acp`: a program of its own. */
  connected(agent: Pick<Caller, "id" | "name" | "roots"> & { kind?: "acp" }): void;
  disconnected(id: string): void;
  /** A turn has ended, and the next can begin. */
  ended(live: LiveConversation): void;
  /** A turn in a conversation of this folder started or ended. */
  listed(folder: string | null): void;
  reportError(error: unknown): void;
};

/** Starts a turn, and ends it with `work`. An unexpected error ends it as failed. */
export function beginTurn(
  { conversations, connected, disconnected, ended: turnEnded, listed, reportError }: TurnStart,
  {
    live,
    turn,
    stop,
    caller,
    ...record
  }: { live: LiveConversation; turn: Turn; stop: AbortController; caller: Caller } & Pick<
    TurnRecord,
    "context" | "undone"
  >,
  work: () => Promise<void>,
): void {
  connected({ ...caller, ...(turn.agent === undefined ? {} : { kind: "acp" }) });
  let ended = () => {};
  live.running = { stop, ended: new Promise((resolve) => (ended = resolve)) };
  live.begin(turn, record);
  listed(live.now.folder);
  work()
    .catch((error: unknown) => {
      reportError(error);
      const why = { code: "failed", message: assistantMessages.failed, hint: assistantMessages.failedHint };
      live.change({ kind: "state", turn: turn.id, state: { status: "failed", why }, usage: live.turn(turn.id).usage });
    })
    .finally(() => {
      live.running = null;
      disconnected(caller.id);
      live.head({});
      ended();
      listed(live.now.folder);
      turnEnded(live);
      conversations.trim();
    });
}

/** A question that has been sent, and has no answer yet. */
export const questionTurn = (
  text: string,
  resolved: readonly ResolvedChip[],
  { model, undone }: Pick<Turn, "model" | "undone">,
): Turn => ({
  id: randomUUID(),
  at: new Date().toISOString(),
  ask: { kind: "words", text, chips: sentChips(resolved) },
  parts: [],
  state: { status: "asking" },
  model,
  usage: noUsage,
  undone,
  leftOut: 0,
});

/** The title of a conversation that begins with this question. */
export function titleOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const characters = Array.from(line.replace(/\s+/g, " "));
  return characters.length <= maxTitle ? characters.join("") : `${characters.slice(0, maxTitle - 1).join("")}…`;
}
