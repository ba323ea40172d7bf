import type { TextBlock, TextRun } from "./office-format";

/** The blocks as Markdown, for CommonMark with tables. */
export function blocksToMarkdown(blocks: readonly TextBlock[]): string {
  let written = "";
  let before: TextBlock | null = null;
  const numbers: number[] = [];
  let isOrdered = false;
  for (const block of blocks) {
    const isList = block.kind === "item" && before?.kind === "item" && !isOtherList(block, isOrdered);
    if (block.kind === "item" && block.level === 0) isOrdered = block.ordered;
    if (!isList) numbers.length = 0;
    if (before !== null) written += isList ? "\n" : "\n\n";
    if (block.kind === "item") {
      numbers.length = block.level + 1;
      numbers[block.level] = (numbers[block.level] ?? 0) + 1;
      const mark = block.ordered ? `${numbers[block.level]}.` : "-";
      written += `${"    ".repeat(block.level)}${mark} ${inline(block.runs)}`;
    } else written += markdownBlock(block);
    before = block;
  }
  return written === "" ? "" : `${written}\n`;
}

/** A numbered item after bullets begins a new list, and the other way round. */
const isOtherList = ({ level, ordered }: { level: number; ordered: boolean }, isOrdered: boolean): boolean =>
  level === 0 && ordered !== isOrdered;

function markdownBlock(block: Exclude<TextBlock, { kind: "item" }>): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${inline(block.runs).replaceAll(/\s*\n\s*/g, " ")}`;
    case "paragraph":
      return guarded(inline(block.runs));
    case "code": {
      const fence = "`".repeat(Math.max(3, ...[...block.text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
      return `${fence}\n${block.text}\n${fence}`;
    }
    case "rule":
      return "---";
    case "table": {
      const columns = Math.max(1, ...block.rows.map((row) => row.length));
      const line = (row: readonly TextRun[][]): string =>
        `| ${Array.from({ length: columns }, (_, column) => cell(row[column] ?? [])).join(" | ")} |`;
      const [head = [], ...rest] = block.rows;
      return [line(head), `|${" --- |".repeat(columns)}`, ...rest.map(line)].join("\n");
    }
  }
}

const cell = (runs: readonly TextRun[]): string => inline(runs).replaceAll(/\\?\n/g, "<br>").replaceAll("|", "\\|");

/** Escapes the start of a paragraph that would make it another kind of block. */
const guarded = (text: string): string =>
  text.replace(/^(\s*)(?:([#>+-])(?=\s|$|#)|(\d{1,9})([.)])(?=\s|$))/gm, (_, blanks, sign, digits, mark) =>
    sign === undefined ? `${blanks}${digits}\\${mark}` : `${blanks}\\${sign}`,
  );

function inline(runs: readonly TextRun[]): string {
  return runs
    .map(({ text, bold, italic, strike, code, link }) => {
      // Marks only work without blanks inside their ends.
      const [, lead = "", core = "", tail = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
      if (core === "") return lead + tail;
      const escaped = code ? `\`${core}\`` : core.replaceAll(/[\\`*_[\]<~]/g, "\\$&").replaceAll("\n", "\\\n");
      const mark = `${bold ? "**" : ""}${italic ? "*" : ""}${strike ? "~~" : ""}`;
      const marked = `${mark}${escaped}${[...mark].reverse().join("")}`;
      const whole = link === undefined ? marked : `[${marked}](<${link.replaceAll(/[<>\n]/g, encodeURIComponent)}>)`;
      return lead + whole + tail;
    })
    .join("");
}

/** The blocks as plain text: a line for each paragraph, an empty line between blocks, tabs between cells. */
export function blocksToText(blocks: readonly TextBlock[]): string {
  let written = "";
  let before: TextBlock | null = null;
  for (const block of blocks) {
    if (before !== null) written += block.kind === "item" && before.kind === "item" ? "\n" : "\n\n";
    written += plainBlock(block);
    before = block;
  }
  return written === "" ? "" : `${written}\n`;
}

function plainBlock(block: TextBlock): string {
  switch (block.kind) {
    case "code":
      return block.text;
    case "rule":
      return "----";
    case "table":
      return block.rows.map((row) => row.map((runs) => plain(runs).replaceAll(/\s+/g, " ")).join("\t")).join("\n");
    case "item":
      return `${"  ".repeat(block.level)}- ${plain(block.runs)}`;
    default:
      return plain(block.runs);
  }
}

const plain = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join("");

/** The blocks as one HTML page that loads nothing: no script, no style sheet, links only to the web and mail. */
export function blocksToHtml(blocks: readonly TextBlock[], title: string): string {
  let body = "";
  const open: ("ul" | "ol")[] = [];
  const closeTo = (depth: number): void => {
    while (open.length > depth) body += `</li></${open.pop()}>\n`;
  };
  for (const block of blocks) {
    if (block.kind !== "item") {
      closeTo(0);
      body += `${htmlBlock(block)}\n`;
      continue;
    }
    const list = block.ordered ? "ol" : "ul";
    closeTo(block.level + 1);
    if (open.length > block.level) {
      if (open.at(-1) === list) body += "</li>\n<li>";
      else closeTo(block.level);
    }
    while (open.length <= block.level) {
      open.push(list);
      body += `<${list}>\n<li>`;
    }
    body += html(block.runs);
  }
  closeTo(0);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
</head>
<body>
${body}</body>
</html>
`;
}

function htmlBlock(block: Exclude<TextBlock, { kind: "item" }>): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level}>${html(block.runs)}</h${block.level}>`;
    case "paragraph":
      return `<p>${html(block.runs)}</p>`;
    case "code":
      return `<pre><code>${escaped(block.text)}</code></pre>`;
    case "rule":
      return "<hr>";
    case "table":
      return `<table>\n${block.rows.map((row) => `<tr>${row.map((runs) => `<td>${html(runs)}</td>`).join("")}</tr>`).join("\n")}\n</table>`;
  }
}

function html(runs: readonly TextRun[]): string {
  return runs
    .map(({ text, bold, italic, strike, code, link }) => {
      let written = escaped(text).replaceAll("\n", "<br>");
      if (code) written = `<code>${written}</code>`;
      if (strike) written = `<s>${written}</s>`;
      if (italic) written = `<em>${written}</em>`;
      if (bold) written = `<strong>${written}</strong>`;
      const leads = link !== undefined && /^(?:https?:|mailto:|#)/i.test(link);
      return leads ? `<a href="${escaped(link)}">${written}</a>` : written;
    })
    .join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
