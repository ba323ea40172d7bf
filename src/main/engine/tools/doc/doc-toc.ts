import { z } from "zod";
import { type LineSpan, listSections, type Section } from "../../../../core/markdown/sections";
import { formatOutline, formatOutlineWithin } from "../../../../core/outline/outline-text";
import { printableName } from "../../../../core/text/printable-name";
import { estimateTokens } from "../../../../core/text/tokens";
import { nameOf, pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { anyFiles, documentFilter } from "./doc-arguments";
import { type MarkdownFiles, readMarkdownFiles } from "./markdown-files";

const DEFAULT_BUDGET = 600;

/** The outline of one document takes at most this share of its tokens, but these may always be taken: else looking something up by outline costs more than a search. */
const DEFAULT_SHARE = 1 / 250;
const LEAST_BUDGET = 200;

const defaultBudget = (text: string): number =>
  Math.round(Math.min(DEFAULT_BUDGET, Math.max(LEAST_BUDGET, estimateTokens(text) * DEFAULT_SHARE)));

const input = z.strictObject({
  file: anyFiles,
  depth: z.int().min(1).optional().describe("Levels"),
  format: z.enum(["json", "text"]).optional().describe("json: the tree, too"),
  max_tokens: z.int().min(1).optional().describe("Budget"),
  documents: documentFilter,
});

/** Lists the headings of documents as a tree, with the lines of each section. */
export const docToc = defineTool({
  name: "doc_toc",
  set: "documents",
  aliases: ["invar_doc_toc"],
  title: "Outline",
  description: `Outline of Markdown documents: lines, size; within max_tokens (200-600). Start here over 500 lines.`,
  changes: "nothing",
  answers: `For one file \`file, sections, frontmatter, version\`; for a pattern or a list \`files\`, the same for each, by path.

- \`sections\`: \`[{title, slug, level, line_start, line_end, char_count, path, children}]\`; lines are 1-based and inclusive, and hold the whole subtree.
- \`frontmatter\`: \`{line_start, line_end}\` of the block that begins with \`---\` on the first line and ends with \`---\` or \`...\`; else null.
- \`warnings\`: only where there are any, such as files that were passed over.`,
  input,
  async run({ file, depth, format, max_tokens, documents }, ctx) {
    const found = await readMarkdownFiles({ file, documents }, ctx);
    const rows = found.files.map(({ name, document, outline }) => ({
      file: name,
      sections: outline.sections.map((section) => sectionData(section, depth ?? Number.POSITIVE_INFINITY)),
      frontmatter: outline.frontmatter && frontmatterData(outline.frontmatter),
      version: document.version,
    }));
    const nothing = { file, sections: [], frontmatter: null, version: null };
    const warnings = [...found.notes, ...found.files.flatMap(warningsOf)];
    const shape = found.shape === "one" ? (rows[0] ?? nothing) : { files: rows };
    const data = warnings.length > 0 ? { ...shape, warnings } : shape;
    return {
      message: [
        ...warnings.map((warning) => `warning: ${warning}`),
        outlinesIn(found, { file, depth, maxTokens: max_tokens }),
        ...(format === "json" ? [JSON.stringify(data)] : []),
      ].join("\n"),
      summary:
        found.shape === "one" && found.files.length === 1
          ? `looked at the outline of ${nameOf(String(file))}`
          : `looked at the outlines of ${pluralize(found.files.length, "file")}`,
      data,
    };
  },
});

type SectionData = {
  title: string;
  slug: string;
  level: number;
  line_start: number;
  line_end: number;
  char_count: number;
  path: string;
  children: SectionData[];
};

function sectionData(section: Section, depth: number): SectionData {
  const { title, slug, level, lineStart, lineEnd, charCount, path, children } = section;
  return {
    title,
    slug,
    level,
    line_start: lineStart,
    line_end: lineEnd,
    char_count: charCount,
    path,
    children: depth > 1 ? children.map((child) => sectionData(child, depth - 1)) : [],
  };
}

const frontmatterData = ({ lineStart, lineEnd }: LineSpan) => ({ line_start: lineStart, line_end: lineEnd });

const warningsOf = ({ name, document }: MarkdownFiles["files"][number]): string[] =>
  document.warnings.map((warning) => `${printableName(name)}: ${warning}`);

type Bounds = { file: string | string[]; depth: number | undefined; maxTokens: number | undefined };

function outlinesIn(found: MarkdownFiles, { file, depth, maxTokens }: Bounds): string {
  const { files, filterNote, shape } = found;
  if (files.length === 0)
    return filterNote ?? `No Markdown file matches ${[file].flat().join(", ") || "an empty list"}.`;
  const bounded = { ...(depth !== undefined && { depth }) };
  if (shape === "one") {
    const outlineWithin = (each: MarkdownFiles["files"][number]) =>
      outlineOf(each, { ...bounded, maxTokens: maxTokens ?? defaultBudget(each.document.text) });
    return files.map(outlineWithin).join("\n");
  }
  const rows: string[] = [];
  let left = maxTokens ?? DEFAULT_BUDGET;
  let isCut = false;
  for (const [index, each] of files.entries()) {
    const head = `${printableName(each.name)}: ${pluralize(listSections(each.outline).length, "section")}, ${pluralize(each.outline.lineCount, "line")}`;
    const last = `... and ${files.length - index} more files; max_tokens, or fewer files, shows more.`;
    left -= estimateTokens(head) + 1;
    if (index > 0 && left < estimateTokens(last)) return [...rows, last].join("\n");
    rows.push(head);
    // Each file gets an equal share of the remaining budget; what it does not use goes to the others.
    const share = Math.floor((left - estimateTokens(last)) / (files.length - index));
    if (each.outline.sections.length === 0) continue;
    const { text } = formatOutlineWithin(each.document.text, each.outline, { ...bounded, maxTokens: share });
    const cost = estimateTokens(text) + 1;
    if (cost > share) {
      isCut = true;
      continue;
    }
    rows.push(text);
    left -= cost;
  }
  if (isCut) rows.push("Not every outline is shown: max_tokens, or one file at a time, shows more.");
  return rows.join("\n");
}

type OneBound = { depth?: number; maxTokens: number };

function outlineOf({ name, document, outline }: MarkdownFiles["files"][number], bounds: OneBound): string {
  const rows = formatOutlineWithin(document.text, outline, bounds).text;
  if (outline.sections.length > 0) return rows;
  const none = `${printableName(name)} has no headings (${pluralize(outline.lineCount, "line")}); text_editor reads it by line numbers.`;
  return [formatOutline(document.text, { ...outline, sections: [] }), none].filter((row) => row !== "").join("\n");
}
