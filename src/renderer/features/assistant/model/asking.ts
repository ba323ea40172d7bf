import type { ReadableAtom } from "nanostores";
import type { ConversationId, Recipient, Usage } from "../../../../shared/conversation";

/** A member of a comparison, as the field for the next question shows it. */
export type AskedColumn = {
  id: ConversationId;
  name: string;
  /** Null until it is loaded. */
  recipient: Recipient | null;
  /** Whether the question in the field goes to it. */
  isAsked: boolean;
  isRunning: boolean;
  /** Tokens and cost so far. */
  usage: Usage;
};

/** Whom the next question of a comparison goes to. */
export type Asking = {
  $columns: ReadableAtom<readonly AskedColumn[]>;
  /** False if it is the only one that is asked: a question goes to somebody. */
  toggle(id: ConversationId): boolean;
};
