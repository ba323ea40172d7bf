/** `inSequences` counts the bytes in valid sequences of two to four bytes, `invalid` the bytes that are not UTF-8. */
export type Utf8Census = { inSequences: number; invalid: number };

/** Length of the well-formed UTF-8 sequence at `at`, or 0. Surrogates, overlong forms and anything past U+10FFFF are not. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  for (let i = at + 2; i < at + length; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Counts valid and invalid bytes in one pass. */
export function censusOf(bytes: Uint8Array): Utf8Census {
  let inSequences = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) invalid++;
    else if (length > 1) inSequences += length;
    at += length || 1;
  }
  return { inSequences, invalid };
}

/** Decodes UTF-8. Each invalid byte becomes the lone surrogate U+DC00 + byte (U+DC80–U+DCFF). */
export function decodeDamagedUtf8(bytes: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    if (at > from) parts.push(bytes.toString("utf8", from, at));
    parts.push(String.fromCharCode(0xdc00 + (bytes[at] ?? 0)));
    from = ++at;
  }
  parts.push(bytes.toString("utf8", from));
  return parts.join("");
}

/** The inverse of `decodeDamagedUtf8`. The caller must have rejected every other lone surrogate. */
export function encodeDamagedUtf8(raw: string): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const { index } of raw.matchAll(/[\u{dc80}-\u{dcff}]/gu)) {
    if (index > from) parts.push(Buffer.from(raw.slice(from, index), "utf8"));
    parts.push(Buffer.of(raw.charCodeAt(index) - 0xdc00));
    from = index + 1;
  }
  parts.push(Buffer.from(raw.slice(from), "utf8"));
  return Buffer.concat(parts);
}
