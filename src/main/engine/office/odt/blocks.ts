import { odfPrefixes, skippedInOdf } from "../odf/scan";
import { readPart } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { TextBlock, TextRun } from "../text/office-format";
import { odtElements, odtPieces } from "./pieces";

/** The blocks of an OpenDocument text for export: the text in order, notes after the paragraph they belong to. */
export function odtBlocks(zip: ZipPackage): TextBlock[] {
  const xml = readPart(zip, "content.xml") ?? "";
  const context: BlockContext = {
    xml,
    styles: textStyles(xml),
    lists: countedLists(xml, readPart(zip, "styles.xml") ?? ""),
  };
  const blocks: TextBlock[] = [];
  for (const body of odtElements(xml, "office:text")) collect(body, blocks, context, []);
  return blocks;
}

type Style = { bold: boolean; italic: boolean; strike: boolean };
type BlockContext = { xml: string; styles: ReadonlyMap<string, Style>; lists: ReadonlySet<string> };
/** The lists around an element, by their styles. */
type Lists = readonly { style: string }[];

function collect(element: XmlElement, blocks: TextBlock[], context: BlockContext, lists: Lists): void {
  let isFirst = true;
  for (const child of elementsIn(element)) {
    if (skippedInOdf.has(child.name)) continue;
    switch (child.name) {
      case "text:h":
      case "text:p": {
        const runs = runsIn(child, context);
        if (runs.some(({ text }) => text.trim() !== "")) {
          const level = Math.min(6, Math.max(1, Number(child.attributes["text:outline-level"] ?? 1) || 1));
          if (child.name === "text:h") blocks.push({ kind: "heading", level, runs });
          else if (element.name === "text:list-item" && isFirst)
            blocks.push({ kind: "item", level: lists.length - 1, ordered: isCounted(lists, context), runs });
          else blocks.push({ kind: "paragraph", runs });
        }
        isFirst = false;
        // Notes and frames.
        for (const inner of nested(child)) collect(inner, blocks, context, []);
        break;
      }
      case "text:list": {
        const style = child.attributes["text:style-name"] ?? lists.at(-1)?.style ?? "";
        collect(child, blocks, context, [...lists, { style }]);
        break;
      }
      case "table:table":
        blocks.push({ kind: "table", rows: rowsIn(child).map((row) => cellsIn(row, context)) });
        break;
      default:
        collect(child, blocks, context, lists);
        break;
    }
  }
}

const isCounted = (lists: Lists, context: BlockContext): boolean =>
  context.lists.has(`${lists.at(-1)?.style ?? ""}:${lists.length}`);

function nested(paragraph: XmlElement): XmlElement[] {
  return elementsIn(paragraph).flatMap((child) =>
    child.name === "text:note-body" || child.name === "draw:text-box"
      ? [child]
      : skippedInOdf.has(child.name)
        ? []
        : nested(child),
  );
}

const rowsIn = (table: XmlElement): XmlElement[] =>
  elementsIn(table).flatMap((child) => {
    if (child.name === "table:table-row") return [child];
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsIn(child) : [];
  });

function cellsIn(row: XmlElement, context: BlockContext): TextRun[][] {
  return elementsIn(row, "table:table-cell").map((cell) => {
    const inside: TextBlock[] = [];
    collect(cell, inside, context, []);
    return inside.flatMap((block, index) => {
      const runs =
        block.kind === "table" ? block.rows.flat(2) : block.kind === "code" || block.kind === "rule" ? [] : block.runs;
      return index === 0 ? runs : [{ text: " " }, ...runs];
    });
  });
}

function runsIn(paragraph: XmlElement, { styles }: BlockContext): TextRun[] {
  const runs: TextRun[] = [];
  for (const { text, from } of odtPieces(paragraph)) {
    const ancestors = pathTo(paragraph, from);
    const applied = ancestors.map(({ attributes }) => styles.get(attributes["text:style-name"] ?? ""));
    const link = ancestors.find(({ name }) => name === "text:a")?.attributes["xlink:href"];
    const next: TextRun = {
      text,
      ...(applied.some((style) => style?.bold) && { bold: true }),
      ...(applied.some((style) => style?.italic) && { italic: true }),
      ...(applied.some((style) => style?.strike) && { strike: true }),
      ...(link !== undefined && { link }),
    };
    const last = runs.at(-1);
    const isLike =
      last?.bold === next.bold &&
      last?.italic === next.italic &&
      last?.strike === next.strike &&
      last?.link === next.link;
    if (last !== undefined && isLike) last.text += text;
    else runs.push(next);
  }
  return runs;
}

/** The spans and links around an offset, inside its paragraph. */
function pathTo(element: XmlElement, offset: number): XmlElement[] {
  const child = elementsIn(element).find(({ from, to }) => from < offset && offset < to);
  return child === undefined ? [] : [child, ...pathTo(child, offset)];
}

function textStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  for (const style of odtElements(xml, "style:style")) {
    if (style.attributes["style:family"] !== "text") continue;
    const properties = elementsIn(style, "style:text-properties")[0]?.attributes ?? {};
    styles.set(style.attributes["style:name"] ?? "", {
      bold: /^(?:bold|[6-9]00)$/.test(properties["fo:font-weight"] ?? ""),
      italic: properties["fo:font-style"] === "italic",
      strike: !/^(?:|none)$/.test(properties["style:text-line-through-style"] ?? ""),
    });
  }
  return styles;
}

/** The numbered levels of list styles, as `style:level`; the others have bullets. */
function countedLists(...parts: string[]): Set<string> {
  const counted = new Set<string>();
  for (const xml of parts.filter((part) => part !== "")) {
    const found = takeElements(xml, {
      prefixes: odfPrefixes,
      attributes: ["style:name", "text:level", "style:num-format"],
      take: (name) => name === "text:list-style",
    });
    for (const list of found)
      for (const level of elementsIn(list, "text:list-level-style-number"))
        if ((level.attributes["style:num-format"] ?? "") !== "")
          counted.add(`${list.attributes["style:name"]}:${level.attributes["text:level"]}`);
  }
  return counted;
}
