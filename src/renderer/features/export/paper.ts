import { cssString } from "../../../core/pdf/page-numbers";
import type { ExportChoices } from "../../../shared/export";

/** Paper size and page layout for printing. */
export type Paper = ExportChoices["paper"];

/** Millimetres: top and bottom, left and right. */
const MARGINS = { narrow: [13, 13], normal: [22, 22], wide: [28, 38] } as const;

/** Regions that use Letter paper. */
const INCHES = new Set(["US", "CA", "MX", "CL", "CO", "CR", "GT", "NI", "PA", "PH", "PR", "SV", "VE", "DO"]);

/** The usual paper size for these languages (BCP 47, best first). */
export function usualPaper(languages: readonly string[]): Paper["size"] {
  for (const tag of languages) {
    const region = /-([A-Z]{2})\b/.exec(tag)?.[1];
    if (region) return INCHES.has(region) ? "Letter" : "A4";
  }
  return "A4";
}

/** Millimetres: short and long side. */
const SIDES = { A4: [210, 297], A5: [148, 210], Letter: [216, 279], Legal: [216, 356] } as const;

/** About how many characters of a table fit next to each other. */
export function charactersAcross({ size, isLandscape, margins }: Paper): number {
  const width = SIDES[size][isLandscape ? 1 : 0] - 2 * MARGINS[margins][1];
  return Math.floor(width / (size === "A5" ? 1.65 : 1.9));
}

/** CSS for the size of the paper, its margins, and what is printed in them. */
export function pageRules({ size, isLandscape, margins, hasNumbers, hasHeader }: Paper, title: string): string {
  const [ends, sides] = MARGINS[margins];
  const box = `font: 8.5pt "Literata Variable", Georgia, serif; color: #6b675e;`;
  const numbers = hasNumbers ? `@bottom-center { content: counter(page) " / " counter(pages); ${box} }` : "";
  const header = hasHeader && title !== "" ? `@top-center { content: ${cssString(shortened(title))}; ${box} }` : "";
  return `
@page { size: ${size}${isLandscape ? " landscape" : ""}; margin: ${ends}mm ${sides}mm; ${numbers} ${header} }
${header === "" ? "" : "@page :first { @top-center { content: none } }"}
`;
}

/** Long titles would leave the margin. */
const shortened = (title: string): string => (title.length > 90 ? `${title.slice(0, 89)}…` : title);

/** CSS for text on paper: its size, and where pages may break. */
export function paperStyles({ size, hyphenates }: Paper): string {
  return `
:root { font-size: ${size === "A5" ? "9.5pt" : "11pt"}; background: none; }
.paper { max-width: none; margin: 0; padding: 0; }
.block { display: block; padding-block: 0.4em; }
p, li, blockquote { orphans: 3; widows: 3; }
p, li, blockquote, td { hyphens: manual; ${hyphenates ? "text-wrap: pretty;" : ""} }
.computed-bold { font-synthesis: none; text-shadow: 0.03em 0 currentColor; }
p:has(> .drawing-math) { overflow: visible; }
.contents a { color: inherit; display: flex; align-items: baseline; gap: 0.4em; }
.contents a::after { content: ""; min-width: 1.6em; text-align: end; font-variant-numeric: tabular-nums; }
.contents .leader { flex: 1; border-bottom: 1px dotted #8b867b; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
.block:has(> :is(h1, h2, h3, h4, h5, h6)), .alert-title, .footnotes-sep { break-after: avoid; }
pre, img, .drawing-math, .alert-title, tr { break-inside: avoid; }
.alert, blockquote, table { box-decoration-break: clone; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.block:has(> table) { overflow: visible; }
th, td { overflow-wrap: break-word; }
.long-word { overflow-wrap: anywhere; }
thead { display: table-header-group; }
img, .drawing-diagram { max-height: 90vh; object-fit: contain; }
a { text-decoration-color: #28589e66; }
a:not([href]) { color: inherit; text-decoration: none; }
`;
}
