import { estimateTokens } from "../../../../core/text/tokens";
import type { Price } from "../../../../shared/assistant-setup";
import type { JobOrder, JobPlan } from "../../../../shared/book-jobs";
import { type OpenBook, paragraphAt } from "../../../engine/books";
import { dollarsFor } from "../../assistant/model-calls";
import type { PlannedChunk } from "./plan-chunks";

/** Tokens of the line around a paragraph in a prompt, and of its id in an answer. */
const LINE_TOKENS = 14;
/** What a prompt explains, without glossary, style and paragraphs. */
const PROMPT_TOKENS = 950;
/** A translation is about as long as its source in tokens, or somewhat longer; so are the paragraphs that go before a chunk. */
const ANSWER_SHARE = 1.25;
/** A chunk takes two requests: one for the batch, and one that ends the conversation with all of it. */
const REQUESTS = 2;

/** About what a job uses. `toolTokens` are those of the tools' definitions, which go with every request. */
export function estimateJob(
  { book, notes }: Pick<OpenBook, "book" | "notes">,
  {
    cut,
    kind,
    price,
    toolTokens,
  }: { cut: readonly PlannedChunk[]; kind: JobOrder["kind"]; price: Price | null; toolTokens: number },
): JobPlan["estimate"] {
  const terms = estimateTokens(
    notes.glossary
      .slice(0, 300)
      .map(({ term, translation, note }) => `${term} ${translation} ${note}`)
      .join("\n"),
  );
  const always = PROMPT_TOKENS + toolTokens + terms + estimateTokens(notes.style);
  let [input, output] = [0, 0];
  for (const { ids } of cut) {
    let source = 0;
    for (const id of ids) {
      const position = book.positions.get(id);
      if (position !== undefined) source += estimateTokens(paragraphAt(book, position).text) + LINE_TOKENS;
    }
    const answer = Math.round(source * ANSWER_SHARE);
    // Other work than a translation shows the translations as well.
    const shown = kind === "translation" ? source : source * 2;
    input += (always + shown) * REQUESTS + answer;
    output += answer;
  }
  return { input, output, cost: dollarsFor({ input, output }, price) };
}
