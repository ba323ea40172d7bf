import type { Envelope } from "./caller";

/** An answer whose message also says, at its end, what the user has done to the caller's edits. No other answer says it again. */
export const withNews = (envelope: Envelope, lines: string): Envelope => ({
  ...envelope,
  message: `${envelope.message}\n${lines}`,
  news: envelope.news === undefined ? lines : `${envelope.news}\n${lines}`,
});

/** An answer without that, for a caller whose model does not read this answer; null if there is none. */
export function withoutNews({ news, ...envelope }: Envelope): { envelope: Envelope; news: string | null } {
  if (news === undefined) return { envelope, news: null };
  return { envelope: { ...envelope, message: envelope.message.slice(0, -news.length - 1) }, news };
}
