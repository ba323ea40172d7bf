/**
 * Calls `due` once nothing has restarted it for `delay` milliseconds. Restarting it only reads the clock: a timeout that is
 * cancelled and set again at every key costs as much as drawing some of the line.
 */
export class RestTimer {
  readonly #delay: number;
  readonly #due: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;

  constructor(delay: number, due: () => void) {
    this.#delay = delay;
    this.#due = due;
  }

  get isRunning(): boolean {
    return this.#timer !== undefined;
  }

  /** Starts the rest, again if it has already begun. */
  restart(): void {
    this.#dueAt = performance.now() + this.#delay;
    this.#timer ??= setTimeout(this.#handleTimeout, this.#delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #handleTimeout = (): void => {
    const left = this.#dueAt - performance.now();
    // Timeouts are in whole milliseconds and may be a little early.
    this.#timer = left >= 1 ? setTimeout(this.#handleTimeout, left) : undefined;
    if (this.#timer === undefined) this.#due();
  };
}
