/** Finds the next point that two different texts have in common, looking nearby first. */
import { splitsPair } from "../text/characters";

/** The work that a comparison may still do, in steps of about 20 ns. Each function that works counts it down. */
export type Budget = { steps: number };

/** A range of a text. */
export type Part = { text: string; from: number; to: number };

const USUAL_PIECE = 64;
const MAX_PIECE = 1024;

// The pieces by which texts are aligned: sentences and lines. If none ends for a long stretch, the two characters before
// a
// position decide, so that the pieces of both texts line up again after an edit.
function pieceEnd(text: string, at: number, end: number): number {
  const last = Math.min(end, at + MAX_PIECE);
  let before = 0;
  for (let next = at; next < last; next++) {
    const unit = text.charCodeAt(next);
    if (unit === 10 || unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0xff1b) return next + 1;
    const endsSentence = unit === 0x2e || unit === 0x3b || unit === 0x21 || unit === 0x3f || unit === 0x2c;
    if (endsSentence && next + 1 < end && text.charCodeAt(next + 1) === 32) return next + 2;
    if (next - at > USUAL_PIECE && (before * 31 + unit) % 32 === 0 && !splitsPair(text, next + 1)) return next + 1;
    before = unit;
  }
  return splitsPair(text, last) ? last - 1 : last;
}

// Shorter pieces are likely to match by chance, and so are points after which the texts soon differ again.
const MIN_PIECE = 6;
const MIN_RUN = 32;

/**
 * The nearest point after the starts of two parts where both continue with the same sentence or line, one that occurs only once nearby in
 * each. The ends of the parts if there is none, or if the budget runs out first.
 */
export function findCommonPoint(before: Part, after: Part, budget: Budget): { before: number; after: number } {
  const second = { before: endOfPiece(before, before.from), after: endOfPiece(after, after.from) };
  budget.steps -= 10;
  if (runsOn(before, second.before, after, second.after)) return second;
  const ends = { before: before.to, after: after.to };
  const ours = new Window(before, budget);
  const theirs = new Window(after, budget);
  for (let count = 8; budget.steps > 0; count *= 4) {
    ours.widen(count);
    theirs.widen(count);
    const point = ours.commonPoint(theirs);
    if (point) return point;
    if (ours.isComplete() && theirs.isComplete()) break;
  }
  return ends;
}

const endOfPiece = (part: Part, at: number): number => pieceEnd(part.text, at, part.to);

function runsOn(before: Part, i: number, after: Part, j: number): boolean {
  const run = before.text.slice(i, Math.min(i + MIN_RUN, before.to));
  return run.length >= MIN_PIECE && run === after.text.slice(j, Math.min(j + MIN_RUN, after.to));
}

/** The first pieces of a part, read as far as needed. */
class Window {
  private at: number;
  private readonly starts: number[] = [];
  /** The index of each piece; -1 for a piece that occurs twice. */
  private readonly indexes = new Map<string, number>();

  constructor(
    private readonly part: Part,
    private readonly budget: Budget,
  ) {
    this.at = part.from;
  }

  widen(count: number): void {
    while (this.starts.length < count && !this.isComplete() && this.budget.steps > 0) {
      const end = endOfPiece(this.part, this.at);
      this.budget.steps -= 12 + ((end - this.at) >> 3);
      if (end - this.at >= MIN_PIECE) {
        const piece = this.part.text.slice(this.at, end);
        this.indexes.set(piece, this.indexes.has(piece) ? -1 : this.starts.length);
      }
      this.starts.push(this.at);
      this.at = end;
    }
  }

  isComplete(): boolean {
    return this.at >= this.part.to;
  }

  commonPoint(other: Window): { before: number; after: number } | null {
    let nearest = Number.POSITIVE_INFINITY;
    let point: { before: number; after: number } | null = null;
    for (const [piece, index] of this.indexes) {
      const there = other.indexes.get(piece) ?? -1;
      if (index < 0 || there < 0 || index + there >= nearest) continue;
      const found = { before: this.starts[index] as number, after: other.starts[there] as number };
      if (!runsOn(this.part, found.before, other.part, found.after)) continue;
      nearest = index + there;
      point = found;
    }
    return point;
  }
}
