import { z } from "zod";
import type { Paragraph } from "../../../../core/markdown/paragraphs";
import { printableName } from "../../../../core/text/printable-name";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import type { ParagraphDocument } from "../../documents/read-paragraphs";
import { textKey } from "../../documents/text-key";
import { rulebookPath } from "../../library/entries/rulebook-path";
import { ToolError } from "../../ports/tool-error";
import { rulebookNamed } from "../kit/find-rulebook";
import { nameOf, pluralize } from "../kit/sentences";
import { defineTool, type ToolContext } from "../kit/tool";
import { countWordsInTurns } from "./count-words-in-turns";
import { idList } from "./id-list";

/** The maximum number of tokens of an answer, estimated: for a full read, and if paragraphs were requested. */
const FULL_BUDGET = 6_000;
const FILTERED_BUDGET = 12_000;
/** The tokens of a paragraph's id. */
const ID_TOKENS = 10;

const input = z.strictObject({
  path: z.string().describe("Document"),
  offset: z.int().optional().describe("1-based; negative: from the end"),
  limit: z.int().min(1).optional().describe("How many"),
  max_tokens: z.int().min(1).optional().describe("Budget"),
  node_ids: z.array(z.string()).optional().describe("Only these; not with offset, limit"),
});

/** Reads a document by paragraph: all of it, a range, or the paragraphs named by id. */
export const readFile = defineTool({
  name: "read_file",
  set: "documents",
  title: "Read by paragraph",
  description: `Read Markdown, text and Office by paragraph, with lasting ids.`,
  changes: "nothing",
  answers: `\`paragraphs\` (\`[{id, index, kind, text}]\` in document order; \`index\` is 1-based; \`kind\` is heading, paragraph, list_item, table_row, code, \
html, reference, front_matter, cell, slide_text or note; a paragraph too long for one answer ends in \`...\` and has \`cropped: true\`), \`total\`, \
\`has_more\`, \`next_offset\` (where to go on, or null), \`version\`, \`unknown\` (the node_ids that no paragraph has).`,
  input,
  async run(args, ctx) {
    const { path, offset, limit, node_ids } = args;
    if (node_ids !== undefined && (offset !== undefined || limit !== undefined))
      throw new ToolError("bad_arguments", "node_ids cannot be combined with offset or limit", {
        hint: "Give node_ids alone, or offset and limit.",
      });
    if (offset === 0)
      throw new ToolError("bad_arguments", "offset is 1-based; 0 names no paragraph", {
        hint: "1 is the first paragraph, -1 the last.",
      });
    const document = await readNamed(path, ctx);
    const ids = await ctx.paragraphs.idsOf(document);
    const total = document.paragraphs.length;
    const isFull = offset === undefined && limit === undefined && node_ids === undefined;
    const warnings = [...document.warnings];
    const requested = node_ids === undefined ? indexesInRange(total, offset, limit) : indexesOf(node_ids, ids);
    if (offset !== undefined && offset > total) warnings.push(`offset ${offset} is past the last paragraph, ${total}`);
    const unknown = node_ids === undefined ? [] : [...new Set(node_ids)].filter((id) => !ids.includes(id));
    if (unknown.length > 0)
      warnings.push(`no paragraph of this document has the ${unknown.length === 1 ? "id" : "ids"} ${idList(unknown)}`);

    const budget = args.max_tokens ?? (isFull ? FULL_BUDGET : FILTERED_BUDGET);
    const shown = within(requested, document, budget);
    const read = shown.map(({ index }) => index);
    const next = requested[read.length] ?? (node_ids === undefined ? (requested.at(-1) ?? total - 1) + 1 : total);
    const isCut = read.length < requested.length;
    const nextOffset = (node_ids === undefined || isCut) && next < total && read.length > 0 ? next + 1 : null;
    if (isCut)
      warnings.push(
        node_ids === undefined
          ? `stopped at ${budget.toLocaleString("en")} tokens after paragraph ${(read.at(-1) ?? 0) + 1}; go on with offset ${next + 1}`
          : `stopped after ${pluralize(read.length, "paragraph")}; ${requested.length - read.length} of those asked for are left`,
      );
    for (const { index, text } of shown)
      if (text !== document.paragraphs[index]?.text) warnings.push(croppedWarning(document, index));

    // Cropped paragraphs do not count as read.
    const complete = shown.filter(({ index, text }) => text === document.paragraphs[index]?.text);
    ctx.reads.sawParagraphs(document.realPath, document.version, {
      paragraphs: complete.map(({ index, text }) => [ids[index] ?? "", textKey(text)] as const),
      lines: linesOf(
        document.paragraphs,
        complete.map(({ index }) => index),
      ),
    });

    const name = nameOf(path);
    // Only a full read says how long the document is.
    const wordCount = isFull ? await countWordsInTurns(document.text) : 0;
    const rows = shown.map(({ index, text }) => `[${ids[index]}] ${text}`);
    const footer = isFull
      ? []
      : [`Read paragraphs: ${read.length === 0 ? "none" : idList(read.map((each) => ids[each] ?? ""))}`];
    return {
      message: [
        `${printableName(path)} ${describeRange(read, total, isFull)}${isFull ? `, ${pluralize(wordCount, "word")}` : ""}`,
        ...warnings.map((warning) => `warning: ${warning}`),
        ">>>",
        ...rows,
        "<<<",
        ...footer,
      ].join("\n"),
      summary: isFull
        ? `read ${name} (${isCut ? `the first ${read.length} of ${pluralize(total, "paragraph")}, ` : ""}${pluralize(wordCount, "word")})`
        : `read ${pluralize(read.length, "paragraph")} from ${name}`,
      data: {
        paragraphs: shown.map(({ index, text }) => {
          const { kind, text: fullText } = document.paragraphs[index] as Paragraph;
          return { id: ids[index], index: index + 1, kind, text, ...(text === fullText ? {} : { cropped: true }) };
        }),
        total,
        has_more: nextOffset !== null,
        next_offset: nextOffset,
        version: document.version,
        ...(node_ids === undefined ? {} : { unknown }),
      },
    };
  },
});

