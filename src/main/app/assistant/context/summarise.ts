import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import type { TurnRecord } from "../conversations/conversation-record";
import type { Fence } from "../core/fence";
import type { ModelEvent, ModelUsage } from "../core/message";
import type { ModelQuestion } from "../providers/model";
import { ProviderError } from "../providers/provider-error";
import { dataRule } from "./system-prompt";

/** Limits in tokens: of the transcript that the model summarises, and of its summary. */
export type SummaryLimits = { transcript: number; summary: number };

const nothing: ModelUsage = { input: 0, output: 0 };

/**
 * Summarises turns, for requests in which they no longer fit. Asks the model once, for the transcript only; where that fails, the summary is
 * the transcript, shortened. So this always succeeds, unless it is aborted.
 */
export async function summarise(
  records: readonly TurnRecord[],
  {
    limits,
    fence,
    ask,
  }: { limits: SummaryLimits; fence: Fence; ask(question: ModelQuestion): AsyncIterable<ModelEvent> },
): Promise<{ text: string; usage: ModelUsage }> {
  let text = "";
  let usage = nothing;
  try {
    for await (const event of ask(questionFor(records, limits, fence))) {
      if (event.kind === "text") text += event.text;
      else if (event.kind === "end") ({ usage } = event);
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    text = "";
  }
  const summary = text.trim() === "" ? transcriptOf(records, limits.summary) : text.trim();
  return { text: cropToTokens(summary, limits.summary), usage };
}

function questionFor(
  records: readonly TurnRecord[],
  { transcript, summary }: SummaryLimits,
  fence: Fence,
): ModelQuestion {
  const system = `You summarise conversations between a user and the assistant of an editor, so that the assistant can continue without the original.

${dataRule(fence.token)}`;
  const text = `${fence.wrap("transcript", "this conversation", transcriptOf(records, transcript))}

Summarise this conversation in the user's language, in at most ${Math.floor(summary / 2)} words: what the user wants and decided, which documents and \
sections it was about, what was found and changed, what is still open, and the last exchange most fully. Keep names, paths, figures and quotations exact. \
Write the summary only.`;
  return {
    prompt: [
      { role: "system", content: system },
      { role: "user", content: [{ type: "text", text }] },
    ],
  };
}

/** Questions, answers and calls as text, without results and attachments, in at most `limit` tokens. The newest turns have the most space. */
function transcriptOf(records: readonly TurnRecord[], limit: number): string {
  const shown: string[] = [];
  let available = limit;
  for (const record of records.toReversed()) {
    // The older half of what is left is for all earlier turns.
    const block = cropToTokens(turnText(record), Math.max(30, Math.floor(available / 2)));
    const tokens = estimateTokens(block) + 1;
    if (tokens > available) break;
    available -= tokens;
    shown.unshift(block);
  }
  return shown.join("\n\n");
}

function turnText({ turn, context, steps }: TurnRecord): string {
  const { ask, summary } = turn;
  const attached = context.length === 0 ? "" : ` (with ${context.map(({ label }) => label).join(", ")})`;
  const lines = summary === undefined ? [] : [`Before that: ${summary.text}`];
  lines.push(
    ask.kind === "words" ? `User${attached}: ${ask.text}` : `User ran ${ask.tool} ${ask.arguments.slice(0, 300)}`,
  );
  for (const part of steps.flatMap(({ parts }) => parts)) {
    if (part.kind === "text" && part.text.trim() !== "") lines.push(`Assistant: ${part.text.trim()}`);
    if (part.kind === "call") lines.push(`Assistant called ${part.tool} ${part.input.slice(0, 300)}`);
  }
  return lines.join("\n");
}
