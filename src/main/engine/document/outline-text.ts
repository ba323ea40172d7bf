/** An outline as text: one line a section, `# Title (6-45, 1.2K)`. */
import { cropText } from "./characters";
import { lineStart } from "./lines";
import type { Outline, Section } from "./sections";
import { estimateTokens } from "./tokens";

const longestTitle = 120;

/** A size as the outline shows it: `120B`, `1.2K`, `3.4M`; a unit is one UTF-16 unit, a K a thousand of them. */
export function formatSize(charCount: number): string {
  if (charCount < 1000) return `${charCount}B`;
  return charCount < 999_950 ? `${(charCount / 1000).toFixed(1)}K` : `${(charCount / 1_000_000).toFixed(1)}M`;
}

/** Every section down to `depth` levels of the tree, and the front matter above them. `text` is what the outline is of. */
export function formatOutline(text: string, outline: Outline, depth = Number.POSITIVE_INFINITY): string {
  const rows = frontmatterRow(text, outline);
  visit(outline.sections, 1, depth, (section, level) => rows.push(rowOf(section, level)));
  return rows.join("\n");
}

/** An outline that was cut to fit. */
export type BudgetedOutline = {
  text: string;
  /** How many sections it does not show. */
  folded: number;
};

/**
 * The outline in at most `maxTokens`: the deepest levels are folded first, and shown as `+3` behind what they stand
 * under; a last line says how to see them.
 */
export function formatOutlineWithin(
  text: string,
  outline: Outline,
  { depth = Number.POSITIVE_INFINITY, maxTokens }: { depth?: number; maxTokens: number },
): BudgetedOutline {
  const perLevel: number[] = [];
  visit(outline.sections, 1, depth, (_, level) => {
    perLevel[level - 1] = (perLevel[level - 1] ?? 0) + 1;
  });
  const total = perLevel.reduce((sum, count) => sum + count, 0);
  for (let shown = perLevel.length; shown >= 1; shown--) {
    // A row costs more than five tokens, so this many cannot fit, and need not be written.
    const count = perLevel.slice(0, shown).reduce((sum, one) => sum + one, 0);
    if (count * 5 > maxTokens) continue;
    const folded = total - count;
    const rows = frontmatterRow(text, outline);
    visit(outline.sections, 1, shown, (section, level) => {
      const below = level === shown ? countBelow(section, depth - level) : 0;
      rows.push(rowOf(section, level) + (below > 0 ? ` +${below}` : ""));
    });
    if (folded > 0) rows.push(`${sectionsOf(folded)} below are folded (+). ${howToSee(shown + 1)}`);
    const written = rows.join("\n");
    if (estimateTokens(written) <= maxTokens) return { text: written, folded };
  }
  return cutOutline(text, outline, { total, depth, maxTokens });
}

// Not even the top fits: as many of its rows as do.
function cutOutline(
  text: string,
  outline: Outline,
  { total, depth, maxTokens }: { total: number; depth: number; maxTokens: number },
): BudgetedOutline {
  const rows = frontmatterRow(text, outline);
  const lastRow = (shown: number) => `... and ${total - shown} more sections. ${howToSee(1)}`;
  let tokens = estimateTokens(`${rows.join("\n")}\n${lastRow(0)}`);
  let shown = 0;
  for (const section of outline.sections) {
    const below = countBelow(section, depth - 1);
    const row = rowOf(section, 1) + (below > 0 ? ` +${below}` : "");
    tokens += estimateTokens(`${row}\n`);
    if (tokens > maxTokens) break;
    rows.push(row);
    shown++;
  }
  if (shown < total) rows.push(lastRow(shown));
  return { text: rows.join("\n"), folded: total - shown };
}

const sectionsOf = (count: number): string => `${count} ${count === 1 ? "section" : "sections"}`;

const howToSee = (depth: number): string =>
  `depth ${depth} with more max_tokens, or doc_find and doc_read, show what is there.`;

function frontmatterRow(text: string, { frontmatter }: Outline): string[] {
  if (!frontmatter) return [];
  const { lineStart: from, lineEnd: to } = frontmatter;
  return [`[frontmatter] (${from}-${to}, ${formatSize(lineStart(text, to + 1))})`];
}

function rowOf(section: Section, level: number): string {
  const { title, lineStart: from, lineEnd: to, charCount } = section;
  const shownTitle = cropText(title, longestTitle);
  return `${"  ".repeat(level - 1)}${"#".repeat(section.level)} ${shownTitle} (${from}-${to}, ${formatSize(charCount)})`;
}

function visit(
  sections: readonly Section[],
  level: number,
  depth: number,
  each: (section: Section, level: number) => void,
): void {
  if (level > depth) return;
  for (const section of sections) {
    each(section, level);
    visit(section.children, level + 1, depth, each);
  }
}

function countBelow(section: Section, depth: number): number {
  let count = 0;
  visit(section.children, 1, depth, () => count++);
  return count;
}
