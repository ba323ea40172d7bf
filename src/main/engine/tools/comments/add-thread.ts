import { ownTextEnd } from "../../../../core/markdown/sections";
import { findText } from "../../../../core/text/find-text";
import { countLines, lineNumbersOf } from "../../../../core/text/lines";
import { nearestLines } from "../../../../core/text/nearest";
import { printableName } from "../../../../core/text/printable-name";
import { hasAddressedComments } from "../../comments";
import type { CommentAuthor, PlacedThread } from "../../ports/comments";
import { ToolError } from "../../ports/tool-error";
import { requireSection } from "../doc/open-markdown";
import { describeLines } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type CommentsArguments, required } from "./comments-arguments";
import { type CommentedDocument, nearIn, paragraphIdAt, rangeOfLines, sectionNameAt, threadStore } from "./thread-data";

type Range = { from: number; to: number };

/** `comments add`: a thread on one passage. */
export async function addThread(
  args: CommentsArguments,
  {
    path,
    document,
    author,
    passage,
  }: { path: string; document: CommentedDocument; author: CommentAuthor; passage: Range | null },
  ctx: ToolContext,
): Promise<PlacedThread> {
  const text = required(args, "text");
  const isAddressed = hasAddressedComments(document.realPath);
  const address = isAddressed && args.section ? args.section : null;
  const range = trimmed(document.text, rangeOf(args, path, document, passage));
  if (range.from >= range.to && address === null)
    throw new ToolError("bad_arguments", "there are no words to comment on at that passage", {
      hint: "Name words, a section, a paragraph or lines that are not blank.",
    });
  const store = threadStore(document.realPath, ctx);
  // Found here first: a thread that is added keeps the places of the others.
  if (store === ctx.comments) await store.list(document, nearIn(document));
  const roots = await Promise.all(ctx.caller.roots.map((root) => ctx.documents.realPath(root, ctx.caller.roots)));
  const thread = {
    ...range,
    section: address ?? sectionNameAt(document, range.from),
    paragraphId: paragraphIdAt(document, range.from),
    text,
    author,
  };
  return store.add(document, thread, roots);
}

/** The passage that the arguments name, in exactly one way; `passage` is that of a book's paragraph. */
function rangeOf(args: CommentsArguments, path: string, document: CommentedDocument, passage: Range | null): Range {
  const { quote, section, paragraph_id, lines } = args;
  const given = [quote, section, paragraph_id, lines].filter((each) => each !== undefined && each !== "");
  if (given.length !== 1)
    throw new ToolError("bad_arguments", "give exactly one of quote, section, paragraph_id and lines");
  if (quote) return quoted(quote.replaceAll(/\r\n?/g, "\n"), document.text);
  // The comment's own format finds its cell or slide.
  if (section && hasAddressedComments(document.realPath)) return { from: 0, to: 0 };
  if (section) return inSection(section, path, document);
  if (lines && document.chapters !== undefined)
    throw new ToolError("unsupported", `${printableName(path)} is an EPUB, so it has no lines`, {
      hint: "Name words, or a paragraph by its id.",
    });
  if (lines) return rangeOfLines(document.text, ...lineRange(lines, document.text));
  if (passage !== null) return passage;
  const index = document.ids.indexOf((paragraph_id ?? "").trim());
  const paragraph = document.paragraphs[index];
  if (paragraph === undefined)
    throw new ToolError("not_found", `${printableName(path)} has no paragraph with the id ${paragraph_id}`, {
      hint: "read_file and grep name the ids; for those of a book, path is the book or the chapter's file.",
    });
  return paragraph;
}

const MAX_NAMED = 10;

function quoted(quote: string, text: string): Range {
  const found: number[] = [];
  for (const at of findText(text, quote)) if (found.push(at) > 1_000) break;
  const [from] = found;
  if (from === undefined) {
    const nearest = nearestLines(text, quote, "any part");
    const rows = nearest.map(
      ({ line, text: shown, difference }) => `${String(line).padStart(4)} ${shown}\n     (${difference})`,
    );
    throw new ToolError(
      "not_found",
      ["quote not found", ...(rows.length > 0 ? ["the nearest lines:", ...rows] : [])].join("\n"),
      {
        candidates: nearest.map(({ line, text: shown }) => `${line}: ${shown}`),
      },
    );
  }
  if (found.length > 1) {
    const lines = [...new Set(lineNumbersOf(text, found))];
    const many = found.length > 1_000 ? "more than 1,000" : String(found.length);
    throw new ToolError(
      "ambiguous",
      `quote is there ${many} times, in ${describeLines(lines.map((line) => ({ from: line, to: line })))}`,
      {
        hint: "Give a longer quote that occurs only once, or lines.",
        candidates: lines.slice(0, MAX_NAMED).map((line) => `line ${line}`),
      },
    );
  }
  return { from, to: from + quote.length };
}

/** The heading of a section: what is below may be rewritten, and the comment stays. */
function inSection(address: string, path: string, { outline, text }: CommentedDocument): Range {
  if (outline === null)
    throw new ToolError("unsupported", `${printableName(path)} is not Markdown, so it has no sections`, {
      hint: "Name words, a paragraph or lines.",
    });
  const target = requireSection(outline, address);
  if (target !== "frontmatter") {
    const heading = rangeOfLines(text, target.lineStart, target.headingEnd);
    return { from: heading.from, to: Math.min(heading.to, ownTextEnd(target)) };
  }
  const { lineStart = 1, lineEnd = 1 } = outline.frontmatter ?? {};
  return rangeOfLines(text, lineStart, lineEnd);
}

function lineRange(lines: string, text: string): [number, number] {
  const [, first, last = first] = /^\s*(\d{1,9})\s*(?:[-–:,]\s*(\d{1,9}))?\s*$/.exec(lines) ?? [];
  const [from, to] = [Number(first), Number(last)];
  const total = countLines(text);
  if (first === undefined || from < 1 || to < from)
    throw new ToolError("bad_arguments", `lines is a line or a range such as 12-14, not ${JSON.stringify(lines)}`);
  if (from > total) throw new ToolError("not_found", `there is no line ${from}: the document has ${total}`);
  return [from, Math.min(to, total)];
}

/** Without the blanks around it. */
function trimmed(text: string, { from, to }: Range): Range {
  const passage = text.slice(from, to);
  const start = passage.length - passage.trimStart().length;
  return { from: from + start, to: from + Math.max(start, passage.trimEnd().length) };
}
