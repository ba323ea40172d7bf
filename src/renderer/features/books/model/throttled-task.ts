/** A task that is requested more often than it can run. */
export type ThrottledTask = {
  /** Runs the task now, or once more after the running one. Resolves when a run that began after this call has ended. */
  run(): Promise<void>;
};

/**
 * Runs `work` on request, never twice at once. After each run it pauses `times` as long as the run took, at most `maxMs` milliseconds, so that
 * a burst of requests leads to few runs.
 */
export function throttledTask(work: () => Promise<void>, { times, maxMs } = { times: 1, maxMs: 1500 }): ThrottledTask {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let rest: Promise<unknown> | null = null;

  const begin = () => {
    const since = performance.now();
    running = work().finally(() => {
      running = null;
      const pause = new Promise<void>((done) =>
        setTimeout(done, Math.min(maxMs, times * (performance.now() - since))),
      ).then(() => {
        if (rest === pause) rest = null;
      });
      rest = pause;
    });
    return running;
  };

  return {
    run() {
      if (running === null && rest === null) return next ?? begin();
      next ??= (running ?? Promise.resolve())
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
