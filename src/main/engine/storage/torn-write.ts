/**
 * Whether `now` is what a write in place leaves when it is cut short: every byte the old or the new one at its place; past the old end,
 * where a power cut may have left a hole, also zero.
 */
export function isMixture(now: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (now.length < before.length && now.length !== after.length) return false;
  if (now.length > Math.max(before.length, after.length)) return false;
  for (let i = 0; i < now.length; i++) {
    const byte = now[i];
    if (byte !== after[i] && byte !== before[i] && !(byte === 0 && i >= before.length)) return false;
  }
  return true;
}
