import { z } from "zod";
import type { Paragraph } from "../../../../core/markdown/paragraphs";
import { spokenName } from "../../../../core/text/spoken-name";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import { countWords } from "../../../../core/text/words";
import type { ParagraphDocument } from "../../documents/read-paragraphs";
import { textKey } from "../../documents/text-key";
import { rulebookPlace } from "../../library/entries/rulebook-path";
import { ToolError } from "../../ports/tool-error";
import { rulebookNamed } from "../kit/find-rulebook";
import { counted, nameOf } from "../kit/sentences";
import { defineTool, type ToolContext } from "../kit/tool";
import { idList } from "./id-list";

/** The most tokens of an answer, estimated: for a full read, and if paragraphs were requested. */
const fullBudget = 12_000;
const filteredBudget = 50_000;
/** The tokens of a paragraph's id. */
const idCost = 10;

const input = z.strictObject({
  path: z.string().describe("The document, relative to the workspace folder, or absolute inside it."),
  offset: z
    .int()
    .optional()
    .describe("The first paragraph to read, 1-based; negative counts from the end (-3: the last three)."),
  limit: z.int().min(1).optional().describe("How many paragraphs to read. All the rest unless given."),
  node_ids: z
    .array(z.string())
    .optional()
    .describe("Ids of the paragraphs to read (jr_para_…), from an earlier answer. Not together with offset or limit."),
});

