import { MAX_INSERTED_ROWS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import type { TextRun } from "./text-blocks";
import { textBlocks } from "./text-blocks";

/** The cells of new table rows: a line a row, with `|` between the cells, also as Markdown writes tables. */
export function rowsOfContent(content: string, columns: number): TextRun[][][] {
  const lines = content.split(/\r\n?|\n/).filter((line) => line.trim() !== "" && !/^[\s|:-]*-{3,}[\s|:-]*$/.test(line));
  if (lines.length > MAX_INSERTED_ROWS)
    throw new ToolError(
      "too_large",
      `content has ${lines.length} rows; the limit is ${MAX_INSERTED_ROWS.toLocaleString("en")}`,
    );
  return lines.map((line) => {
    const cells = cellsOfLine(line.trim());
    if (columns > 1 && !line.includes("|"))
      throw new ToolError("bad_arguments", "node_id is a table row, and content has no | between cells", {
        hint: "Write a row as it is read, with | between its cells. For a paragraph, name one before or after the table.",
      });
    if (cells.length > columns)
      throw new ToolError("bad_arguments", `content has ${cells.length} cells, and the table has ${columns} columns`, {
        hint: "Write a row as it is read, with | between its cells; missing cells stay empty.",
      });
    return cells.map(runsOfCell);
  });
}

function cellsOfLine(line: string): string[] {
  // One that only begins with a bar has an empty first cell, as it is read.
  const bare = /^\|.*(?<!\\)\|$/.test(line) ? line.slice(1, -1) : line;
  return bare.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
}

function runsOfCell(text: string): TextRun[] {
  const [block, ...more] = textBlocks(text);
  if (block === undefined) return [];
  return block.kind === "paragraph" && more.length === 0 ? block.runs : [{ text }];
}
