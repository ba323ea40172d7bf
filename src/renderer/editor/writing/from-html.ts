/** A node of rich text, independent of the DOM: an element with its attributes, or a text. */
export type RichNode =
  | string
  | { name: string; attributes: Readonly<Record<string, string>>; children: readonly RichNode[] };
type RichElement = Exclude<RichNode, string>;

/** Rich text with more nodes is not converted: a partial result would be worse. */
const MAX_NODES = 2_000_000;

/** Deeper or wider structures become plain text. */
const LIMITS = { depth: 60, columns: 100 };

const BLOCKS = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
const DROPPED = new Set("head iframe link meta noscript object script style svg template title xml".split(" "));

type Inline = { bold: boolean; italic: boolean; struck: boolean; highlighted: boolean; code: boolean };
const PLAIN: Inline = { bold: false, italic: false, struck: false, highlighted: false, code: false };

/**
 * Converts rich text to clean Markdown; formatting that Markdown lacks is dropped. The result contains no address that
 * runs code. Null if there are more than `most` nodes.
 */
export function markdownOf(nodes: readonly RichNode[], most = MAX_NODES): string | null {
  const writer = new Writer(most);
  const blocks = writer.blocks(nodes, 0);
  if (writer.isCut) return null;
  return blocks
    .join("\n\n")
    .replace(/[ \t]+$/gm, (blanks, at: number, all: string) =>
      blanks === "  " && all[at + 2] === "\n" && all[at - 1] !== "\n" ? blanks : "",
    )
    .trim();
}

class Writer {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  get isCut(): boolean {
    return this.#left < 0;
  }

  /** The nodes as Markdown blocks, without blank lines between them. */
  blocks(nodes: readonly RichNode[], depth: number): string[] {
    const blocks: string[] = [];
    let run: RichNode[] = [];
    const endRun = () => {
      const text = this.#paragraph(run);
      if (text !== "") blocks.push(text);
      run = [];
    };
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index] ?? "";
      if (this.#left-- <= 0) break;
      if (typeof node === "string" || !this.#isBlock(node)) {
        run.push(node);
        continue;
      }
      endRun();
      const level = wordLevel(node);
      if (level !== null) {
        const items: RichElement[] = [];
        for (; index < nodes.length; index++) {
          const next = nodes[index];
          if (typeof next === "string" && next.trim() === "") continue;
          if (typeof next !== "object" || wordLevel(next) === null) break;
          items.push(next);
        }
        index--;
        blocks.push(this.#wordList(items, depth));
      } else blocks.push(...this.#block(node, depth + 1));
    }
    endRun();
    return blocks;
  }

  #isBlock(node: RichElement): boolean {
    if (BLOCKS.has(node.name)) return true;
    // Google's clipboard wraps its paragraphs in a meaningless `<b>`.
    return node.name !== "a" && node.children.some((child) => typeof child === "object" && BLOCKS.has(child.name));
  }

  #block(node: RichElement, depth: number): string[] {
    const { name, children } = node;
    if (DROPPED.has(name)) return [];
    if (depth > LIMITS.depth) return [escaped(collapsed(textOf(node)))].filter((text) => text.trim() !== "");
    const heading = /^h([1-6])$/.exec(name) ?? /^MsoTitle$/.exec(node.attributes["class"] ?? "");
    if (heading) {
      const text = this.#inline(children, PLAIN)
        .replace(/\s*\n\s*/g, " ")
        .replace(/^\*\*([^*]*)\*\*$/, "$1")
        .trim();
      return text === "" ? [] : [`${"#".repeat(Number(heading[1] ?? 1))} ${text}`];
    }
    switch (name) {
      case "hr":
        return ["---"];
      case "pre":
        return [fenced(node)];
      case "blockquote": {
        const inner = this.blocks(children, depth).join("\n\n");
        return inner === "" ? [] : [inner.replace(/^/gm, "> ").replace(/^> $/gm, ">")];
      }
      case "ul":
      case "ol":
        return [this.#list(node, depth)].filter((text) => text !== "");
      case "table":
        return this.#table(node, depth);
      case "dt":
        return this.blocks(children, depth).map((text) => `**${text}**`);
      default:
        return this.blocks(children, depth);
    }
  }

