import type { Turn } from "../../../../shared/conversation";
import type { MessagePart } from "../core/message";

/** What a turn stores besides what is shown: everything sent to and received from the model, for the next turn's prompt. */
export type TurnRecord = {
  turn: Turn;
  context: ContextText[];
  /** Edits of earlier turns that the user undid, as sentences. */
  undone: string[];
  steps: StepRecord[];
};

/** The kind of an attachment that the user has agreed to as rules; every other one is data. */
export const SKILL = "skill";

/** The text of a chip when it was sent. */
export type ContextText = {
  kind: string;
  label: string;
  text: string;
  front?: FrontSeen;
  /** An image of the conversation, which is sent itself; there is no text then. */
  image?: { id: string; width: number; height: number };
};

/** What the model was shown of the document in front, so that the next question repeats none of it. */
export type FrontSeen = {
  doc: string;
  /** The text at that time; see `frontDocument`. */
  version: string;
  /** The excerpts that it has, by their first line. `null`: the whole text. */
  excerpts: string[] | null;
};

/** A message of the model and the results of its calls, which are identified by their cards' ids. */
export type StepRecord = {
  parts: MessagePart[];
  /** False if the terminal event is missing. */
  isWhole: boolean;
  answers: ToolAnswer[];
};

/** The result of a call as sent to the model. */
export type ToolAnswer = {
  call: string;
  tool: string;
  text: string;
  isError: boolean;
  /** A text that the user has agreed to as rules; every other one is data. */
  isRule?: true;
};
