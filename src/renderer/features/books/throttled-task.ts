/** A task that is requested more often than it can run. */
export type ThrottledTask = {
  /** Runs the task now, or once more after the running one. Resolves when a run that began after this call has ended. */
  run(): Promise<void>;
};

/**
 * Runs `work` on request, never twice at once. After each run it pauses as long as the run took, at most `longest` milliseconds,
 * so that a burst of requests leads to few runs.
 */
export function throttledTask(work: () => Promise<void>, longest = 1500): ThrottledTask {
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
    run() {
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
