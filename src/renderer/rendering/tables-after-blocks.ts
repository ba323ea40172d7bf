import type { MarkdownIt } from "markdown-it";

/**
 * Reads what another block begins with as that block, as GitHub does: `- a | b` above an indented delimiter row is an item with a table. markdown-it
 * looks for a table first, and would find one with the cell `- a`.
 */
export function tablesAfterBlocks(md: MarkdownIt): void {
  const { ruler } = md.block;
  const all = ruler.getRules("");
  ruler.disable("table");
  const others = ruler.getRules("");
  const table = all.find((rule) => !others.includes(rule));
  if (table) ruler.before("lheading", "table_after_blocks", table, { alt: ["paragraph", "reference"] });
}
