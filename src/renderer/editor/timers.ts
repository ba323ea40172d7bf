/** Timeouts by name: setting one again puts it off, and all of them can be stopped at once. */
export class Timers<Name extends string> {
  readonly #running = new Map<Name, ReturnType<typeof setTimeout>>();
  #isStopped = false;

  /** Runs `due` after `delay` milliseconds; what was set under this name before does not run. */
  set(name: Name, delay: number, due: () => void): void {
    if (this.#isStopped) return;
    this.cancel(name);
    this.#running.set(
      name,
      setTimeout(() => {
        this.#running.delete(name);
        due();
      }, delay),
    );
  }

  /** As `set`, but one that runs already stays as it is. */
  ensure(name: Name, delay: number, due: () => void): void {
    if (!this.#running.has(name)) this.set(name, delay, due);
  }

  has(name: Name): boolean {
    return this.#running.has(name);
  }

  cancel(name: Name): void {
    clearTimeout(this.#running.get(name));
    this.#running.delete(name);
  }

  /** For good: nothing runs any more, and nothing can be set. */
  stop(): void {
    this.#isStopped = true;
    for (const name of this.#running.keys()) this.cancel(name);
  }
}
