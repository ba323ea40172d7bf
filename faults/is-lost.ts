/** Whether bytes contain certain content. */
export type ContentTest = (bytes: Uint8Array) => boolean;

/** How to recognise the content of a write, wherever it is stored. */
export type ContentMatchers = {
  /** The content before the write, and the written content; null if there is none. */
  matchers: { before: ContentTest | null; after: ContentTest | null };
  /** The author replaces its own content: once that is confirmed, nobody needs the old one. */
  mayReplace?: true;
};

/**
 * Whether content is lost: the old content, or that of a confirmed write. `available` is everything that can be found: in files, journal,
 * history and answer. The content of a rejected write is still with its caller, who got an error.
 */
export function isLost(
  { matchers: { before, after }, mayReplace }: ContentMatchers,
  { ok, available }: { ok: boolean; available: readonly Uint8Array[] },
): boolean {
  const isBeforeNeeded = !(ok && mayReplace === true);
  if (before !== null && isBeforeNeeded && !available.some(before)) return true;
  return ok && after !== null && !available.some(after);
}
