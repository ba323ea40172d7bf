import { ToolError } from "../../ports/tool-error";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { TextRun } from "../text/text-blocks";
import type { Span } from "./marks";
import { type DocxFormatting, formattedRuns } from "./paragraphs";
import { signature } from "./write-text";

/** A cell of a row, and the columns of the table's grid that it is in. */
type GridCell = { element: XmlElement; column: number; span: number };

/** The rows of a table, also those in content controls. */
export function rowsOfTable(table: XmlElement): XmlElement[] {
  return elementsIn(table).flatMap((child) => {
    if (child.name === "w:tr") return [child];
    return aroundRows.has(child.name) ? rowsOfTable(child) : [];
  });
}
const aroundRows = new Set(["w:sdt", "w:sdtContent", "w:customXml"]);

/** The cells of a row with their columns. */
export function gridCells(row: XmlElement): GridCell[] {
  const cells: GridCell[] = [];
  let column = numberIn(row, "w:trPr", "w:gridBefore");
  const walk = (element: XmlElement): void => {
    for (const child of elementsIn(element)) {
      if (aroundRows.has(child.name)) walk(child);
      if (child.name !== "w:tc") continue;
      const span = Math.min(1000, Math.max(1, numberIn(child, "w:tcPr", "w:gridSpan")));
      cells.push({ element: child, column, span });
      column += span;
    }
  };
  walk(row);
  return cells;
}

function numberIn(element: XmlElement, properties: string, name: string): number {
  const found = elementsIn(element, properties).flatMap((each) => elementsIn(each, name))[0];
  return Number(found?.attributes["w:val"] ?? 0) || 0;
}

/** The part of a vertically merged cell that a cell is; null if it is not merged. */
export function mergeOf(cell: XmlElement): { kind: "first" | "further"; element: XmlElement } | null {
  const [element] = elementsIn(cell, "w:tcPr").flatMap((each) => elementsIn(each, "w:vMerge"));
  if (element === undefined) return null;
  return { kind: element.attributes["w:val"] === "restart" ? "first" : "further", element };
}

export const isHeaderRow = (row: XmlElement): boolean =>
  elementsIn(row, "w:trPr")
    .flatMap((each) => elementsIn(each, "w:tblHeader"))
    .some(({ attributes }) => !/^(?:0|false|off)$/.test(attributes["w:val"] ?? ""));

const notOfRows = new Set(["w:ins", "w:del", "w:trPrChange", "w:tblHeader", "w:cnfStyle"]);
const notOfCells = new Set(["w:vMerge", "w:cellIns", "w:cellDel", "w:cellMerge", "w:tcPrChange"]);
const notOfParagraphs = new Set(["w:sectPr", "w:rPr", "w:pPrChange", "w:pageBreakBefore", "w:framePr"]);
const notOfRuns = new Set(["w:rPrChange", "w:ins", "w:del", "w:moveFrom", "w:moveTo"]);

/**
 * The XML of a table row like another one, with these texts in its cells. Where a merged cell goes on in the row that `follows`, it goes on in the new
 * row, too.
 */
export function rowLike(
  { xml }: Pick<EditedPart, "xml">,
  { model, follows, isHeader }: { model: XmlElement; follows: XmlElement | null; isHeader: boolean },
  texts: readonly TextRun[][],
  formatting: DocxFormatting,
): string {
  const { track } = formatting;
  const prefix = prefixOf(xml, model);
  const copied = (element: XmlElement, holder: string, without: ReadonlySet<string>): string =>
    elementsIn(element, holder)
      .slice(0, 1)
      .flatMap((each) => elementsIn(each))
      .filter(({ name }) => !without.has(name))
      .map(({ from, to }) => xml.slice(from, to))
      .join("");
  const further = new Set(
    follows === null
      ? []
      : gridCells(follows).flatMap(({ element, column }) => (mergeOf(element)?.kind === "further" ? [column] : [])),
  );
  const header = isHeader ? `<${prefix}tblHeader/>` : "";
  const mark = track === null ? "" : `<${prefix}ins${signature(prefix, track)}/>`;
  const rowProperties = `${copied(model, "w:trPr", notOfRows)}${header}${mark}`;
  const cells = gridCells(model).map(({ element, column }, index) => {
    const runs = texts[index] ?? [];
    const isMerged = further.has(column);
    if (isMerged && runs.length > 0)
      throw new ToolError("bad_arguments", `cell ${index + 1} of the new row belongs to the merged cell above it`, {
        hint: "Leave it empty between its |.",
      });
    const merge = isMerged ? `<${prefix}vMerge/>` : "";
    const properties = withMerge(copied(element, "w:tcPr", notOfCells), merge, prefix);
    const [first] = elementsIn(element, "w:p");
    const paragraphProperties = first === undefined ? "" : copied(first, "w:pPr", notOfParagraphs);
    const run =
      first === undefined ? undefined : elementsIn(first, "w:r").find((each) => elementsIn(each, "w:t").length > 0);
    const runProperties = run === undefined ? "" : copied(run, "w:rPr", notOfRuns);
    const inserted = track === null ? "" : `<${prefix}rPr><${prefix}ins${signature(prefix, track)}/></${prefix}rPr>`;
    const head = `${paragraphProperties}${inserted}`;
    const written = formattedRuns(formatting, runs, runProperties);
    return `<${prefix}tc>${properties === "" ? "" : `<${prefix}tcPr>${properties}</${prefix}tcPr>`}<${prefix}p${formatting.paragraphName()}>${head === "" ? "" : `<${prefix}pPr>${head}</${prefix}pPr>`}${written}</${prefix}p></${prefix}tc>`;
  });
  return `<${prefix}tr>${rowProperties === "" ? "" : `<${prefix}trPr>${rowProperties}</${prefix}trPr>`}${cells.join("")}</${prefix}tr>`;
}

