import { ToolError } from "../../ports/tool-error";
import type { LocatedText } from "./replace-in-paragraphs";

/**
 * The cell texts for `set_text` on a table row, which separates cells with ` | `. Rejects another number of cells, and a new text for a
 * cell with several paragraphs.
 */
export function rowChanges(
  cells: readonly { texts: readonly LocatedText[] }[],
  content: string,
): { at: LocatedText; text: string; content: string }[] {
  const wanted = content.split("|").map((text) => text.trim());
  // Empty cells at the end of a row are not read, and may be left out.
  const least = lastFilled(cells);
  if (wanted.length > cells.length || wanted.length < least) {
    const have = `${cells.length} ${cells.length === 1 ? "cell" : "cells"}`;
    throw new ToolError("bad_arguments", `content has ${wanted.length} cells, and the row has ${have}`, {
      hint: "Write the row as it is read, with | between the cells; to change a few words, use replace_text with this node_id.",
    });
  }
  return wanted.flatMap((text, index) => {
    const texts = cells[index]?.texts ?? [];
    const filled = texts.filter((each) => each.text.trim() !== "");
    if (filled.map((each) => each.text.trim().replaceAll(/\s+/g, " ")).join(" ") === text) return [];
    const [at] = filled.length > 0 ? filled : texts;
    if (filled.length > 1 || at === undefined)
      throw new ToolError("unsupported", `cell ${index + 1} of this row has ${filled.length} paragraphs`, {
        hint: "Change it with replace_text and this node_id, paragraph by paragraph.",
      });
    return [{ at, text: at.text, content: text }];
  });
}

function lastFilled(cells: readonly { texts: readonly LocatedText[] }[]): number {
  let last = 1;
  for (const [index, { texts }] of cells.entries()) if (texts.some(({ text }) => text.trim() !== "")) last = index + 1;
  return last;
}
