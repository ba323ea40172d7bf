import { basename, relative, sep } from "node:path";
import { z } from "zod";
import { printableName } from "../../../../core/text/printable-name";
import { estimateTokens } from "../../../../core/text/tokens";
import { rulebookAt } from "../../library/entries/rulebook-path";
import { MAX_SEARCH_MS } from "../../ports/limits";
import type { LineQuery } from "../../ports/search";
import { ToolError } from "../../ports/tool-error";
import { checkPatterns } from "../../search/ripgrep";
import { isWithin } from "../../storage/files/guarded";
import { pluralize } from "../kit/sentences";
import { defineTool, type ToolContext } from "../kit/tool";
import { collectMatches, type SearchMatches } from "./collect-matches";
import { idList } from "./id-list";
import { findSearchedFiles } from "./search-files";

const input = z.strictObject({
  pattern: z.string().optional().describe("What to find"),
  patterns: z.array(z.string()).optional().describe("Any of these"),
  path: z.string().optional().describe("File, folder, glob; else all"),
  documents: z.array(z.string()).nullish().describe("Filter"),
  case_sensitive: z.boolean().default(false).describe("Mind the case"),
  whole_word: z.boolean().default(false).describe("Whole words"),
  regex: z.boolean().default(true).describe("false: plain text"),
  max_results: z.int().min(1).max(10_000).default(100).describe("100 unless given"),
  max_tokens: z.int().min(1).default(2_000).describe("Budget"),
  context: z.int().min(0).max(50).default(0).describe("Lines around"),
});

/** Finds matching lines in one or many documents, with their paragraphs. */
export const grep = defineTool({
  name: "grep",
  set: "documents",
  title: "Search by paragraph",
  description: `Search lines of text and Office, with paragraph ids. Regex without look-around and back-references; ignores case, hidden and git-ignored files.`,
  changes: "nothing",
  answers: `\`matches\` (\`[{file, id, line, text}]\`, with \`before\` and \`after\` where context is asked for; in document order, at most \`max_results\`; a long line is \
cropped around the match with \`...\`), \`match_count\` (matching lines found, shown or not), \`paragraph_count\` and \`file_count\` (the same for paragraphs and files), \`truncated\` \
(not all matches are shown), \`stopped_early\` (the counts are at least these).`,
  input,
  async run(args, ctx) {
    const query = queryOf(args);
    checkPatterns(query);
    const what = query.patterns.map((pattern) => `“${clip(pattern)}”`).join(" or ");
    const documents = args.documents ?? null;
    const inWhere = args.path === undefined ? "in any root" : `in ${printableName(args.path)}`;
    if (documents?.length === 0) {
      return {
        message: `no matches for ${what} ${inWhere}\nno results match the document filter, which is empty`,
        summary: `found no matches for ${what}`,
        data: answerOf(nothing),
      };
    }
    const limits = { signal: ctx.signal, deadline: Date.now() + MAX_SEARCH_MS };
    const files = await findSearchedFiles({ path: args.path, documents, query }, ctx, limits);
    // An invalid pattern is an error even if there are no files to search.
    if (files.paths.length === 0) await ctx.search.linesIn([""], query, limits);
    const found = await collectMatches(
      files,
      {
        query,
        maxResults: args.max_results,
        context: args.context,
        sought: what,
        nameFor: (path) => nameFor(path, ctx),
      },
      ctx,
      limits,
    );
    const notes = notesOn(found, { unknown: files.unknown, isFiltered: documents !== null });
    if (found.matchCount === 0) {
      return {
        message: [`no matches for ${what} ${inWhere}`, ...notes].join("\n"),
        summary: `found no matches for ${what}`,
        data: answerOf(found),
      };
    }
    const count = describeCounts(found);
    return {
      message: [
        `${count} for ${what}`,
        ...notes,
        ...rowsOf(found, args.context, args.max_tokens),
        `Matching paragraphs: ${idList(found.ids, found.paragraphCount)}`,
      ].join("\n"),
      summary: `found ${count} for ${what}`,
      data: answerOf(found),
    };
  },
});

