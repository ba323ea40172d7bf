/** How quickly paragraphs come to be done. */
export type Pace = {
  /** So many are done by now, in milliseconds of any clock. */
  note(done: number, at: number): void;
  /** Seconds until `left` more are done, at the pace of the last minutes; null while too little is known. */
  secondsLeft(left: number, at: number): number | null;
  /** Nothing runs: the time until the next note does not count. */
  rest(): void;
};

const windowMs = 5 * 60_000;
const fewest = 2;

/** A pace of which nothing is known yet. */
export function createPace(): Pace {
  let notes: { done: number; at: number }[] = [];
  return {
    note(done, at) {
      if (notes.at(-1)?.done === done) return;
      notes.push({ done, at });
      while (notes.length > fewest && (notes[0]?.at ?? at) < at - windowMs) notes.shift();
    },
    secondsLeft(left, at) {
      if (left === 0) return 0;
      const [first, last] = [notes[0], notes.at(-1)];
      if (first === undefined || last === undefined || last.done <= first.done) return null;
      // Up to now, not up to the last one: while nothing comes, the time left grows.
      const each = (at - first.at) / (last.done - first.done);
      return Math.max(1, Math.round((left * each) / 1000));
    },
    rest() {
      notes = [];
    },
  };
}