  #paragraph(nodes: readonly RichNode[]): string {
    const text = this.#inline(nodes, PLAIN)
      .replace(/[ \t]*\n[ \t]*/g, "\n")
      .trim();
    // Escapes what would start a block at the beginning of a line.
    return text
      .split("\n")
      .map((line) =>
        line
          .replace(/^(?=[-+] |#{1,6}(?: |$)|>|(?:=+|-+)$|~~~|:?-+:?\|)/, "\\")
          .replace(/^(\d{1,9})([.)])(?= |$)/, "$1\\$2"),
      )
      .join("\\\n");
  }

  #list(node: RichElement, depth: number): string {
    const isNumbered = node.name === "ol";
    let number = Number(/^\d{1,9}$/.exec(node.attributes["start"] ?? "")?.[0] ?? 1);
    const lines: string[] = [];
    for (const child of node.children) {
      if (typeof child === "string") continue;
      // A list directly in a list, as Google and old pages write it, belongs to the item before it.
      if (child.name === "ul" || child.name === "ol") {
        const inner = this.#list(child, depth + 1);
        if (inner !== "") lines.push(inner.replace(/^(?=.)/gm, isNumbered ? "   " : "  "));
        continue;
      }
      const mark = isNumbered ? `${number++}.` : "-";
      lines.push(this.#item(child, mark, depth + 1));
    }
    return lines.filter((line) => line !== "").join("\n");
  }

