import { MAX_PACKAGE_PIECES, MAX_PACKAGE_TEXT } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";

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
    if (this.#characters > MAX_PACKAGE_TEXT)
      throw this.#tooLarge(
        `the text of this document has more than ${MAX_PACKAGE_TEXT.toLocaleString("en")} characters`,
      );
    if (this.#pieces > MAX_PACKAGE_PIECES)
      throw this.#tooLarge(
        `this document has more than ${MAX_PACKAGE_PIECES.toLocaleString("en")} paragraphs or cells`,
      );
  }

  #tooLarge(what: string): ToolError {
    this.isReached = true;
    return new ToolError("too_large", `${what}, with each repeat and reference counted`, {
      hint: "Read a part of it, such as the range A1:Z500 of a sheet, or split it in an office program.",
    });
  }
}
