/**
 * Makes a text safe to show on one line: characters that control lines or direction become visible, `\u202e` as
 * `‹202E›`, a line break as `␊`.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return "␡";
    return `‹${code.toString(16).toUpperCase().padStart(4, "0")}›`;
  });
}

// Joiners are kept: emoji and some scripts need them.
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;
