/** A timeout that runs, and what it is for: if that was delayed meanwhile, another timeout runs for the rest. */
type Running = { timer: ReturnType<typeof setTimeout>; endsAt: number; dueAt: number; due: () => void };

/**
 * Named timeouts: setting one again restarts it, and all of them can be stopped at once. A timeout that is only delayed
 * is not cancelled, which would cost something at every key.
 */
export class Timers<Name extends string> {
  readonly #running = new Map<Name, Running>();
  #isStopped = false;

  /** Runs `due` after `delay` milliseconds, and cancels an earlier timeout of the same name. */
  set(name: Name, delay: number, due: () => void): void {
    if (this.#isStopped) return;
    const dueAt = performance.now() + delay;
    const running = this.#running.get(name);
    if (running && running.endsAt <= dueAt) {
      running.dueAt = dueAt;
      running.due = due;
      return;
    }
    this.cancel(name);
    this.#running.set(name, { timer: this.#start(name, delay), endsAt: dueAt, dueAt, due });
  }

  #start(name: Name, delay: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#handleTimeout(name), delay);
  }

  #handleTimeout(name: Name): void {
    const running = this.#running.get(name);
    if (!running) return;
    const left = running.dueAt - performance.now();
    // Timeouts are in whole milliseconds and may be a little early.
    if (left >= 1) {
      running.timer = this.#start(name, left);
      running.endsAt = running.dueAt;
      return;
    }
    this.#running.delete(name);
    running.due();
  }

  /** Like `set`, but keeps a timeout that is already running. */
  ensure(name: Name, delay: number, due: () => void): void {
    if (!this.#running.has(name)) this.set(name, delay, due);
  }

  has(name: Name): boolean {
    return this.#running.has(name);
  }

  cancel(name: Name): void {
    clearTimeout(this.#running.get(name)?.timer);
    this.#running.delete(name);
  }

  /** Stops all timeouts permanently: no new ones can be set. */
  stop(): void {
    this.#isStopped = true;
    for (const name of this.#running.keys()) this.cancel(name);
  }
}
