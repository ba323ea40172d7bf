/** Joins two texts, with a line break between whole lines and a space between words. */
export function joinTexts(first: string, second: string, context: { startsLine: boolean; endsLine: boolean }): string {
  if (first === "" || second === "") return first + second;
  const wholeLines = (context.startsLine && context.endsLine) || first.includes("\n") || second.includes("\n");
  if (wholeLines) return first.endsWith("\n") ? first + second : `${first}\n${second}`;
  return /\s$/.test(first) || /^\s/.test(second) ? first + second : `${first} ${second}`;
}
