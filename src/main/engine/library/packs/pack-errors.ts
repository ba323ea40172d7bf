import { ToolError } from "../../ports/tool-error";

/** At most this many faults are told at once. */
const mostFaults = 5;

/** What is wrong with a pack, told together. */
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

  /** Looking for more would help nobody. */
  get areMany(): boolean {
    return this.#count >= 1000;
  }

  /** The refusal for a fault that nothing can be read behind. */
  one(fault: string): ToolError {
    this.add(fault);
    return this.#error();
  }

  /** Throws the refusal if there is a fault. */
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
