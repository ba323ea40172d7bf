/** Named timeouts: setting one again restarts it, and all of them can be stopped at once. */
export class Timers<Name extends string> {
  readonly #running = new Map<Name, ReturnType<typeof setTimeout>>();
  #isStopped = false;

  /** Runs `due` after `delay` milliseconds, and cancels an earlier timeout of the same name. */
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

  /** Like `set`, but keeps a timeout that is already running. */
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

  /** Stops all timeouts permanently: no new ones can be set. */
  stop(): void {
    this.#isStopped = true;
    for (const name of this.#running.keys()) this.cancel(name);
  }
}
