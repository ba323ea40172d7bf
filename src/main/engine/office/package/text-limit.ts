import { ToolError } from "../../ports/tool-error";

/** Characters that are read of one package, with everything that is shared or repeated counted as often as it is there. */
export const MAX_TEXT = 16_000_000;
/** Paragraphs, rows and repeated cells that are read of one package. */
export const MAX_PIECES = 1_000_000;

/**
 * Counts what a package says while it is read, before it is written out: a few bytes can stand for gigabytes. Throws `ToolError` as soon
 * as there is too much.
 */
export class TextLimit {
  #characters = 0;
  #pieces = 0;
  /** Whether something has been refused. */
  isReached = false;

  /** For text that is about to be kept; `pieces` for new paragraphs, rows or cells. */
  take(characters: number, pieces = 0): void {
    this.#characters += characters;
    this.#pieces += pieces;
    if (this.#characters > MAX_TEXT)
      throw this.#tooLarge(`the text of this document has more than ${MAX_TEXT.toLocaleString("en")} characters`);
    if (this.#pieces > MAX_PIECES)
      throw this.#tooLarge(`this document has more than ${MAX_PIECES.toLocaleString("en")} paragraphs or cells`);
  }

  #tooLarge(what: string): ToolError {
    this.isReached = true;
    return new ToolError("too_large", `${what}, with each repeat and reference counted`, {
      hint: "Read a part of it, such as the range A1:Z500 of a sheet, or split it in an office program.",
    });
  }
}
