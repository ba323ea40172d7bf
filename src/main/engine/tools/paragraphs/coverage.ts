import { z } from "zod";
import { coverageLevel, coverageOfSpans, paragraphsRead } from "../../../../core/markdown/line-coverage";
import type { Paragraph } from "../../../../core/markdown/paragraphs";
import { listSections, parseOutline } from "../../../../core/markdown/sections";
import { formatOf, officeFormatOf } from "../../../../core/text/format";
import type { LineRange } from "../../../../core/text/line-ranges";
import { countLines } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { textKey } from "../../documents/text-key";
import { describeLines, nameOf, pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";

/** The maximum number of sections in a message; `data` has all of them. */
const MAX_ROWS = 60;

/** Reports what this caller has read of a document. */
export const coverage = defineTool({
  name: "coverage",
  set: "documents",
  title: "What has been read",
  description: `What of a document you have read and not read: check before you say you read all.`,
  changes: "nothing",
  answers: `\`path\`, \`version\`, \`lines\` (\`{total, read: [[from, to]], unread: [[from, to]]}\`, 1-based and inclusive), \`paragraphs\` (\`{total, read, unread, \
read_ranges: [[from, to]], unread_ranges: [[from, to]]}\`, by index), \`sections\` (\`[{path, title, line_start, line_end, read: "all" | "part" | "none", \
lines_read, lines_total}]\` of Markdown, by each section's own text; else empty), \`complete\` (every paragraph has been read).`,
  input: z.strictObject({
    path: z.string().describe("Document"),
  }),
  async run({ path }, ctx) {
    const document = await ctx.paragraphs.read(await ctx.locate(path));
    const { paragraphs, text, version, realPath } = document;
    const seen = ctx.reads.seen(realPath);
    const ids = await ctx.paragraphs.idsOf(document);
    const ofThisVersion = seen?.version === version ? seen.lines : [];
    const isRead = paragraphsRead(paragraphs, ofThisVersion, (index) => {
      const key = seen?.paragraphs.get(ids[index] ?? "");
      return key !== undefined && key === textKey(paragraphs[index]?.text ?? "");
    });
    const total = countLines(text);
    const readLines = joined([...ofThisVersion, ...paragraphs.filter((_, index) => isRead[index]).map(rangeOf)], total);
    const unreadLines = unreadLinesOf(paragraphs, isRead);
    const isMarkdown = officeFormatOf(realPath) === null && formatOf(realPath) === "markdown";
    const sections = isMarkdown ? sectionsOf(text, paragraphs, isRead) : [];
    const count = isRead.filter(Boolean).length;
    const isComplete = count === paragraphs.length;
    const name = nameOf(path);
    return {
      message: [
        `${printableName(path)} ${count} of ${pluralize(paragraphs.length, "paragraph")} read`,
        ...(unreadLines.length > 0 ? [`unread: ${describeLines(unreadLines)}`] : []),
        ...sections
          .slice(0, MAX_ROWS)
          .map(
            ({ title, line_start, line_end, read, level }) =>
              `${"  ".repeat(level - 1)}${read === "all" ? "[x]" : read === "part" ? "[-]" : "[ ]"} ${title} (${line_start}-${line_end})`,
          ),
        ...(sections.length > MAX_ROWS ? [`... and ${sections.length - MAX_ROWS} more`] : []),
      ].join("\n"),
      summary: isComplete
        ? `all of ${name} has been read`
        : `${count} of ${pluralize(paragraphs.length, "paragraph")} of ${name} read`,
      data: {
        path,
        version,
        lines: { total, read: readLines.map(asPair), unread: unreadLines.map(asPair) },
        paragraphs: {
          total: paragraphs.length,
          read: count,
          unread: paragraphs.length - count,
          read_ranges: runsOf(isRead, "read"),
          unread_ranges: runsOf(isRead, "unread"),
        },
        sections: sections.map(({ level: _, ...section }) => section),
        complete: isComplete,
      },
    };
  },
});

const asPair = ({ from, to }: LineRange): [number, number] => [from, to];

const rangeOf = ({ line_from, line_to }: Paragraph): LineRange => ({ from: line_from, to: line_to });

/** In order and clamped to the document. Blank lines between two read lines count as read. */
function joined(ranges: readonly LineRange[], total: number): LineRange[] {
  const merged: LineRange[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (from > total) break;
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, Math.min(to, total));
    else merged.push({ from, to: Math.min(to, total) });
  }
  return merged;
}

/** The lines of paragraphs that have not been read, including blank lines between neighbours. */
function unreadLinesOf(paragraphs: readonly Paragraph[], isRead: readonly boolean[]): LineRange[] {
  const gaps: LineRange[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    if (isRead[index]) continue;
    const last = gaps.at(-1);
    if (last !== undefined && index > 0 && !isRead[index - 1]) last.to = paragraph.line_to;
    else gaps.push(rangeOf(paragraph));
  }
  return gaps;
}

function runsOf(isRead: readonly boolean[], wanted: "read" | "unread"): [number, number][] {
  const runs: [number, number][] = [];
  for (const [index, read] of isRead.entries()) {
    if (read !== (wanted === "read")) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[1] === index) last[1] = index + 1;
    else runs.push([index + 1, index + 1]);
  }
  return runs;
}

function sectionsOf(text: string, paragraphs: readonly Paragraph[], isRead: readonly boolean[]) {
  const sections = listSections(parseOutline(text));
  const ownTexts = sections.map(({ lineStart, ownEnd }) => ({ from: lineStart, to: ownEnd }));
  const lines = coverageOfSpans(ownTexts, paragraphs, isRead);
  return sections.map(({ path, title, level, lineStart, lineEnd }, index) => {
    const own = lines[index] ?? { read: 0, total: 0 };
    return {
      path,
      title,
      level,
      line_start: lineStart,
      line_end: lineEnd,
      read: coverageLevel(own),
      lines_read: own.read,
      lines_total: own.total,
    };
  });
}
