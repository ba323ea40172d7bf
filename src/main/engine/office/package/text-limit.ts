import { ToolError } from "../../ports/tool-error";

/** The maximum number of characters read from one package. Shared or repeated text counts each time. */
export const MAX_TEXT = 16_000_000;
/** The maximum number of paragraphs, rows and repeated cells read from one package. */
export const MAX_PIECES = 1_000_000;

/**
 * Counts the text of a package while it is read, before it is expanded: a few bytes can stand for gigabytes. Throws `ToolError` as soon as
 * a limit is exceeded.
 */
export class TextLimit {
  #characters = 0;
  #pieces = 0;
  /** Whether the limit was exceeded. */
  isReached = false;

  /** Counts text that is about to be kept; `pieces` counts new paragraphs, rows or cells. */
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
