import { paragraphAtLine } from "../../../../core/markdown/paragraphs";
import { listSections, type Outline, parseOutline, type Section } from "../../../../core/markdown/sections";
import { formatOf } from "../../../../core/text/format";
import { lineNumbersOf, lineStart } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { cropToTokens } from "../../../../core/text/tokens";
import { isEpub, packageText } from "../../books";
import { createOfficeComments, hasAddressedComments, hasOwnComments, type ThreadStore } from "../../comments";
import type { ParagraphDocument } from "../../documents/read-paragraphs";
import { agentWriter } from "../../ports/caller";
import type { CommentAnchor, CommentThread, PlacedThread } from "../../ports/comments";
import type { ToolContext } from "../kit/tool";

/** A document with what its comments are named by: its sections, and its paragraphs with their ids. Of an EPUB the paragraphs are the book's. */
export type CommentedDocument = ParagraphDocument & {
  outline: Outline | null;
  ids: readonly string[];
  /** The chapter of each paragraph of an EPUB, whose text has no lines that a caller could know. */
  chapters?: readonly string[];
};

/** A thread as callers see it. Lines are 1-based; an orphan has none. */
export type ThreadData = {
  thread: string;
  path: string;
  status: CommentThread["status"];
  needs_me?: true;
  line_from: number | null;
  line_to: number | null;
  anchor: {
    state: "anchored" | "moved" | "orphaned";
    quote: string;
    /** What stands there now, if it is not the quote. */
    now?: string;
    before: string;
    after: string;
    section: string | null;
    paragraph_id: string | null;
    line_from: number | null;
    line_to: number | null;
  };
  messages: CommentThread["messages"];
};

/** Where the threads of a document are: beside a text, in an Office document. */
export function threadStore(realPath: string, ctx: ToolContext): ThreadStore {
  if (!hasOwnComments(realPath)) return ctx.comments;
  const { documents, packages, caller, signal } = ctx;
  return createOfficeComments({
    documents,
    packages,
    roots: caller.roots,
    by: caller.isUser ? { kind: "you", name: "you" } : agentWriter(caller),
    signal,
  });
}

export async function openCommented(path: string, ctx: ToolContext): Promise<CommentedDocument> {
  if (isEpub(path)) return openEpub(path, ctx);
  const document = await ctx.paragraphs.read(path);
  const outline = formatOf(document.realPath) === "markdown" ? parseOutline(document.text) : null;
  // The paragraphs are computed on demand, and copying the object would compute them.
  return Object.assign(document, { outline, ids: await ctx.paragraphs.idsOf(document) });
}

/** An EPUB as the text of its paragraphs. */
async function openEpub(path: string, { books }: ToolContext): Promise<CommentedDocument> {
  const open = await books.open({ book: path });
  const { document, places } = packageText(open);
  const { positions, chapters } = open.book;
  const starts = lineNumbersOf(
    document.text,
    places.map(({ from }) => from),
  );
  const ends = lineNumbersOf(
    document.text,
    places.map(({ to }) => to),
  );
  const paragraphs = places.map(({ from, to }, index) => {
    const [line_from = 1, line_to = 1] = [starts[index], ends[index]];
    return { kind: "paragraph" as const, text: document.text.slice(from, to), from, to, line_from, line_to };
  });
  return {
    ...document,
    paragraphs,
    ids: places.map(({ id }) => id),
    chapters: places.map(({ id }) => chapters[positions.get(id)?.chapter ?? 0]?.id ?? ""),
    ownNames: [],
    warnings: [],
    isCut: false,
    outline: null,
  };
}

/** Where the words of an anchor were: the paragraph and the section that it remembers. */
export const nearIn =
  ({ paragraphs, ids, outline }: CommentedDocument) =>
  ({ paragraph_id, section }: CommentAnchor): { from: number; to: number }[] => {
    const paragraph = paragraph_id === null ? undefined : paragraphs[ids.indexOf(paragraph_id)];
    const within = outline === null ? undefined : listSections(outline).find(({ path }) => path === section);
    return [
      ...(paragraph === undefined ? [] : [paragraph]),
      ...(within === undefined ? [] : [{ from: within.from, to: within.from + within.charCount }]),
    ];
  };

