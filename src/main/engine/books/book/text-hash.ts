/** Two 32-bit hashes of a text. Fast and the same on every machine; not cryptographic. */
function hashes(text: string, seed: number): [number, number] {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}

/** A short name of a text, equal for equal texts: its length and 96 bits of hash. */
export function textHash(text: string): string {
  const [a, b] = hashes(text, 0);
  const [c] = hashes(text, 0x9e3779b9);
  return `${text.length.toString(36)}.${a.toString(36)}${b.toString(36)}${c.toString(36)}`;
}

/** A 32-bit number that depends on the text. */
export const textNumber = (text: string): number => hashes(text, 0)[0];
