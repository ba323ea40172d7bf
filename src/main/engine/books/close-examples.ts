import { estimateTokens } from "../../../core/text/tokens";
import { memoryMatches } from "./book-memory";
import type { OpenBook } from "./books";

/** How many examples a prompt has, and their estimated tokens together. */
const MAX_EXAMPLES = 5;
const MAX_TOKENS = 1200;
/** They are at least so much like a work item, in percent. */
const LEAST_PERCENT = 75;
/** How many work items are looked up. */
const MAX_LOOKUPS = 60;
/** How long a prompt waits for imported memories and those of other books, in milliseconds. */
const MAX_WAIT_MS = 3000;

/**
 * Accepted translations of sources that are most like some of these paragraphs, so that the same is translated alike. What is among `shown`, by
 * paragraph, is left out.
 */
export async function closeExamples(
  open: OpenBook,
  lines: readonly { id: string; text: string }[],
  shown: ReadonlySet<string>,
): Promise<{ text: string; translation: string }[]> {
  const found: { percent: number; text: string; translation: string }[] = [];
  const known = new Set<string>();
  await open.memories(open.language).all({ within: MAX_WAIT_MS });
  for (const { id, text } of lines.slice(0, MAX_LOOKUPS)) {
    const query = { source: text, paragraph: id, least: LEAST_PERCENT, most: 2 * MAX_EXAMPLES };
    const matches = await memoryMatches(open, { ...query, from: "accepted", sentences: false });
    for (const { percent, source, target, paragraph } of matches) {
      const key = JSON.stringify([source, target]);
      if ((paragraph !== null && shown.has(paragraph)) || known.has(key)) continue;
      known.add(key);
      found.push({ percent, text: source, translation: target });
    }
  }
  found.sort((a, b) => b.percent - a.percent);
  let left = MAX_TOKENS;
  return found
    .filter(({ text, translation }) => {
      const cost = estimateTokens(text) + estimateTokens(translation);
      if (cost > left) return false;
      left -= cost;
      return true;
    })
    .slice(0, MAX_EXAMPLES)
    .map(({ text, translation }) => ({ text, translation }));
}