/** The innermost section that holds a position. */
function sectionAt(outline: Outline | null, position: number): Section | null {
  const holding = (outline === null ? [] : listSections(outline)).filter(
    ({ from, charCount }) => from <= position && position < from + charCount,
  );
  return holding.at(-1) ?? null;
}

/** The paragraph that holds a position. */
export function paragraphIdAt(document: CommentedDocument, position: number): string | null {
  return document.ids[paragraphAt(document, position)] ?? null;
}

function paragraphAt({ text, paragraphs }: CommentedDocument, position: number): number {
  const [line = 1] = lineNumbersOf(text, [position]);
  return paragraphAtLine(paragraphs, line);
}

/** The section of a position, as threads name it: the path of a section of Markdown, or the chapter of an EPUB. */
export function sectionNameAt(document: CommentedDocument, position: number): string | null {
  const { chapters, outline } = document;
  if (chapters !== undefined) return chapters[paragraphAt(document, position)] ?? null;
  return sectionAt(outline, position)?.path ?? null;
}

/** A thread in its document; without one, as it is stored. */
export function threadData(
  thread: CommentThread & Pick<PlacedThread, "thread"> & Partial<Pick<PlacedThread, "place">>,
  path: string,
  document: CommentedDocument | null,
): ThreadData {
  const { status, needs_me, messages, anchor } = thread;
  const place = document === null ? undefined : thread.place;
  const range = place === undefined || place.state === "orphaned" || document === null ? null : place;
  const [line_from, line_to] =
    range === null || document === null || document.chapters !== undefined
      ? [null, null]
      : lineNumbersOf(document.text, [range.from, Math.max(range.from, range.to - 1)]);
  const now = range === null || document === null ? undefined : document.text.slice(range.from, range.to);
  return {
    thread: thread.thread,
    path,
    status,
    ...(needs_me && { needs_me }),
    line_from: line_from ?? null,
    line_to: line_to ?? null,
    anchor: {
      state: place?.state ?? "orphaned",
      quote: anchor.quote,
      ...(now !== undefined && now !== anchor.quote && { now }),
      before: anchor.before,
      after: anchor.after,
      section:
        range === null || document === null || (document.outline === null && document.chapters === undefined)
          ? anchor.section
          : sectionNameAt(document, range.from),
      paragraph_id: range === null || document === null ? anchor.paragraph_id : paragraphIdAt(document, range.from),
      line_from: line_from ?? null,
      line_to: line_to ?? null,
    },
    messages,
  };
}

/** The tokens of one message that a list shows. */
const MESSAGE_TOKENS = 500;
const QUOTE_TOKENS = 60;

/** A thread in the message of an answer. */
export function threadRows({ thread, path, status, needs_me, anchor, messages }: ThreadData): string[] {
  const { state, quote, line_from, line_to } = anchor;
  // A cell or a slide says more than a line of the text that is read of it.
  const address = hasAddressedComments(path) && anchor.section !== null ? ` ${printableName(anchor.section)}` : null;
  const chapter = isEpub(path) ? ` ${printableName(anchor.section ?? "")} ${anchor.paragraph_id ?? ""}` : null;
  const lines = line_from === null ? "" : line_to === line_from ? `:${line_from}` : `:${line_from}-${line_to}`;
  const marks = [
    ...(status === "resolved" ? ["resolved"] : []),
    ...(needs_me ? ["needs the user"] : []),
    ...(state === "anchored" ? [] : [state === "moved" ? "words changed" : "words gone"]),
  ];
  const head = `${printableName(path)}${address ?? chapter ?? lines}  ${thread}${marks.length > 0 ? `  (${marks.join(", ")})` : ""}`;
  const rows = messages.map(
    ({ author, text }) =>
      `  ${printableName(author.name)}: ${cropToTokens(text, MESSAGE_TOKENS).replaceAll("\n", "\n    ")}`,
  );
  return [head, ...(quote === "" ? [] : [`  > ${cropToTokens(printableName(quote), QUOTE_TOKENS)}`]), ...rows];
}

/** The characters of lines `from` to `to`, without the last break. */
export function rangeOfLines(text: string, from: number, to: number): { from: number; to: number } {
  const start = lineStart(text, from);
  const end = lineStart(text, to + 1, { line: from, start });
  return { from: start, to: text[end - 1] === "\n" ? end - 1 : end };
}
