import type { GrammarLint } from "./grammar-protocol";

/** What is read of harper's lints. Spans count Unicode characters. */
export type HarperLint = {
  lint_kind(): string;
  message(): string;
  span(): { start: number; end: number };
  suggestions(): { kind(): number; get_replacement_text(): string }[];
  free(): void;
};

/** Kinds that are taste rather than mistakes, or that dictionaries know better. */
const HIDDEN = new Set(["Spelling", "Readability", "Style", "Enhancement", "Formatting"]);
/** Rules that are wrong in notes: items of lists often begin small. */
const HIDDEN_RULES = new Set(["SentenceCapitalization", "SpellCheck", "AvoidCurses", "LongSentences"]);
const MAX_REPLACEMENTS = 5;

const REMOVE = 1;
const INSERT_AFTER = 2;

/** The mistakes in a paragraph, in their order, from harper's lints by rule; frees the lints. Overlapping ones are shown once. */
export function shownLints(text: string, byRule: Readonly<Record<string, readonly HarperLint[]>>): GrammarLint[] {
  const offsets = utf16Offsets(text);
  const found: GrammarLint[] = [];
  for (const [rule, lints] of Object.entries(byRule))
    for (const lint of lints) {
      const { start, end } = lint.span();
      const [from, to] = [offsets(start), offsets(end)];
      const isShown = !HIDDEN.has(lint.lint_kind()) && !HIDDEN_RULES.has(rule) && from < to;
      if (isShown)
        found.push({ from, to, rule, message: lint.message(), replacements: replacements(lint, text, from, to) });
      lint.free();
    }
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  return found.filter(({ from }, index) => index === 0 || from >= (found[index - 1]?.to ?? 0));
}

function replacements(lint: HarperLint, text: string, from: number, to: number): string[] {
  const all = lint.suggestions().map((suggestion) => {
    const words = suggestion.get_replacement_text();
    if (suggestion.kind() === REMOVE) return "";
    return suggestion.kind() === INSERT_AFTER ? text.slice(from, to) + words : words;
  });
  return [...new Set(all)].slice(0, MAX_REPLACEMENTS);
}

/** Turns a count of Unicode characters into an offset. */
function utf16Offsets(text: string): (characters: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (characters) => Math.min(characters, text.length);
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  return (characters) => offsets[characters] ?? text.length;
}
