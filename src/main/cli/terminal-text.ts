/** Characters that act on a terminal or change the writing direction, but for line breaks and tabs. */
const acting = /(?![\n\t])[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text of a model or a document for a terminal, in pieces as it arrives: what would act on the terminal is written as `\u001b`. */
export function terminalText(): { more(piece: string): string; rest(): string } {
  // Half of a character, or of a line break, waits for its other half.
  let half = "";
  return {
    more(piece) {
      const all = half + piece;
      half = /[\ud800-\udbff\r]$/.exec(all)?.[0] ?? "";
      return plain(all.slice(0, all.length - half.length));
    },
    rest() {
      const last = plain(half);
      half = "";
      return last;
    },
  };
}

const plain = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(acting, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .toWellFormed();