  #item(node: RichElement, mark: string, depth: number): string {
    if (depth > LIMITS.depth) return `${mark} ${escaped(collapsed(textOf(node))).trim()}`;
    const box = findBox(node);
    const blocks = this.blocks(node.children, depth);
    if (blocks.length === 0) return "";
    const boxed = box === null ? "" : box ? "[x] " : "[ ] ";
    const isTight = blocks.every((block, index) => index === 0 || /^(?:-|\d+\.) /.test(block));
    const text = boxed + blocks.join(isTight ? "\n" : "\n\n").replace(/\\\n/g, "\\\n");
    return `${mark} ${text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length + 1)}`)}`;
  }

  /** Word's lists are paragraphs with their level in the style and the marker as text. */
  #wordList(items: readonly RichElement[], depth: number): string {
    return items
      .map((item) => {
        const level = Math.min(9, wordLevel(item) ?? 1);
        const written = /^[\s\u00a0]*(?:(\d{1,9}|[a-z])[.)]|[·•§o◦▪–-])[\s\u00a0]+/i.exec(textOf(item));
        const mark = written?.[1] !== undefined && /^\d/.test(written[1]) ? `${written[1]}.` : "-";
        const words = this.#inline(withoutMark(item.children), PLAIN).replace(/\s+/g, " ").trim();
        const plain = words.replace(/^(?:\d{1,9}\\?[.)]|[·•§◦▪]|o(?= ))\s*/, "");
        return `${"   ".repeat(level - 1)}${mark} ${plain}`;
      })
      .filter(() => depth <= LIMITS.depth)
      .join("\n");
  }

  #table(node: RichElement, depth: number): string[] {
    const rows = rowsOf(node);
    const cells = rows.map(
      (row) => row.children.filter((cell) => typeof cell === "object" && /^t[dh]$/.test(cell.name)) as RichElement[],
    );
    const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
    if (width === 0)
      return this.blocks(
        node.children.flatMap((child) => (typeof child === "string" ? [] : child.children)),
        depth,
      );
    // Pages and mails use one-cell tables for layout.
    if (width === 1 || width > LIMITS.columns) return cells.flat().flatMap((cell) => this.blocks(cell.children, depth));
    const texts = cells.map((row) => row.map((cell) => this.#cell(cell, depth)));
    const line = (row: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, column) => row[column] ?? "").join(" | ")} |`;
    const [head, ...body] = texts;
    const signs = Array.from({ length: width }, (_, column) => alignmentOf(cells.map((row) => row[column])));
    return [[line(head ?? []), `| ${signs.join(" | ")} |`, ...body.map(line)].join("\n")];
  }

  #cell(cell: RichElement, depth: number): string {
    const text = this.blocks(cell.children, depth).join("<br>");
    return text
      .replace(/\\?\n/g, "<br>")
      .replace(/(?<!\\)\|/g, "\\|")
      .trim();
  }

  #inline(nodes: readonly RichNode[], form: Inline, depth = 0): string {
    let text = "";
    for (const node of nodes) {
      if (this.#left-- <= 0) break;
      if (typeof node === "string") text += form.code ? collapsed(node) : escaped(collapsed(node));
      else if (depth > LIMITS.depth) text += escaped(collapsed(textOf(node)));
      else if (!DROPPED.has(node.name)) text += this.#element(node, form, depth + 1);
    }
    return text.replace(/ {2,}/g, " ");
  }

  #element(node: RichElement, form: Inline, depth: number): string {
    const { name, attributes, children } = node;
    if (name === "br") return "\n";
    if (name === "img") return imageOf(attributes);
    if (name === "input") return "";
    const style = attributes["style"] ?? "";
    if (/mso-list:\s*ignore/i.test(style) || /display:\s*none/i.test(style)) return "";
    if (/^(?:code|kbd|samp|tt)$/.test(name) && !form.code) return codeSpan(textOf(node));
    const inner: Inline = { ...form };
    // Word also has a weight for other scripts: `mso-bidi-font-weight`.
    const weight = /(?:^|[\s;])font-weight:\s*(\w+)/i.exec(style)?.[1];
    if (/^(?:b|strong)$/.test(name)) inner.bold = weight === undefined || !/^(?:normal|[1-4]00)$/i.test(weight);
    else if (weight && /^(?:bold|bolder|[6-9]00)$/i.test(weight)) inner.bold = true;
    if (/^(?:i|em)$/.test(name)) inner.italic = !/(?:^|[\s;])font-style:\s*normal/i.test(style);
    else if (/(?:^|[\s;])font-style:\s*italic/i.test(style)) inner.italic = true;
    if (/^(?:s|del|strike)$/.test(name) || /text-decoration[^;]*line-through/i.test(style)) inner.struck = true;
    if (name === "mark") inner.highlighted = true;
    const text = this.#inline(children, inner, depth);
    const marks =
      (inner.highlighted && !form.highlighted ? "==" : "") +
      (inner.struck && !form.struck ? "~~" : "") +
      (inner.bold && !form.bold ? "**" : "") +
      (inner.italic && !form.italic ? "*" : "");
    const marked = wrapInMarks(text, marks);
    if (name !== "a") return marked;
    const address = addressOf(attributes["href"]);
    const words = marked.trim();
    if (address === null || words === "") return marked;
    const shown = words.replace(/\n+/g, " ");
    if (unescaped(shown) === address && /^https?:/.test(address)) return marked.replace(words, `<${address}>`);
    return marked.replace(words, () => `[${shown}](${address})`);
  }
}

/** Puts the marks directly around the text of each line, with spaces outside. */
function wrapInMarks(text: string, marks: string): string {
  if (marks === "") return text;
  const closing = (marks.match(/==|~~|\*\*|\*/g) ?? []).reverse().join("");
  return (
    text
      .split("\n")
      .map((line) => {
        const words = line.trim();
        return words === "" ? line : line.replace(words, () => `${marks}${words}${closing}`);
      })
      .join("\n")
      // Joins two adjacent pieces of the same style.
      .replaceAll("****", "")
  );
}

const collapsed = (text: string) => text.replace(/[\s\u00a0]+/g, " ").replace(/[\u200b\ufeff]/g, "");

/** Escapes Markdown syntax within a line; syntax at the start of a line is escaped there. */
const escaped = (text: string) =>
  text.replace(
    /[\\`*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|~(?=~)|=(?==)|&(?=#?\w{1,30};)/giu,
    "\\$&",
  );
const unescaped = (text: string) => text.replace(/\\([\\`*_[\]<~=&])/g, "$1");

