import { z } from "zod";
import { type Hit, sectionFinder } from "../../../../core/markdown/search-sections";
import { cropText } from "../../../../core/text/characters";
import { joinLineRanges, type LineRange } from "../../../../core/text/line-ranges";
import { sliceLines } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { estimateTokens } from "../../../../core/text/tokens";
import { ToolError } from "../../ports/tool-error";
import { describeLines, nameOf, pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { anyFiles, documentFilter, maxTokens } from "./doc-arguments";
import { readMarkdownFiles } from "./markdown-files";
import { SECTION_BUDGET } from "./section-message";
import { shownPath } from "./shown-names";

const MAX_ROWS = 50;
const MAX_MATCHES = 5_000;

/** Finds sections by title, text, level and size, in one document or many. */
export const docFind = defineTool({
  name: "doc_find",
  set: "documents",
  aliases: ["invar_doc_find"],
  title: "Find sections",
  description: `Find sections by title or text, with its paragraphs.`,
  changes: "nothing",
  answers: `\`matches\`: \`[{file, path, title, level, line_start, line_end, char_count}]\`, by file, then line; \`warnings\` only where there are any, such as a search that stopped early.`,
  input: z.strictObject({
    file: anyFiles,
    pattern: z.string().default("*").describe("Glob on the title: *auth*"),
    content: z.string().optional().describe("Text in its own text"),
    level: z.int().min(1).max(6).optional().describe("1-6"),
    min_size: z.int().min(0).optional().describe("Characters"),
    documents: documentFilter,
    max_tokens: maxTokens,
  }),
  async run({ file, pattern, content, level, min_size, documents, max_tokens = SECTION_BUDGET }, ctx) {
    const finder = sectionFinder({
      pattern,
      ...(content !== undefined && { content }),
      ...(level !== undefined && { level }),
      ...(min_size !== undefined && { minSize: min_size }),
    });
    if (finder.status === "bad_pattern") throw new ToolError("bad_arguments", finder.message);
    const { files, notes, filterNote } = await readMarkdownFiles({ file, documents }, ctx);
    const matches: Match[] = [];
    /** The paragraphs around the hits of each match, worked out only for those that are shown. */
    const excerpts: (() => string[])[] = [];
    const warnings = [...notes];
    const sought = soughtIn(pattern, content);
    for (const { name, document, outline } of files) {
      const lines: LineRange[] = [];
      for (const section of finder.find(document.text, outline)) {
        if (matches.length >= MAX_MATCHES) break;
        const { path, title, lineStart, lineEnd, charCount } = section;
        lines.push({ from: lineStart, to: lineStart });
        excerpts.push(() => excerptsOf(document.text, finder.hitsIn(document.text, section), content ?? ""));
        matches.push({
          file: name,
          path,
          title,
          level: section.level,
          line_start: lineStart,
          line_end: lineEnd,
          char_count: charCount,
        });
      }
      if (sought !== null) ctx.reads.found(document.realPath, document.version, { lines, sought });
    }
    if (matches.length >= MAX_MATCHES) warnings.push(`stopped at ${MAX_MATCHES} sections; ask for less`);
    const [only] = files;
    const isOne = files.length === 1 && only !== undefined;
    const rows = rowsWithin(matches, excerpts, { budget: max_tokens, namesFiles: !isOne });
    const count = pluralize(matches.length, "section");
    const none = filterNote ?? `No section matches in ${pluralize(files.length, "file")}.`;
    return {
      message: [
        ...warnings.map((warning) => `warning: ${warning}`),
        ...(matches.length === 0
          ? [none]
          : [`${count} found${isOne ? ` in ${printableName(only.name)}` : ""}`, ...rows]),
      ].join("\n"),
      summary: `found ${count} in ${files.length === 1 ? nameOf(files[0]?.name ?? "") : pluralize(files.length, "file")}`,
      data: { matches, ...(warnings.length > 0 && { warnings }) },
    };
  },
});

/** A paragraph of at most this number of lines is shown whole; of a longer one, this number of lines before and after a hit. */
const WHOLE_LINES = 6;
const LINES_AROUND = 2;
/** The maximum number of paragraphs of one section, and the characters of a line, that are shown. */
const MAX_PARAGRAPHS = 6;
const MAX_LINE = 600;

/** The paragraphs around the hits of a section, or what is near the hits in long ones, with line numbers. */
function excerptsOf(text: string, hits: readonly Hit[], sought: string): string[] {
  const shown = hits.map(({ lines, paragraph: { from, to } }) =>
    to - from < WHOLE_LINES
      ? { from, to }
      : { from: Math.max(from, lines.from - LINES_AROUND), to: Math.min(to, lines.to + LINES_AROUND) },
  );
  const ranges = joinLineRanges(shown);
  const rows = ranges
    .slice(0, MAX_PARAGRAPHS)
    .flatMap(({ from, to }) =>
      sliceLines(text, from, to).lines.map((line, index) => `  ${from + index} ${cropAround(line, sought)}`),
    );
  const rest = ranges.slice(MAX_PARAGRAPHS);
  return rest.length === 0 ? rows : [...rows, `  also at ${describeLines(rest)}`];
}

/** A line that is too long, cut to what is around the words that were sought. */
function cropAround(line: string, sought: string): string {
  if (line.length <= MAX_LINE) return line;
  const at = Math.max(0, line.toLowerCase().indexOf(sought.toLowerCase()));
  const from = Math.max(0, Math.min(at - MAX_LINE / 3, line.length - MAX_LINE));
  const piece = line.slice(from, from + MAX_LINE).toWellFormed();
  return `${from > 0 ? "..." : ""}${piece}${from + MAX_LINE < line.length ? "..." : ""}`;
}

/** A row for each section, with the paragraphs around the hits below it, in at most `budget` tokens. */
function rowsWithin(
  matches: readonly Match[],
  excerpts: readonly (() => string[])[],
  { budget, namesFiles }: { budget: number; namesFiles: boolean },
): string[] {
  const rows: string[] = [];
  let left = budget;
  for (const [index, { file, path, line_start, line_end, char_count }] of matches.entries()) {
    const name = namesFiles ? `${printableName(file)} ` : "";
    const row = `${name}${shownPath(path)} (${line_start}-${line_end}, ${char_count})`;
    left -= estimateTokens(row) + 1;
    if (index >= MAX_ROWS || (left < 0 && index > 0)) {
      rows.push(`... and ${matches.length - index} more; narrow the search, or raise max_tokens`);
      break;
    }
    rows.push(row);
    for (const line of left > 0 ? (excerpts[index]?.() ?? []) : []) {
      left -= estimateTokens(line) + 1;
      if (left < 0) break;
      rows.push(line);
    }
  }
  return rows;
}

/** The query, for the user; null if every section is requested. */
function soughtIn(pattern: string, content: string | undefined): string | null {
  const terms = [...(pattern === "*" ? [] : [pattern]), ...(content === undefined ? [] : [content])];
  return terms.length === 0 ? null : terms.map((each) => `“${cropText(each, 60)}”`).join(" with ");
}

type Match = {
  file: string;
  path: string;
  title: string;
  level: number;
  line_start: number;
  line_end: number;
  char_count: number;
};
