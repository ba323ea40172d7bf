/** Gives out unique names: repeated ones get `-1`, `-2` … at the end, as GitHub numbers the headings of a page. */
export class NumberedNames {
  readonly #next = new Map<string, number>();

  /** The name, or its first numbered form that is not yet taken. */
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
