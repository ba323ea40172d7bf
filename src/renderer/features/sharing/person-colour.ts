/** The colours of other people, by their names in the theme. */
const COLOURS = ["bad", "agent", "code-type", "warn", "good", "code-keyword"];

/** The colour of a name as a CSS value, the same on every machine. */
export function colourOf(name: string): string {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return `var(--${COLOURS[sum % COLOURS.length]})`;
}