function codeSpan(text: string): string {
  const words = text.replace(/[\s\u00a0]+/g, " ");
  if (words.trim() === "") return words;
  const longest = Math.max(0, ...(words.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = words.startsWith("`") || words.endsWith("`") ? " " : "";
  return `${fence}${gap}${words}${gap}${fence}`;
}

function fenced(node: RichElement): string {
  const text = textOf(node)
    .replace(/\r\n?/g, "\n")
    .replace(/\u00a0/g, " ")
    .replace(/^\n|\n+$/g, "");
  const classes = [node, ...node.children]
    .map((child) => (typeof child === "string" ? "" : (child.attributes["class"] ?? "")))
    .join(" ");
  const language = /(?:language|lang|highlight-source)-([\w+#.-]{1,30})/.exec(classes)?.[1] ?? "";
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** An address that is safe in a link; null if it runs code or refers to the local machine. */
function addressOf(href: string | undefined): string | null {
  // biome-ignore-start lint/suspicious/noControlCharactersInRegex: browsers leave these out when they follow an address
  const bare = (href ?? "").replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, "");
  const address = bare.replace(/[\u0000-\u0020\u007f]/g, (one) => (one === " " ? "%20" : "")).slice(0, 4000);
  // biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (address === "" || (scheme && !/^(?:https?|mailto|tel|ftp)$/.test(scheme))) return null;
  return /[()<>]/.test(address) ? `<${address.replace(/[<>]/g, encodeURIComponent)}>` : address;
}

function imageOf(attributes: Readonly<Record<string, string>>): string {
  const source = attributes["data-source"] ?? attributes["src"];
  const address = addressOf(source);
  const words = escaped(collapsed(attributes["alt"] ?? "")).trim();
  return address === null || !/^<?https?:/.test(address) ? words : `![${words}](${address})`;
}

function textOf(node: RichNode): string {
  if (typeof node === "string") return node;
  let text = "";
  const stack: RichNode[] = [node];
  for (let left = MAX_NODES; stack.length > 0 && left > 0; left--) {
    const next = stack.pop() ?? "";
    if (typeof next === "string") text += next;
    else if (next.name === "br") text += "\n";
    else if (!DROPPED.has(next.name)) stack.push(...[...next.children].reverse());
  }
  return text;
}

/** Whether an item begins with a checkbox, and whether it is checked. */
function findBox(node: RichElement, depth = 0): boolean | null {
  for (const child of node.children) {
    if (typeof child === "string") {
      if (child.trim() !== "") return null;
    } else if (child.name === "input" && child.attributes["type"] === "checkbox") return "checked" in child.attributes;
    else return depth < 4 && !/^[uo]l$/.test(child.name) ? findBox(child, depth + 1) : null;
  }
  return null;
}

function wordLevel({ name, attributes }: RichElement): number | null {
  if (name !== "p" && name !== "div") return null;
  const level = /mso-list:[^;]*\blevel(\d)/i.exec(attributes["style"] ?? "")?.[1];
  if (level !== undefined) return Number(level);
  return /\bMsoListParagraph/.test(attributes["class"] ?? "") ? 1 : null;
}

/** Removes the piece that Word marks as the item's marker. */
const withoutMark = (nodes: readonly RichNode[]): readonly RichNode[] =>
  nodes.filter((node) => typeof node === "string" || !/mso-list:\s*ignore/i.test(node.attributes["style"] ?? ""));

/** The rows of a table, without those of nested tables. */
function rowsOf(table: RichElement): RichElement[] {
  return table.children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.name === "tr") return [child];
    return /^t(?:head|body|foot)$/.test(child.name) ? rowsOf(child) : [];
  });
}

function alignmentOf(column: readonly (RichElement | undefined)[]): string {
  const alignments = column.map((cell) => {
    const { align, style = "" } = cell?.attributes ?? {};
    return (align ?? /text-align:\s*(left|center|right)/i.exec(style)?.[1] ?? "").toLowerCase();
  });
  const [first] = alignments;
  if (!first || alignments.some((each) => each !== first)) return "---";
  return { center: ":-:", right: "--:", left: ":--" }[first] ?? "---";
}
