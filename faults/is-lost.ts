/** Whether bytes from anywhere hold certain words. */
export type IsIn = (bytes: Uint8Array) => boolean;

/** How the words of a write are recognised, wherever they are. */
export type SoughtWords = {
  /** What was there before, and what is written; null if there is nothing. */
  words: { before: IsIn | null; after: IsIn | null };
  /** What was there is replaced by its own author: once that is confirmed, nobody needs it. */
  mayReplace?: true;
};

/**
 * Whether words are nowhere: those from before, or those of a confirmed write. `held` are all bytes that can be found: of files, of the
 * journal, of the history, of the answer. A write that was refused leaves its words with the caller, who is told.
 */
export function isLost(
  { words: { before, after }, mayReplace }: SoughtWords,
  { ok, held }: { ok: boolean; held: readonly Uint8Array[] },
): boolean {
  const isBeforeNeeded = !(ok && mayReplace === true);
  if (before !== null && isBeforeNeeded && !held.some(before)) return true;
  return ok && after !== null && !held.some(after);
}
