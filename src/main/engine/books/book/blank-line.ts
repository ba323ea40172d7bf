/** White space, including the ideographic space, and invisible characters. */
const showsNothing = /^[\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether a line shows nothing. */
export const isBlankLine = (line: string): boolean => showsNothing.test(line);

/** An empty line of a quotation, a rule, and the line below the head of a table. Asterisks are a line of symbols, which is translated. */
const markLines = [/^>[\s>]*$/, /^(?:-\s*){3,}$/, /^(?:_\s*){3,}$/, /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?$/];

/**
 * Whether a line has nothing to translate: it is blank, or has only marks of Markdown such as `>`, `---` or `|---|`. It counts in the index, and is
 * never assigned or given as context.
 */
export function isWordless(line: string): boolean {
  const shown = line.trim();
  return isBlankLine(line) || markLines.some((marks) => marks.test(shown));
}
