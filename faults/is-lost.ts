/** Whether bytes contain certain content. */
export type IsIn = (bytes: Uint8Array) => boolean;

/** How to recognise the content of a write, wherever it is stored. */
export type SoughtWords = {
  /** The content before the write, and the written content; null if there is none. */
  words: { before: IsIn | null; after: IsIn | null };
  /** The author replaces its own content: once that is confirmed, nobody needs the old one. */
  mayReplace?: true;
};

/**
 * Whether content is lost: the old content, or that of a confirmed write. `available` is everything that can be found: in files, journal,
 * history and answer. The content of a rejected write is still with its caller, who got an error.
 */
export function isLost(
  { words: { before, after }, mayReplace }: SoughtWords,
  { ok, held }: { ok: boolean; held: readonly Uint8Array[] },
): boolean {
  const isBeforeNeeded = !(ok && mayReplace === true);
  if (before !== null && isBeforeNeeded && !held.some(before)) return true;
  return ok && after !== null && !held.some(after);
}
