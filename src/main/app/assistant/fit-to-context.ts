import { estimateTokens } from "../../../core/text/tokens";
import type { TurnRecord } from "./conversation-record";

/** Share of the context for the prompt; the rest is for the answer and for errors of the estimate. */
const share = 0.75;
/** Texts below this many tokens are not omitted. */
const worth = 100;

const leftOutText = "[Left out to save space. Read it again with a tool if you need it.]";

/**
 * Omits as many of the oldest tool results, and then of the oldest attachments, as necessary to fit `budget` tokens
 * (null: no limit). Questions, answers and the last message are never changed.
 */
export function fitToContext(
  records: readonly TurnRecord[],
  budget: number | null,
): { records: readonly TurnRecord[]; leftOut: number } {
  if (budget === null) return { records, leftOut: 0 };
  let over = sizeOf(records) - budget * share;
  let leftOut = 0;
  const lastStep = records.at(-1)?.steps.at(-1);
  const shorter = <Text extends { text: string }>(each: Text): Text => {
    if (over <= 0) return each;
    const saved = estimateTokens(each.text) - estimateTokens(leftOutText);
    if (saved < worth) return each;
    over -= saved;
    leftOut += 1;
    return { ...each, text: leftOutText };
  };
  const fewerResults = records.map((record) => ({
    ...record,
    steps: record.steps.map((step) => (step === lastStep ? step : { ...step, answers: step.answers.map(shorter) })),
  }));
  const last = fewerResults.at(-1);
  const fewerTexts = fewerResults.map((record) =>
    record === last ? record : { ...record, context: record.context.map(shorter) },
  );
  return { records: fewerTexts, leftOut };
}

function sizeOf(records: readonly TurnRecord[]): number {
  let tokens = 0;
  for (const { turn, context, undone, steps } of records) {
    const { ask } = turn;
    tokens += estimateTokens(ask.kind === "words" ? ask.text : ask.arguments);
    for (const { text } of context) tokens += estimateTokens(text);
    for (const text of undone) tokens += estimateTokens(text);
    for (const { parts, answers } of steps) {
      for (const part of parts) tokens += estimateTokens(part.kind === "call" ? part.input : part.text);
      for (const { text } of answers) tokens += estimateTokens(text);
    }
  }
  return tokens;
}
