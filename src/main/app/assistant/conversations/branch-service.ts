import { randomUUID } from "node:crypto";
import type { CallWrite, Conversation, ConversationId, PutBack, Turn } from "../../../../shared/conversation";
import { isEnded } from "../../../../shared/conversation";
import type { Engine } from "../../../engine";
import { ToolError } from "../../../engine/ports/tool-error";
import { assistantMessages } from "../core/messages";
import type { LiveConversations } from "./live-conversations";
import { type FileSteps, putBack } from "./put-back";

const MAX_CHECKPOINTS = 20;

/**
 * Branches: an earlier question is asked again, with the documents as they were before it. The conversation stays as it is; the branch is another
 * one, which begins with what was said before that question. Putting documents back can itself be undone until Galley ends, and each of its
 * versions is in history.
 */
export class BranchService {
  readonly #conversations: LiveConversations;
  readonly #engine: () => Promise<Engine>;
  readonly #checkpoints = new Map<string, FileSteps[]>();

  constructor(conversations: LiveConversations, engine: () => Promise<Engine>) {
    this.#conversations = conversations;
    this.#engine = engine;
  }

  /** `documents`: also puts back what was written from that question on. */
  async begin(
    id: ConversationId,
    turn: string,
    { documents }: { documents: boolean },
  ): Promise<{ conversation: Conversation; putBack: PutBack; checkpoint: string | null }> {
    const live = this.#conversations.idle(id);
    const at = live.now.turns.findIndex((each) => each.id === turn);
    const later = live.now.turns.slice(at);
    if (at < 0 || later.some(({ state }) => !isEnded(state)))
      throw new ToolError("not_found", assistantMessages.putBack.noQuestion);
    const { undo, ...result } = documents
      ? await putBack(await this.#engine(), stepsOf(later))
      : { done: [], left: [], undo: [] };
    return {
      conversation: this.#conversations.branch(id, at),
      putBack: result,
      checkpoint: undo.length === 0 ? null : this.#keep(undo),
    };
  }

  /** Undoes that documents were put back. */
  async undo(checkpoint: string): Promise<PutBack> {
    const files = this.#checkpoints.get(checkpoint);
    if (files === undefined) throw new ToolError("not_found", assistantMessages.putBack.noCheckpoint);
    this.#checkpoints.delete(checkpoint);
    const { undo: _, ...result } = await putBack(await this.#engine(), files);
    return result;
  }

  #keep(files: FileSteps[]): string {
    const id = randomUUID();
    this.#checkpoints.set(id, files);
    for (const oldest of this.#checkpoints.keys()) {
      if (this.#checkpoints.size <= MAX_CHECKPOINTS) break;
      this.#checkpoints.delete(oldest);
    }
    return id;
  }
}

/** The writes of these turns by file, each in order. */
function stepsOf(turns: readonly Turn[]): FileSteps[] {
  const files = new Map<string, CallWrite[]>();
  for (const part of turns.flatMap(({ parts }) => parts)) {
    if (part.kind !== "call") continue;
    for (const write of part.writes) files.set(write.realPath, [...(files.get(write.realPath) ?? []), write]);
  }
  return [...files].map(([realPath, steps]) => ({ realPath, steps }));
}
