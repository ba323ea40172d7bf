/** Joins two texts, with a line break between whole lines and a space between words. */
export function bothTexts(first: string, second: string, around: { startsLine: boolean; endsLine: boolean }): string {
  if (first === "" || second === "") return first + second;
  const wholeLines = (around.startsLine && around.endsLine) || first.includes("\n") || second.includes("\n");
  if (wholeLines) return first.endsWith("\n") ? first + second : `${first}\n${second}`;
  return /\s$/.test(first) || /^\s/.test(second) ? first + second : `${first} ${second}`;
}
