/** A line without its line break, or the notice that a line exceeds the limit and is being skipped. */
export type Line = { status: "line"; bytes: Buffer } | { status: "overlong"; limit: number };

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits a stream of bytes into lines that end with LF or CRLF, holding at most `limit` bytes. An overlong line is reported once, as soon as it
 * exceeds the limit, and its remaining bytes are dropped.
 */
export class LineSplitter {
  #limit: number;
  #pieces: Buffer[] = [];
  #held = 0;
  #isSkipping = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Sets the limit for the following chunks. */
  allow(limit: number): void {
    this.#limit = limit;
  }

  /** The lines that `chunk` completes, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(NEWLINE, start);
      const piece = chunk.subarray(start, end === -1 ? chunk.length : end);
      this.#hold(piece, lines);
      if (end === -1) break;
      this.#finish(lines);
      start = end + 1;
    }
    return lines;
  }

  /** The last line, if the stream ended without a line break. */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.#held > 0 || this.#isSkipping) this.#finish(lines);
    return lines;
  }

  #hold(piece: Buffer, lines: Line[]): void {
    if (this.#isSkipping) return;
    if (this.#held + piece.length > this.#limit) {
      this.#isSkipping = true;
      this.#pieces = [];
      this.#held = 0;
      lines.push({ status: "overlong", limit: this.#limit });
      return;
    }
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#held += piece.length;
  }

  #finish(lines: Line[]): void {
    const wasSkipping = this.#isSkipping;
    const bytes = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces, this.#held);
    this.#pieces = [];
    this.#held = 0;
    this.#isSkipping = false;
    if (wasSkipping) return;
    const hasReturn = bytes.length > 0 && bytes[bytes.length - 1] === CARRIAGE_RETURN;
    lines.push({ status: "line", bytes: hasReturn ? bytes.subarray(0, -1) : bytes });
  }
}
