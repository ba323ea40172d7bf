import { ToolError } from "../../ports/tool-error";

/** At most this many errors are shown. */
const MAX_SHOWN_ERRORS = 5;

/** Collects the errors of a pack, to report them together. */
export class PackErrors {
  readonly #file: string;
  readonly #shown: string[] = [];
  #count = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(message: string): void {
    this.#count++;
    if (this.#shown.length < MAX_SHOWN_ERRORS) this.#shown.push(message);
  }

  /** There are so many errors that reading stops. */
  get areMany(): boolean {
    return this.#count >= 1000;
  }

  /** The error for a problem after which nothing more can be read. */
  single(message: string): ToolError {
    this.add(message);
    return this.#error();
  }

  /** The error for a pack that has too much of something. */
  tooLarge(what: string): ToolError {
    return new ToolError("too_large", `${this.#file} has ${what}; nothing was changed`, {
      hint: "Split it into several documents, or declare fewer fields.",
    });
  }

  /** Throws if there is an error. */
  throwIfAny(): void {
    if (this.#count > 0) throw this.#error();
  }

  #error(): ToolError {
    const more = this.#count - this.#shown.length;
    const rows = more > 0 ? [...this.#shown, `... and ${this.areMany ? "many" : more} more`] : this.#shown;
    const what = this.#count === 1 ? ` ${rows[0]}` : `\n- ${rows.join("\n- ")}\n`;
    return new ToolError(
      "bad_arguments",
      `${this.#file} cannot be added:${what}${this.#count === 1 ? "; n" : "N"}othing was changed`,
    );
  }
}