/** Reads a document by paragraph: all of it, a range, or the paragraphs named by id. */
export const readFile = defineTool({
  name: "read_file",
  title: "Read by paragraph",
  description: `Read a document paragraph by paragraph, each with an id that stays the same while other paragraphs come and go, and over restarts: \
Markdown and text, docx and odt, and the text of xlsx, pptx, ods and odp. A paragraph is a block: a heading, a paragraph, a list item's text, a table row, \
a whole code block; in plain text what stands between blank lines.

Without offset, limit or node_ids the whole document is read; it stops at ${fullBudget.toLocaleString("en")} tokens and says which offset to go on with. \
offset and limit read a stretch, node_ids the paragraphs that grep or an earlier read named. To edit Markdown or text, use text_editor or the doc_ tools; the \
text of a paragraph is its source as it stands in the file.`,
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
    const asked = node_ids === undefined ? stretch(total, offset, limit) : placesOf(node_ids, ids);
    if (offset !== undefined && offset > total) warnings.push(`offset ${offset} is past the last paragraph, ${total}`);
    const unknown = node_ids === undefined ? [] : [...new Set(node_ids)].filter((id) => !ids.includes(id));
    if (unknown.length > 0)
      warnings.push(`no paragraph of this document has the ${unknown.length === 1 ? "id" : "ids"} ${idList(unknown)}`);

    const shown = within(asked, document, isFull ? fullBudget : filteredBudget);
    const read = shown.map(({ place }) => place);
    const next = asked[read.length] ?? (node_ids === undefined ? (asked.at(-1) ?? total - 1) + 1 : total);
    const isCut = read.length < asked.length;
    const nextOffset = (node_ids === undefined || isCut) && next < total && read.length > 0 ? next + 1 : null;
    if (isCut)
      warnings.push(
        node_ids === undefined
          ? `stopped at ${(isFull ? fullBudget : filteredBudget).toLocaleString("en")} tokens after paragraph ${(read.at(-1) ?? 0) + 1}; go on with offset ${next + 1}`
          : `stopped after ${counted(read.length, "paragraph")}; ${asked.length - read.length} of those asked for are left`,
      );
    for (const { place, text } of shown)
      if (text !== document.paragraphs[place]?.text) warnings.push(croppedWarning(document, place));

    // Cropped paragraphs do not count as read.
    const whole = shown.filter(({ place, text }) => text === document.paragraphs[place]?.text);
    ctx.reads.sawParagraphs(document.realPath, document.version, {
      paragraphs: whole.map(({ place, text }) => [ids[place] ?? "", textKey(text)] as const),
      lines: linesOf(
        document.paragraphs,
        whole.map(({ place }) => place),
      ),
    });

    const name = nameOf(path);
    const words = countWords(document.text);
    const rows = shown.map(({ place, text }) => `[${ids[place]}] ${text}`);
    const footer = isFull
      ? []
      : [`Read paragraphs: ${read.length === 0 ? "none" : idList(read.map((each) => ids[each] ?? ""))}`];
    return {
      message: [
        `${spokenName(path)} ${rangeInWords(read, total, isFull)}${isFull ? `, ${counted(words, "word")}` : ""}`,
        ...warnings.map((warning) => `warning: ${warning}`),
        ">>>",
        ...rows,
        "<<<",
        ...footer,
      ].join("\n"),
      summary: isFull
        ? `read ${name} (${isCut ? `the first ${read.length} of ${counted(total, "paragraph")}, ` : ""}${counted(words, "word")})`
        : `read ${counted(read.length, "paragraph")} from ${name}`,
      data: {
        paragraphs: shown.map(({ place, text }) => {
          const { kind, text: whole } = document.paragraphs[place] as Paragraph;
          return { id: ids[place], index: place + 1, kind, text, ...(text === whole ? {} : { cropped: true }) };
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
    return ctx.paragraphs.read(rulebookPlace(rulebook.document));
  }
}

/** The indexes of the requested paragraphs, 0-based. */
function stretch(total: number, offset = 1, limit = total): number[] {
  const from = offset > 0 ? offset - 1 : Math.max(0, total + offset);
  const to = Math.min(total, from + limit);
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function placesOf(wanted: readonly string[], ids: readonly string[]): number[] {
  const names = new Set(wanted);
  return ids.flatMap((id, place) => (names.has(id) ? [place] : []));
}

/** As many of the paragraphs as fit the budget. If the first is larger than the budget, it is cropped. */
function within(places: readonly number[], { paragraphs }: ParagraphDocument, budget: number) {
  const shown: { place: number; text: string }[] = [];
  let left = budget;
  for (const place of places) {
    const { text } = paragraphs[place] as Paragraph;
    // A token has at most four characters, so the rest of a huge paragraph need not be counted.
    const cost = idCost + estimateTokens(text.slice(0, 4 * budget + 4));
    if (cost > left && shown.length > 0) break;
    shown.push({ place, text: cost > left ? cropToTokens(text, left - idCost) : text });
    left -= cost;
  }
  return shown;
}

function croppedWarning({ paragraphs }: ParagraphDocument, place: number): string {
  const { line_from, line_to } = paragraphs[place] as Paragraph;
  const lines = line_from === line_to ? `line ${line_from}` : `lines ${line_from}-${line_to}`;
  return `paragraph ${place + 1} (${lines}) is longer than one answer holds and was cropped`;
}

/** The lines of the paragraphs; neighbours include the blank lines between them. */
function linesOf(paragraphs: readonly Paragraph[], places: readonly number[]) {
  const lines: { from: number; to: number }[] = [];
  let before = -2;
  for (const place of places) {
    const { line_from, line_to } = paragraphs[place] as Paragraph;
    const last = lines.at(-1);
    if (last !== undefined && place === before + 1) last.to = line_to;
    else lines.push({ from: place === 0 ? 1 : line_from, to: line_to });
    before = place;
  }
  return lines;
}

function rangeInWords(read: readonly number[], total: number, isFull: boolean): string {
  const [first] = read;
  const last = read.at(-1);
  if (first === undefined || last === undefined)
    return `${isFull ? "" : "no "}${isFull ? counted(0, "paragraph") : `paragraphs of ${total}`}`;
  if (isFull && read.length === total) return counted(total, "paragraph");
  if (last - first + 1 !== read.length) return `${read.length} of ${counted(total, "paragraph")}`;
  return first === last ? `paragraph ${first + 1} of ${total}` : `paragraphs ${first + 1}-${last + 1} of ${total}`;
}
