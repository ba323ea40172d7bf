/** How large the request for the next question will be, by part, and whether it fits into the model's context. */
import { costOfToken, estimateCost } from "../core/text/tokens";

/**
 * Estimated from the very body that would be sent, without the question's own text. Costs are in units of `estimateCost`; the parts add up
 * to `cost`.
 */
export type RequestSize = {
  /** The whole body. */
  cost: number;
  /** The instructions, and what the protocol adds. */
  system: number;
  /** The rules of the folder and the list of skills that the user has agreed to. */
  rules: number;
  tools: number;
  toolCount: number;
  /** Earlier questions and answers, or their summary. */
  history: number;
  /** The chips, in order. */
  chips: number[];
  /** The body without any earlier turn: what remains when the conversation is compacted. */
  alone: number;
  /** The model's context in tokens; null if unknown. */
  limit: number | null;
  /** `core`: the context is so small that only the tools for reading and editing text are offered. */
  offer: "chosen" | "documents" | "core";
};

/** The cost of a question's text in a request. */
export const costOfQuestion = (text: string): number => estimateCost(JSON.stringify(text.trim()).slice(1, -1));

/** What providers count for an image, in tokens. */
export const tokensOfImage = ({ width, height }: { width: number; height: number }): number =>
  Math.max(1, Math.ceil((width * height) / 750));

export const tokensOf = (cost: number): number => Math.ceil(cost / costOfToken);

/** Share of the context above which earlier turns are summarised first, and the one above which nothing is sent: the rest is for the answer. */
const compactShare = 0.75;
const fullShare = 0.875;

/** `compacts`: earlier turns will be summarised first. `too long`: it does not fit even without them, and is not sent. */
export function fitOf(
  { cost, alone, history, limit }: Pick<RequestSize, "cost" | "alone" | "history" | "limit">,
  question: number,
): "fits" | "compacts" | "too long" {
  if (limit === null) return "fits";
  const available = limit * costOfToken;
  if (alone + question > available * fullShare) return "too long";
  return history > 0 && cost + question > available * compactShare ? "compacts" : "fits";
}
