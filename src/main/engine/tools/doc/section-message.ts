import type { SectionTarget } from "../../../../core/markdown/section-address";
import type { SectionContent } from "../../../../core/markdown/section-edits";
import { formatOutlineWithin } from "../../../../core/outline/outline-text";
import type { LineRange } from "../../../../core/text/line-ranges";
import { printableName } from "../../../../core/text/printable-name";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import { shownPath } from "./shown-names";

/** The tokens of section text in one message, unless the call asks for more; `data` has all of it. */
export const SECTION_BUDGET = 2_000;

/** The message that shows a section, and which of its lines it contains. */
export type SectionMessage = { text: string; seen: LineRange | null; tokens: number };

/**
 * A header with the section's path, then its text unchanged. A text above `budget` tokens is cut at a line, and the message says where to continue.
 */
export function sectionMessage(file: string, read: SectionContent, budget: number): SectionMessage {
  const { path, content, lineStart, lineEnd } = read;
  const header = `${printableName(file)} ${shownPath(path)} (${lineStart}-${lineEnd})`;
  const fullCost = estimateTokens(content);
  if (fullCost <= budget)
    return { text: `${header}\n${content}`, seen: { from: lineStart, to: lineEnd }, tokens: fullCost };
  const kept: string[] = [];
  const beginning: string[] = [];
  let tokens = 0;
  for (const line of content.split("\n")) {
    const cost = estimateTokens(line) + 1;
    if (tokens + cost > budget) {
      // A paragraph on one line may be longer than the answer: its beginning is better than nothing.
      if (tokens < budget / 2) beginning.push(cropToTokens(line, budget - tokens));
      break;
    }
    tokens += cost;
    kept.push(line);
  }
  const next = lineStart + kept.length;
  const cut = `warning: the section has about ${fullCost} tokens, cut ${beginning.length > 0 ? "in" : "before"} line ${next}; max_tokens ${fullCost} shows all; or go on with text_editor read, line_from ${next}, or its sub-sections one by one`;
  const seen = kept.length === 0 ? null : { from: lineStart, to: next - 1 };
  return { text: [header, cut, ...kept, ...beginning].join("\n"), seen, tokens };
}

/** The token budget of the list of sub-sections. */
const BELOW_BUDGET = 300;

/**
 * The sub-sections of a section that was read without them, as the outline shows them, so that a long chapter need not be read completely to see what
 * it contains. Empty if it has none.
 */
export function sectionsBelow(text: string, target: SectionTarget): string[] {
  if (target === "frontmatter" || target.children.length === 0) return [];
  const below = { frontmatter: null, sections: target.children, lineCount: target.lineEnd };
  const advice = "doc_read with include_children: false shows what is below one, doc_find looks in all";
  return ["Not read, below it:", formatOutlineWithin(text, below, { maxTokens: BELOW_BUDGET, advice }).text];
}
