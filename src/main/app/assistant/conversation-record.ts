import type { Turn } from "../../../shared/conversation";
import type { MessagePart } from "./message";

/** What a turn holds besides what the page sees: what the model said and was told, to be sent again with the next turn. */
export type TurnRecord = {
  turn: Turn;
  context: ContextText[];
  /** Edits of earlier turns that the person undid, in sentences. */
  undone: string[];
  steps: StepRecord[];
};

/** What a chip came to when it was sent. */
export type ContextText = { kind: string; label: string; text: string };

/** One message of the model, and the answers to its calls. Calls go by the ids of their cards. */
export type StepRecord = {
  parts: MessagePart[];
  /** False where the message never came to its terminal event. */
  isWhole: boolean;
  answers: ToolAnswer[];
};

/** What the model is told of a call. */
export type ToolAnswer = { call: string; tool: string; text: string; isError: boolean };
