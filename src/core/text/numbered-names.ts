/** Gives each name once: equal ones with `-1`, `-2` … behind them, as GitHub numbers the headings of a page. */
export class NumberedNames {
  readonly #next = new Map<string, number>();

  /** The name, or the first of its numbered ones that nobody has taken. */
  take(name: string): string {
    const number = this.#next.get(name);
    if (number === undefined) {
      this.#next.set(name, 1);
      return name;
    }
    let at = number;
    while (this.#next.has(`${name}-${at}`)) at++;
    this.#next.set(name, at + 1);
    this.#next.set(`${name}-${at}`, 1);
    return `${name}-${at}`;
  }
}