/** The properties of a cell with its merge, at the position that the schema requires. */
function withMerge(properties: string, merge: string, prefix: string): string {
  if (merge === "") return properties;
  const before = new RegExp(`^(?:<${prefix}(?:cnfStyle|tcW|gridSpan|hMerge)\\b[^>]*/>)*`).exec(properties)?.[0] ?? "";
  return `${before}${merge}${properties.slice(before.length)}`;
}

/**
 * Keeps the content of merged cells that begin in rows that go: the next row that stays takes it over. Returns what moved, and what it takes the place of,
 * which is yet to be removed.
 */
export function keepMergedCells(
  part: EditedPart,
  rows: readonly XmlElement[],
  isGoing: (row: XmlElement) => boolean,
): { moved: Span[]; replaced: Span[] } {
  const moved: Span[] = [];
  const replaced: Span[] = [];
  /** The first cells of merged ones whose rows go, and have gone on until here. */
  let open = new Map<number, XmlElement>();
  for (const row of rows) {
    const going = new Map<number, XmlElement>();
    for (const { element, column } of gridCells(row)) {
      const merge = mergeOf(element);
      const first = merge?.kind === "first" ? element : merge === null ? undefined : open.get(column);
      if (merge === null || first === undefined) continue;
      if (isGoing(row)) going.set(column, first);
      else if (merge.kind === "further") {
        const taken = takeOver(part, first, { cell: element, merge: merge.element });
        if (taken === null) continue;
        moved.push(taken.moved);
        if (taken.replaced !== null) replaced.push(taken.replaced);
      }
    }
    open = going;
  }
  return { moved, replaced };
}

/** Makes a cell the first of its merged one, with the content of the one that was. Words that it hid itself stay after them. */
function takeOver(
  part: EditedPart,
  first: XmlElement,
  { cell, merge }: { cell: XmlElement; merge: XmlElement },
): { moved: Span; replaced: Span | null } | null {
  const contents = (of: XmlElement): XmlElement[] => elementsIn(of).filter(({ name }) => name !== "w:tcPr");
  const [old, own] = [contents(first), contents(cell)];
  const [from, to, ownFrom, ownTo] = [old[0]?.from, old.at(-1)?.to, own[0]?.from, own.at(-1)?.to];
  if (from === undefined || to === undefined || ownFrom === undefined || ownTo === undefined) return null;
  const prefix = prefixOf(part.xml, cell);
  const value = prefix === "" ? "w:" : prefix;
  part.splice(merge.from, merge.to, `<${prefix}vMerge ${value}val="restart"/>`);
  part.splice(ownFrom, ownFrom, part.xml.slice(from, to));
  const isBare = own.every((each) => each.name === "w:p" && elementsIn(each).every(({ name }) => notOfText.has(name)));
  return { moved: { from, to }, replaced: isBare ? { from: ownFrom, to: ownTo } : null };
}

/** What a paragraph without words may have. */
const notOfText = new Set([
  ...["w:pPr", "w:proofErr", "w:bookmarkStart", "w:bookmarkEnd", "w:commentRangeStart", "w:commentRangeEnd"],
  ...["w:permStart", "w:permEnd"],
]);
