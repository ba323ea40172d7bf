import { escapedAttribute } from "../../../../core/text/escape-xml";
import { odtText } from "../odf/text-xml";
import type { TextBlock, TextRun } from "../text/office-format";

/** The formatting of new paragraphs in one document, and its namespace prefixes; null for undeclared ones. */
export type OdtFormatting = {
  text: string;
  table: string | null;
  style: string | null;
  fo: string | null;
  xlink: string | null;
  /** The style of a heading of this level; null if the document has none. */
  headingStyle(level: number): string | null;
  /** The style of ordinary paragraphs, escaped. */
  plainStyle: string;
  /** A style name that is not in use yet. */
  freeName(wanted: string): string;
  /** Lists take their style from the list that they are written into. */
  isInList?: boolean;
};

/**
 * The XML of paragraphs, lists and tables of an OpenDocument text for these blocks, and the automatic styles that they need; `count` is the
 * number of paragraphs.
 */
export function odtParagraphs(
  blocks: readonly TextBlock[],
  formatting: OdtFormatting,
): { xml: string; styles: string; count: number } {
  const written: string[] = [];
  const styles = new NewStyles(formatting);
  const { text } = formatting;
  const paragraph = (runs: readonly TextRun[], style: string): string =>
    `<${text}p ${text}style-name="${style}">${runsXml(runs, formatting, styles)}</${text}p>`;
  let count = 0;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as TextBlock;
    count++;
    switch (block.kind) {
      case "heading": {
        const style = formatting.headingStyle(block.level) ?? styles.heading(block.level);
        const named = style === null ? "" : ` ${text}style-name="${style}"`;
        const inside = runsXml(block.runs, formatting, styles);
        written.push(`<${text}h${named} ${text}outline-level="${block.level}">${inside}</${text}h>`);
        break;
      }
      case "item": {
        const items: Item[] = [];
        for (let next: TextBlock | undefined = block; next?.kind === "item"; next = blocks[++index]) items.push(next);
        index--;
        count += items.length - 1;
        written.push(listXml(items, formatting, styles, paragraph));
        break;
      }
      case "code":
        written.push(paragraph([{ text: block.text, code: true }], formatting.plainStyle));
        break;
      case "rule":
        written.push(paragraph([], styles.rule() ?? formatting.plainStyle));
        break;
      case "table":
        count += block.rows.length - 1;
        written.push(tableXml(block.rows, formatting, paragraph));
        break;
      case "paragraph":
        written.push(paragraph(block.runs, formatting.plainStyle));
        break;
    }
  }
  return { xml: written.join(""), styles: styles.xml, count };
}

type Item = Extract<TextBlock, { kind: "item" }>;
type ParagraphWriter = (runs: readonly TextRun[], style: string) => string;

/** Adjacent items are one list; deeper ones are lists inside their items. */
function listXml(
  items: readonly Item[],
  formatting: OdtFormatting,
  styles: NewStyles,
  paragraph: ParagraphWriter,
): string {
  const { text } = formatting;
  let xml = "";
  let depth = -1;
  let ordered: boolean | null = null;
  const close = (to: number): void => {
    for (; depth > to; depth--) xml += `</${text}list-item></${text}list>`;
  };
  for (const item of items) {
    // A change between bullets and numbers starts another list.
    if (ordered !== null && item.level === 0 && item.ordered !== ordered) close(-1);
    if (item.level <= depth) {
      close(item.level);
      xml += `</${text}list-item><${text}list-item>`;
    }
    while (depth < item.level) {
      const style = styles.list(item.ordered);
      const named = style === null ? "" : ` ${text}style-name="${style}"`;
      xml += `<${text}list${named}><${text}list-item>`;
      depth++;
    }
    if (item.level === 0) ordered = item.ordered;
    xml += paragraph(item.runs, formatting.plainStyle);
  }
  close(-1);
  return xml;
}

function tableXml(rows: readonly TextRun[][][], formatting: OdtFormatting, paragraph: ParagraphWriter): string {
  const { table, plainStyle } = formatting;
  if (table === null)
    return rows
      .map((row) =>
        paragraph(
          row.flatMap((runs, at) => (at === 0 ? runs : [{ text: "\t" }, ...runs])),
          plainStyle,
        ),
      )
      .join("");
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const written = rows.map((row, index) => {
    const cells = Array.from({ length: columns }, (_, column) => {
      const runs = (row[column] ?? []).map((run): TextRun => (index === 0 ? { ...run, bold: true } : run));
      return `<${table}table-cell>${paragraph(runs, plainStyle)}</${table}table-cell>`;
    });
    return `<${table}table-row>${cells.join("")}</${table}table-row>`;
  });
  const column = `<${table}table-column ${table}number-columns-repeated="${columns}"/>`;
  return `<${table}table ${table}name="${formatting.freeName("Table")}">${column}${written.join("")}</${table}table>`;
}