/** A file, or else a rulebook of the library. */
async function readNamed(path: string, ctx: ToolContext): Promise<ParagraphDocument> {
  try {
    return await ctx.paragraphs.read(await ctx.locate(path));
  } catch (error) {
    const isMissing = error instanceof ToolError && error.code === "not_found";
    const rulebook = isMissing ? await rulebookNamed(path, ctx) : null;
    if (rulebook === null) throw error;
    return ctx.paragraphs.read(rulebookPath(rulebook.document));
  }
}

/** The indexes of the requested paragraphs, 0-based. */
function indexesInRange(total: number, offset = 1, limit = total): number[] {
  const from = offset > 0 ? offset - 1 : Math.max(0, total + offset);
  const to = Math.min(total, from + limit);
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function indexesOf(wanted: readonly string[], ids: readonly string[]): number[] {
  const names = new Set(wanted);
  return ids.flatMap((id, index) => (names.has(id) ? [index] : []));
}

/** As many of the paragraphs as fit the budget. If the first is larger than the budget, it is cropped. */
function within(indexes: readonly number[], { paragraphs }: ParagraphDocument, budget: number) {
  const shown: { index: number; text: string }[] = [];
  let left = budget;
  for (const index of indexes) {
    const { text } = paragraphs[index] as Paragraph;
    // A token has at most four characters, so the rest of a huge paragraph need not be counted.
    const cost = ID_TOKENS + estimateTokens(text.slice(0, 4 * budget + 4));
    if (cost > left && shown.length > 0) break;
    shown.push({ index, text: cost > left ? cropToTokens(text, left - ID_TOKENS) : text });
    left -= cost;
  }
  return shown;
}

function croppedWarning({ paragraphs }: ParagraphDocument, index: number): string {
  const { line_from, line_to } = paragraphs[index] as Paragraph;
  const lines = line_from === line_to ? `line ${line_from}` : `lines ${line_from}-${line_to}`;
  return `paragraph ${index + 1} (${lines}) is longer than one answer holds and was cropped`;
}

/** The lines of the paragraphs; neighbours include the blank lines between them. */
function linesOf(paragraphs: readonly Paragraph[], indexes: readonly number[]) {
  const lines: { from: number; to: number }[] = [];
  let before = -2;
  for (const index of indexes) {
    const { line_from, line_to } = paragraphs[index] as Paragraph;
    const last = lines.at(-1);
    if (last !== undefined && index === before + 1) last.to = line_to;
    else lines.push({ from: index === 0 ? 1 : line_from, to: line_to });
    before = index;
  }
  return lines;
}

function describeRange(read: readonly number[], total: number, isFull: boolean): string {
  const [first] = read;
  const last = read.at(-1);
  if (first === undefined || last === undefined)
    return `${isFull ? "" : "no "}${isFull ? pluralize(0, "paragraph") : `paragraphs of ${total}`}`;
  if (isFull && read.length === total) return pluralize(total, "paragraph");
  if (last - first + 1 !== read.length) return `${read.length} of ${pluralize(total, "paragraph")}`;
  return first === last ? `paragraph ${first + 1} of ${total}` : `paragraphs ${first + 1}-${last + 1} of ${total}`;
}
