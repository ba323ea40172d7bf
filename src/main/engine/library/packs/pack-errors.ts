import { ToolError } from "../../ports/tool-error";

/** At most this many errors are shown. */
const mostFaults = 5;

/** Collects the errors of a pack, to report them together. */
export class Faults {
  readonly #file: string;
  readonly #told: string[] = [];
  #count = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(fault: string): void {
    this.#count++;
    if (this.#told.length < mostFaults) this.#told.push(fault);
  }

  /** More errors would not help anybody. */
  get areMany(): boolean {
    return this.#count >= 1000;
  }

  /** The error for a problem after which nothing more can be read. */
  one(fault: string): ToolError {
    this.add(fault);
    return this.#error();
  }

  /** Throws if there is an error. */
  refuse(): void {
    if (this.#count > 0) throw this.#error();
  }

  #error(): ToolError {
    const more = this.#count - this.#told.length;
    const rows = more > 0 ? [...this.#told, `... and ${this.areMany ? "many" : more} more`] : this.#told;
    const what = this.#count === 1 ? ` ${rows[0]}` : `\n- ${rows.join("\n- ")}\n`;
    return new ToolError(
      "bad_arguments",
      `${this.#file} cannot be added:${what}${this.#count === 1 ? "; n" : "N"}othing was changed`,
    );
  }
}