/** The XML of runs, and the automatic styles that they need. */
export function odtRuns(runs: readonly TextRun[], formatting: OdtFormatting): { xml: string; styles: string } {
  const styles = new NewStyles(formatting);
  return { xml: runsXml(runs, formatting, styles), styles: styles.xml };
}

function runsXml(runs: readonly TextRun[], formatting: OdtFormatting, styles: NewStyles): string {
  const { text, xlink } = formatting;
  return runs
    .map((run, index) => {
      const before = runs[index - 1]?.text ?? "";
      const following = runs[index + 1]?.text ?? "";
      const inside = odtText(text, run.text, before, following);
      const style = styles.span(run);
      const span = style === null ? inside : `<${text}span ${text}style-name="${style}">${inside}</${text}span>`;
      if (run.link === undefined || xlink === null) return span;
      return `<${text}a ${xlink}type="simple" ${xlink}href="${escapedAttribute(run.link)}">${span}</${text}a>`;
    })
    .join("");
}

/** The automatic styles that are added, each once. None if the document does not declare the namespaces they need. */
class NewStyles {
  xml = "";
  readonly #names = new Map<string, string>();

  constructor(private readonly formatting: OdtFormatting) {}

  span({ bold, italic, strike, code }: TextRun): string | null {
    const { style, fo } = this.formatting;
    if (style === null || fo === null || !(bold || italic || strike || code)) return null;
    const properties = [
      bold && `${fo}font-weight="bold"`,
      italic && `${fo}font-style="italic"`,
      strike && `${style}text-line-through-style="solid"`,
      code && `${fo}font-family="'Courier New', monospace"`,
    ].filter((each) => typeof each === "string");
    return this.#add(`span ${properties.join(" ")}`, (name) =>
      this.#style(name, "text", `<${style}text-properties ${properties.join(" ")}/>`),
    );
  }

  heading(level: number): string | null {
    const { style, fo } = this.formatting;
    if (style === null || fo === null) return null;
    const size = [18, 16, 14, 13, 12, 11][level - 1] ?? 11;
    const inside = `<${style}paragraph-properties ${fo}margin-top="0.42cm" ${fo}margin-bottom="0.21cm" ${fo}keep-with-next="always"/><${style}text-properties ${fo}font-weight="bold" ${fo}font-size="${size}pt"/>`;
    return this.#add(`heading ${level}`, (name) => this.#style(name, "paragraph", inside));
  }

  rule(): string | null {
    const { style, fo } = this.formatting;
    if (style === null || fo === null) return null;
    const inside = `<${style}paragraph-properties ${fo}border-bottom="0.5pt solid #808080"/>`;
    return this.#add("rule", (name) => this.#style(name, "paragraph", inside));
  }

  list(ordered: boolean): string | null {
    const { style, fo, text, isInList } = this.formatting;
    if (style === null || fo === null || isInList) return null;
    return this.#add(ordered ? "numbers" : "bullets", (name) => {
      const levels = Array.from({ length: 9 }, (_, index) => {
        const kind = ordered
          ? `${text}list-level-style-number ${text}level="${index + 1}" ${style}num-format="1" ${style}num-suffix="."`
          : `${text}list-level-style-bullet ${text}level="${index + 1}" ${text}bullet-char="•"`;
        const position = `${text}list-level-position-and-space-mode="label-alignment"`;
        const indent = `${text}label-followed-by="listtab" ${fo}text-indent="-0.63cm" ${fo}margin-left="${(0.63 * (index + 2)).toFixed(2)}cm"`;
        return `<${kind}><${style}list-level-properties ${position}><${style}list-level-label-alignment ${indent}/></${style}list-level-properties></${kind.split(" ")[0]}>`;
      });
      return `<${text}list-style ${style}name="${name}">${levels.join("")}</${text}list-style>`;
    });
  }

  #style(name: string, family: string, inside: string): string {
    const { style } = this.formatting;
    const parent = family === "paragraph" ? ` ${style}parent-style-name="Standard"` : "";
    return `<${style}style ${style}name="${name}" ${style}family="${family}"${parent}>${inside}</${style}style>`;
  }

  #add(key: string, written: (name: string) => string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.formatting.freeName("Added");
    this.#names.set(key, name);
    this.xml += written(name);
    return name;
  }
}
