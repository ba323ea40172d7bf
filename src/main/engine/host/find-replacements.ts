import { type Paragraph, paragraphAtLine } from "../../../core/markdown/paragraphs";
import type { Change } from "../../../core/text/change";
import type { FolderQuery } from "../../../core/text/folder-search";
import { formatOf } from "../../../core/text/format";
import { replaceMatch, usesGroups } from "../../../core/text/replacement";
import { paragraphsOf } from "../documents/read-paragraphs";
import { textKey } from "../documents/text-key";
import { MAX_BATCH_REPLACE_MS } from "../ports/limits";
import type { LineQuery, Search } from "../ports/search";
import { ToolError } from "../ports/tool-error";
import { checkedReplacement } from "../search/checked-replacement";
import { checkPatterns } from "../search/ripgrep";

/** What to search for, and what to replace it with. */
export type ReplacementQuery = { query: FolderQuery; template: string; keepCase: boolean };

/** A paragraph with matches, and their replacements: one change per match, with offsets in the full text, in order. */
export type ReplacedParagraph = { key: string; line: number; changes: Change[] };

/** A text to search; its path determines its format. */
export type SearchedText = { path: string; text: string };

const hasDamage = /\p{Cs}/u;

/**
 * The matching paragraphs of some texts, as a folder search finds them, with the replacement of each match. Rejects invalid patterns, a template that
 * names a group that does not exist, and a match whose groups contain damaged bytes.
 */
export async function findReplacements(
  texts: readonly SearchedText[],
  { query, template, keepCase }: ReplacementQuery,
  { search, signal }: { search: Search; signal: AbortSignal },
): Promise<ReplacedParagraph[][]> {
  const { text: pattern, regex, caseSensitive, wholeWord } = query;
  const lineQuery: LineQuery = { patterns: [pattern], regex, caseSensitive, wholeWord };
  checkPatterns(lineQuery);
  const replacement = checkedReplacement(template, { pattern, regex, keepCase });
  const withGroups = usesGroups(replacement);
  const captured = await search.capturesIn(
    texts.map(({ text }) => text),
    { ...lineQuery, groups: withGroups ? replacement.groups : 0 },
    { signal, deadline: Date.now() + MAX_BATCH_REPLACE_MS },
  );
  if (captured === null) throw new ToolError("failed", "finding the matches took too long; narrow the search");
  return Promise.all(
    texts.map(async ({ path, text }, index) => {
      const matches = captured[index] ?? [];
      if (matches.length === 0) return [];
      const paragraphs = await paragraphsOf(text, formatOf(path));
      const found: (ReplacedParagraph & { paragraphIndex: number })[] = [];
      const lineAt = lineCounter(text);
      for (const { from, to, groups } of matches) {
        const paragraphIndex = paragraphAtLine(paragraphs, lineAt(from));
        const paragraph = paragraphs[paragraphIndex] as Paragraph | undefined;
        if (!paragraph) continue;
        const match = text.slice(from, to);
        if (withGroups && hasDamage.test(match))
          throw new ToolError(
            "unsupported",
            `line ${lineAt(from)} contains damaged bytes in a match; replace it by hand`,
          );
        const change = { from, to, insert: replaceMatch(replacement, match, groups) };
        const last = found.at(-1);
        if (last?.paragraphIndex === paragraphIndex) last.changes.push(change);
        else found.push({ key: textKey(paragraph.text), line: paragraph.line_from, paragraphIndex, changes: [change] });
      }
      return found.map(({ key, line, changes }) => ({ key, line, changes }));
    }),
  );
}

/** Returns the 1-based line of an offset. Offsets must be requested in ascending order. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let from = 0;
  return (at) => {
    for (let end = text.indexOf("\n", from); end >= 0 && end < at; end = text.indexOf("\n", from)) {
      from = end + 1;
      line++;
    }
    return line;
  };
}
