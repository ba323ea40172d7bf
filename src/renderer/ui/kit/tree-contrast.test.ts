import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastOf } from "../themes/accents";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

/** The light and the dark value of a colour of the standard theme. */
function colours(name: string): [light: string, dark: string] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(read("../theme.css"));
  if (!found) throw new Error(`no colour ${name}`);
  return [found[1] ?? "", found[2] ?? ""];
}

/** The colour that a rule of the trees lets text in a selected row have. */
const colourIn = (text: string) =>
  new RegExp(`\\.tree-line:is\\(\\[aria-selected="true"\\][^{]*\\{\\s*--ink-${text}: var\\(--([a-z-]+)\\)`).exec(
    read("tree.css"),
  )?.[1] ?? `ink-${text}`;

test.each([0, 1])("faint text in a selected row of a tree has the contrast of text (%i)", (theme) => {
  const ground = colours("chrome-strong")[theme] ?? "";
  expect(contrastOf(colours(colourIn("faint"))[theme] ?? "", ground)).toBeGreaterThanOrEqual(4.5);
});
