import MarkdownIt from "markdown-it";
import { withPlainBreaks } from "../../../../core/text/line-endings";

/** A range of text in one style. */
export type TextRun = { text: string; bold?: true; italic?: true; strike?: true; code?: true; link?: string };

/** The blocks of a document, from which Office packages and exports are written. */
export type TextBlock =
  | { kind: "heading"; level: number; runs: TextRun[] }
  | { kind: "paragraph"; runs: TextRun[] }
  /** `level` counts from 0. */
  | { kind: "item"; level: number; ordered: boolean; runs: TextRun[] }
  | { kind: "code"; text: string }
  | { kind: "table"; rows: TextRun[][][] }
  | { kind: "rule" };

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false })
  // Indented text is not code.
  .disable(["code", "image", "reference", "autolink"]);

type Token = ReturnType<typeof parser.parse>[number];

/**
 * Parses Markdown into blocks: headings, lists, tables, fenced code, rules, bold, italic, links. In text without marks, each line is a
 * paragraph: in an Office document, callers mean every line to be one.
 */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const lists: List[] = [];
  let rows: TextRun[][][] | null = null;
  let heading = 0;
  let marker: Marker | null = null;
  for (const token of parser.parse(withPlainBreaks(text), {})) {
    switch (token.type) {
      case "heading_open":
        heading = Number(token.tag.slice(1));
        break;
      case "heading_close":
        heading = 0;
        break;
      case "bullet_list_open":
        lists.push({ ordered: false, next: 1 });
        break;
      case "ordered_list_open":
        lists.push({ ordered: true, next: 1 });
        break;
      case "bullet_list_close":
      case "ordered_list_close":
        lists.pop();
        break;
      case "list_item_open":
        marker = { ordered: lists.at(-1)?.ordered ?? false, number: Number(token.info || 1) };
        break;
      case "table_open":
        rows = [];
        break;
      case "table_close":
        if (rows !== null) blocks.push({ kind: "table", rows });
        rows = null;
        break;
      case "tr_open":
        rows?.push([]);
        break;
      case "inline":
        if (rows !== null) rows.at(-1)?.push(runsOf(token.children ?? []));
        else if (heading > 0) blocks.push({ kind: "heading", level: heading, runs: runsOf(token.children ?? []) });
        else if (lists.length > 0) {
          blocks.push(...itemBlocks(token, marker, lists));
          marker = null;
        } else for (const line of linesOf(token.children ?? [])) blocks.push({ kind: "paragraph", runs: runsOf(line) });
        break;
      case "fence":
        blocks.push({ kind: "code", text: token.content.replace(/\n$/, "") });
        break;
      case "hr":
        blocks.push({ kind: "rule" });
        break;
      default:
        break;
    }
  }
  return blocks;
}

/** An open list, and the number of its next item. */
type List = { ordered: boolean; next: number };
/** The marker of an item; none for what follows its first paragraph. */
type Marker = { ordered: boolean; number: number };

function itemBlocks(token: Token, marker: Marker | null, lists: readonly List[]): TextBlock[] {
  const list = lists.at(-1);
  const runs = runsOf(token.children ?? []);
  if (marker === null || list === undefined) return [{ kind: "paragraph", runs }];
  // `2024. A good year` is a sentence, not item 2024 of a list.
  if (marker.ordered && marker.number !== 1 && marker.number !== list.next)
    return [{ kind: "paragraph", runs: [{ text: `${marker.number}. ` }, ...runs] }];
  list.next++;
  return [{ kind: "item", level: lists.length - 1, ordered: marker.ordered, runs }];
}

/** The inline tokens of each line of a paragraph; a hard break does not end a line. */
function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  // Marks that are open at the end of a line continue on the next.
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.type === "softbreak") {
      lines.push([...open]);
      continue;
    }
    if (token.nesting === 1) open.push(token);
    if (token.nesting === -1) open.pop();
    lines.at(-1)?.push(token);
  }
  return lines;
}

function runsOf(tokens: readonly Token[]): TextRun[] {
  const runs: TextRun[] = [];
  const style: Omit<TextRun, "text"> = {};
  const add = (text: string, more: Omit<TextRun, "text"> = {}): void => {
    if (text === "") return;
    const run = { text, ...style, ...more };
    const last = runs.at(-1);
    if (last !== undefined && sameStyle(last, run)) last.text += text;
    else runs.push(run);
  };
  for (const token of tokens) {
    switch (token.type) {
      case "text":
        add(token.content);
        break;
      case "code_inline":
        add(token.content, { code: true });
        break;
      case "softbreak":
        add(" ");
        break;
      case "hardbreak":
        add("\n");
        break;
      case "strong_open":
        style.bold = true;
        break;
      case "strong_close":
        delete style.bold;
        break;
      case "em_open":
        style.italic = true;
        break;
      case "em_close":
        delete style.italic;
        break;
      case "s_open":
        style.strike = true;
        break;
      case "s_close":
        delete style.strike;
        break;
      case "link_open":
        style.link = String(token.attrGet("href") ?? "");
        break;
      case "link_close":
        delete style.link;
        break;
      default:
        add(token.content);
        break;
    }
  }
  return runs;
}

const sameStyle = (one: TextRun, other: TextRun): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.strike === other.strike &&
  one.code === other.code &&
  one.link === other.link;
