/**
 * Whether `now` is what an interrupted in-place write leaves: each byte is the old or the new one at its offset, or past the old end zero,
 * since a power cut may leave a hole there.
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
