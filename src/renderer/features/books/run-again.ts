/** Work that is asked for more often than it can be done. */
export type RunAgain = {
  /** Has it done: at once, or, where it is under way, once more after it. Resolves when all asked for so far has been done. */
  ask(): Promise<void>;
};

/**
 * Does `work` whenever it is asked for, never twice at once, and with a pause after each time that is as long as `work` took, at
 * most `longest` milliseconds: what comes in a flood is looked at as often as there is time for.
 */
export function runAgain(work: () => Promise<void>, longest = 1500): RunAgain {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const once = async () => {
    const since = performance.now();
    await work();
    const took = Math.min(longest, performance.now() - since);
    rest = new Promise((done) => setTimeout(done, took));
  };
  let rest: Promise<unknown> = Promise.resolve();
  const begin = () => {
    running = once().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    ask() {
      if (running === null) return next ?? begin();
      next ??= running
        .catch(() => undefined)
        .then(() => rest)
        .then(() => {
          next = null;
          return begin();
        });
      return next;
    },
  };
}
