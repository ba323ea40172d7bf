/** Formats an outline as text: one line for each section, `# Title (6-45, 1.2K)`. */

import type { Outline, Section } from "../markdown/sections";
import { cropText } from "../text/characters";
import { lineStart } from "../text/lines";
import { estimateTokens } from "../text/tokens";

const MAX_TITLE = 120;

/** A size as the outline shows it: `120B`, `1.2K`, `3.4M`. A unit is one UTF-16 unit, a K is a thousand of them. */
export function formatSize(charCount: number): string {
  if (charCount < 1000) return `${charCount}B`;
  return charCount < 999_950 ? `${(charCount / 1000).toFixed(1)}K` : `${(charCount / 1_000_000).toFixed(1)}M`;
}

/** Every section down to `depth` levels, and the front matter above them. `text` is the document. */
export function formatOutline(text: string, outline: Outline, depth = Number.POSITIVE_INFINITY): string {
  const rows = frontmatterRow(text, outline);
  visit(outline.sections, 1, depth, (section, level) => rows.push(rowOf(section, level)));
  return rows.join("\n");
}

/** An outline that was shortened to fit. */
export type BudgetedOutline = {
  text: string;
  /** How many sections it does not show. */
  folded: number;
};

/**
 * The outline in at most `maxTokens`, not counting its last line. Folds the deepest levels first, shown as `+3` after their parent, then
 * opens sections with few sub-sections again while they fit. The last line says how to see more; `advice` replaces it for callers without
 * doc_toc.
 */
export function formatOutlineWithin(
  text: string,
  outline: Outline,
  { depth = Number.POSITIVE_INFINITY, maxTokens, advice }: { depth?: number; maxTokens: number; advice?: string },
): BudgetedOutline {
  const whole = formatOutline(text, outline, depth);
  const wholeTokens = estimateTokens(whole);
  if (wholeTokens <= maxTokens) return { text: whole, folded: 0 };
  const levels = levelsOf(outline, depth);
  const total = levels.flat().length;
  const lastRow = (folded: number) =>
    `... and ${folded} more ${folded === 1 ? "section" : "sections"} (+): ${advice ?? `max_tokens ${wholeTokens} shows all, doc_read with include_children: false what is below one, doc_find looks in all`}`;
  const head = frontmatterRow(text, outline);
  const budget = maxTokens - estimateTokens([...head, lastRow(total), ""].join("\n"));
  const shown = new Set<Section>();
  let spent = 0;
  // Each row is rounded up, so the sum is never below the real cost.
  const costOf = (section: Section, level: number) =>
    estimateTokens(`${rowOf(section, level)}${section.children.length > 0 ? ` +${total}` : ""}\n`);
  let level = 0;
  for (; level < levels.length; level++) {
    const rows = levels[level] as Section[];
    const cost =
      rows.length > budget ? Number.POSITIVE_INFINITY : sum(rows.map((section) => costOf(section, level + 1)));
    if (spent + cost > budget) break;
    for (const section of rows) shown.add(section);
    spent += cost;
  }
  const families = level === 0 ? [outline.sections] : familiesOf(levels[level - 1] ?? []);
  for (const family of families) {
    const rest = budget - spent;
    const costs = family.length > budget ? null : family.map((section) => costOf(section, level + 1));
    if (costs === null || sum(costs) > rest) {
      for (const section of endsOf(family, rest, (each) => costOf(each, level + 1))) shown.add(section);
      break;
    }
    for (const section of family) shown.add(section);
    spent += sum(costs);
  }
  const rows = [...head];
  writeRows(outline.sections, 1, { shown, depth, rows });
  const folded = total - shown.size;
  if (folded > 0) rows.push(lastRow(folded));
  return { text: rows.join("\n"), folded };
}

/** The tokens of a row such as `... +990`. */
const GAP_TOKENS = 12;

/** The first and the last sections of a family in at most `budget` tokens; fewer than one of each are not worth their rows. */
function endsOf(family: readonly Section[], budget: number, costOf: (section: Section) => number): Section[] {
  const [first, last]: [Section[], Section[]] = [[], []];
  let left = budget - GAP_TOKENS;
  for (let at = 0; at < family.length; at++) {
    const section = at % 2 === 0 ? family[at / 2] : family.at(-(at + 1) / 2);
    if (section === undefined) break;
    left -= costOf(section);
    if (left < 0) break;
    (at % 2 === 0 ? first : last).push(section);
  }
  return last.length === 0 ? [] : [...first, ...last];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

// The sections of each level of the tree, in document order.
function levelsOf(outline: Outline, depth: number): Section[][] {
  const levels: Section[][] = [];
  visit(outline.sections, 1, depth, (section, level) => {
    const row = levels[level - 1] ?? [];
    levels[level - 1] = row;
    row.push(section);
  });
  return levels;
}

// The children of each of these sections, smallest groups first.
function familiesOf(parents: readonly Section[]): Section[][] {
  const families = parents.map(({ children }) => children).filter(({ length }) => length > 0);
  return families.sort((a, b) => a.length - b.length);
}

function writeRows(
  sections: readonly Section[],
  level: number,
  options: { shown: ReadonlySet<Section>; depth: number; rows: string[] },
): void {
  const { shown, depth, rows } = options;
  let hidden = 0;
  const isPart = sections.some((section) => shown.has(section));
  for (const section of sections) {
    if (!shown.has(section)) {
      if (isPart) hidden += 1 + countBelow(section, depth - level);
      continue;
    }
    if (hidden > 0) rows.push(`${"  ".repeat(level - 1)}... +${hidden}`);
    hidden = 0;
    const isOpen = section.children.some((child) => shown.has(child));
    const below = isOpen ? 0 : countBelow(section, depth - level);
    rows.push(rowOf(section, level) + (below > 0 ? ` +${below}` : ""));
    writeRows(section.children, level + 1, options);
  }
}

function frontmatterRow(text: string, { frontmatter }: Outline): string[] {
  if (!frontmatter) return [];
  const { lineStart: from, lineEnd: to } = frontmatter;
  return [`[frontmatter] (${from}-${to}, ${formatSize(lineStart(text, to + 1))})`];
}

function rowOf(section: Section, level: number): string {
  const { title, lineStart: from, lineEnd: to, charCount } = section;
  const shownTitle = cropText(title, MAX_TITLE);
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
