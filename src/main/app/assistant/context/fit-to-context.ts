import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import { tokensOfImage } from "../../../../shared/request-size";
import type { ContextText, StepRecord, TurnRecord } from "../conversations/conversation-record";

/** Share of the context for the request; the rest is for the answer and for errors of the estimate. */
const share = 0.65;

/** Tokens for the texts of a conversation, beside `fixed` ones for instructions and tools; null if the context is unknown. */
export const budgetOf = (limit: number | null, fixed: number): number | null =>
  limit === null ? null : Math.max(1, limit * share - fixed);

/** Texts are omitted in steps of this share, so that most requests begin like the one before and providers find it in their caches. */
const stepShare = 0.2;
/** Texts below this many tokens are not omitted. */
const worth = 100;

const cutText = "[Cut here: the rest does not fit in your context. Read less at once.]";
const leftOutText = "[Left out to save space. Read it again with a tool if you need it.]";

/**
 * Omits as many of the oldest tool results, and then of the oldest attachments, as necessary to fit `budget` tokens
 * (null: no limit). If that is not enough, the results of the last message are cut. Questions and answers are never changed.
 */
export function fitToContext(
  records: readonly TurnRecord[],
  budget: number | null,
): { records: readonly TurnRecord[]; leftOut: number } {
  if (budget === null) return { records, leftOut: 0 };
  const excess = sizeOf(records) - budget;
  const stepTokens = Math.max(1, budget * stepShare);
  let over = excess <= 0 ? 0 : Math.ceil(excess / stepTokens) * stepTokens;
  let leftOut = 0;
  const lastStep = records.at(-1)?.steps.at(-1);
  const shorter = <Text extends { text: string; image?: ContextText["image"] }>({ image, ...each }: Text): Text => {
    const whole = { ...each, ...(image === undefined ? {} : { image }) } as Text;
    if (over <= 0) return whole;
    const saved = tokensIn(whole) - estimateTokens(leftOutText);
    if (saved < worth) return whole;
    over -= saved;
    leftOut += 1;
    // An image goes with its text.
    return { ...each, text: leftOutText } as Text;
  };
  const fewerResults = records.map((record) => ({
    ...record,
    steps: record.steps.map((step) => (step === lastStep ? step : { ...step, answers: step.answers.map(shorter) })),
  }));
  const last = fewerResults.at(-1);
  const fewerTexts = fewerResults.map((record) =>
    record === last ? record : { ...record, context: record.context.map(shorter) },
  );
  const left = sizeOf(fewerTexts) - budget;
  if (left <= 0 || lastStep === undefined || lastStep.answers.length === 0) return { records: fewerTexts, leftOut };
  const most = Math.max(worth, Math.floor((sizeOfAnswers(lastStep) - left) / lastStep.answers.length));
  const cut = <Text extends { text: string }>(each: Text): Text => {
    if (estimateTokens(each.text) <= most) return each;
    leftOut += 1;
    return { ...each, text: `${cropToTokens(each.text, most)}\n${cutText}` };
  };
  const shortened = fewerTexts.map((record) => ({
    ...record,
    steps: record.steps.map((step) => (step === lastStep ? { ...step, answers: step.answers.map(cut) } : step)),
  }));
  return { records: shortened, leftOut };
}

const tokensIn = ({ text, image }: { text: string; image?: ContextText["image"] }): number =>
  estimateTokens(text) + (image ? tokensOfImage(image) : 0);

const sizeOfAnswers = ({ answers }: StepRecord): number =>
  answers.reduce((sum, { text }) => sum + estimateTokens(text), 0);

function sizeOf(records: readonly TurnRecord[]): number {
  let tokens = 0;
  for (const { turn, context, undone, steps } of records) {
    const { ask } = turn;
    tokens += estimateTokens(ask.kind === "words" ? ask.text : ask.arguments);
    for (const each of context) tokens += tokensIn(each);
    for (const text of undone) tokens += estimateTokens(text);
    for (const { parts, answers } of steps) {
      for (const part of parts) tokens += estimateTokens(part.kind === "call" ? part.input : part.text);
      for (const { text } of answers) tokens += estimateTokens(text);
    }
  }
  return tokens;
}
