/** Estimates the remaining time of a job. */
export type Pace = {
  /** Notes that `done` paragraphs are done at time `at`, in milliseconds. */
  note(done: number, at: number): void;
  /** Seconds until `left` more are done, at the pace of the last minutes; null while too little is known. */
  secondsLeft(left: number, at: number): number | null;
  /** Nothing is running: the time until the next note does not count. */
  rest(): void;
};

const WINDOW_MS = 5 * 60_000;
const FEWEST = 2;

export function createPace(): Pace {
  let notes: { done: number; at: number }[] = [];
  return {
    note(done, at) {
      if (notes.at(-1)?.done === done) return;
      notes.push({ done, at });
      while (notes.length > FEWEST && (notes[0]?.at ?? at) < at - WINDOW_MS) notes.shift();
    },
    secondsLeft(left, at) {
      if (left === 0) return 0;
      const [first, last] = [notes[0], notes.at(-1)];
      if (first === undefined || last === undefined || last.done <= first.done) return null;
      // Measured up to now, not to the last note, so that the estimate grows while nothing is done.
      const each = (at - first.at) / (last.done - first.done);
      return Math.max(1, Math.round((left * each) / 1000));
    },
    rest() {
      notes = [];
    },
  };
}
