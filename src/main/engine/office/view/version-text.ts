import type { OfficePlacement } from "../../../../core/office/office-view";
import { MAX_COMPARED_CELLS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import type { ViewEntry } from "../text/view-entry";
import { cellLines } from "./projected-text";
import { type PackageView, slidesOf } from "./view-package";

/** Language-neutral marks before text outside the body; notes have their number. */
const signs: Record<Exclude<OfficePlacement, "body" | "footnote" | "endnote">, string> = {
  header: "⤒ ",
  footer: "⤓ ",
  "text box": "▢ ",
  "slide notes": "✎ ",
};

type Slide = { number: number; to: number };

/**
 * The text of a document for reading beside another version: each paragraph on a line in a Markdown-like form, the cells of a table row on
 * one line, the number of each slide before it, each cell of a sheet on a line with its address. Line breaks within a paragraph are kept.
 * Throws if it is too large to be compared piece by piece.
 */
export function versionText(view: PackageView): string {
  if (view.kind === "spreadsheet") return cellTexts(view);
  return textOf(
    view.text.entries,
    slidesOf(view).map(({ to }, index) => ({ number: index + 1, to })),
  );
}

function textOf(entries: readonly ViewEntry[], slides: readonly Slide[]): string {
  const lines: string[] = [];
  let row: string | null = null;
  let column = -1;
  let slide = -1;
  for (const [index, entry] of entries.entries()) {
    while (slides.length > 0 && (slide < 0 || index >= (slides[slide]?.to ?? Number.POSITIVE_INFINITY))) {
      slide++;
      lines.push(`── ${slides[slide]?.number ?? ""} ──`);
    }
    const { cell, text } = entry;
    const own = cell === null ? null : `${slide} ${entry.placement} ${cell.table} ${cell.row}`;
    if (own !== null && own === row) {
      lines[lines.length - 1] += `${cell?.column === column ? " " : " | "}${text.replaceAll("\n", " ")}`;
    } else lines.push(own === null ? lineOf(entry) : `| ${text.replaceAll("\n", " ")}`);
    row = own;
    column = cell?.column ?? -1;
  }
  for (let next = slide + 1; next < slides.length; next++) lines.push(`── ${slides[next]?.number ?? ""} ──`);
  return lines.join("\n");
}

function lineOf({ kind, level, marker, placement, label, text }: ViewEntry): string {
  const before =
    placement === "body"
      ? ""
      : placement === "footnote" || placement === "endnote"
        ? `[^${label ?? ""}] `
        : signs[placement];
  if (kind === "title" || kind === "heading") return `${before}${"#".repeat(Math.max(1, Math.min(level, 6)))} ${text}`;
  if (kind === "list item") return `${before}${"    ".repeat(level)}${marker ?? "•"} ${text}`;
  return `${before}${kind === "quote" ? "> " : ""}${text}`;
}

function cellTexts(view: Extract<PackageView, { kind: "spreadsheet" }>): string {
  const { book } = view;
  const count = book.sheets.reduce((sum, { cellCount }) => sum + cellCount, 0);
  if (count > MAX_COMPARED_CELLS)
    throw new ToolError("too_large", `${count} cells are too many to be compared; the limit is ${MAX_COMPARED_CELLS}`, {
      hint: "The version can still be restored.",
    });
  const lines = cellLines(book, (name, address, input) => `${name}!${address}: ${input}`);
  if (lines === null)
    throw new ToolError("too_large", "the cells of this workbook have too much text to be compared", {
      hint: "The version can still be restored.",
    });
  return lines.join("\n");
}