function queryOf({ pattern, patterns, regex, case_sensitive, whole_word }: z.infer<typeof input>): LineQuery {
  if (pattern !== undefined && patterns !== undefined)
    throw new ToolError("bad_arguments", "give pattern or patterns, not both");
  const all = patterns ?? (pattern === undefined ? null : [pattern]);
  if (all === null) throw new ToolError("bad_arguments", "pattern is required");
  return { patterns: [...new Set(all)], regex, caseSensitive: case_sensitive, wholeWord: whole_word };
}

const nothing: SearchMatches = {
  matches: [],
  matchCount: 0,
  ids: [],
  paragraphCount: 0,
  fileCount: 0,
  unread: 0,
  partial: 0,
  stopped: false,
};

function answerOf({ matches, matchCount, paragraphCount, fileCount, stopped }: SearchMatches) {
  return {
    matches,
    match_count: matchCount,
    paragraph_count: paragraphCount,
    file_count: fileCount,
    truncated: matches.length < matchCount,
    stopped_early: stopped,
  };
}

function describeCounts({ matchCount, paragraphCount, fileCount, stopped }: SearchMatches): string {
  const matches = `${stopped ? "at least " : ""}${matchCount} ${matchCount === 1 ? "match" : "matches"}`;
  return `${matches} in ${pluralize(paragraphCount, "paragraph")} of ${pluralize(fileCount, "file")}`;
}

function notesOn(
  found: SearchMatches,
  { unknown, isFiltered }: { unknown: readonly string[]; isFiltered: boolean },
): string[] {
  const notes: string[] = [];
  const names = unknown.map((name) => `“${clip(name)}”`).join(", ");
  if (isFiltered && found.matchCount === 0)
    notes.push(`no results match the document filter${unknown.length > 0 ? `; unknown here: ${names}` : ""}`);
  else if (unknown.length > 0) notes.push(`the document filter names what is not here: ${names}`);
  if (found.matches.length < found.matchCount)
    notes.push(
      `the first ${found.matches.length === 1 ? "one is" : `${found.matches.length} are`} shown; narrow the search, or raise max_results`,
    );
  if (found.stopped) notes.push(`stopped after ${MAX_SEARCH_MS / 1000} s, before all was searched; narrow the search`);
  if (found.unread > 0)
    notes.push(
      `${pluralize(found.unread, "file")} could not be read as text and was left out`.replace(
        "files could not be read as text and was",
        "files could not be read as text and were",
      ),
    );
  if (found.partial > 0)
    notes.push(
      `${pluralize(found.partial, "file")} ${found.partial === 1 ? "is" : "are"} too large to be searched whole: only the beginning was searched`,
    );
  return notes;
}

/** Rows of `file:12 [id] text`; context lines are indented below. */
function rowsOf({ matches }: SearchMatches, context: number, maxTokens: number): string[] {
  const rows: string[] = [];
  let left = maxTokens;
  for (const [index, { file, id, line, text, before = [], after = [] }] of matches.entries()) {
    const row = [
      ...before.map((each, at) => `${printableName(file)}-${line - before.length + at}- ${each}`),
      `${printableName(file)}:${line} [${id}] ${text}`,
      ...after.map((each, at) => `${printableName(file)}-${line + 1 + at}- ${each}`),
    ];
    if (context > 0 && index > 0) rows.push("--");
    rows.push(...row);
    left -= estimateTokens(row.join("\n"));
    if (left < 0 && index < matches.length - 1) {
      rows.push(`... and ${matches.length - index - 1} more matches; narrow the search, or raise max_tokens`);
      break;
    }
  }
  return rows;
}

function nameFor(path: string, { caller }: ToolContext): string {
  const [first = ""] = caller.roots;
  const rulebook = rulebookAt(path);
  if (rulebook !== null) return rulebook;
  if (path === first) return basename(path);
  return isWithin(path, first) ? relative(first, path).split(sep).join("/") : path;
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 57).toWellFormed()}...` : text);
