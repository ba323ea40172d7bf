import { printableName } from "../../../../core/text/printable-name";
import { chapterFile, paragraphPositions } from "../../books";
import type { CommentAuthor, CommentThread } from "../../ports/comments";
import { ToolError } from "../../ports/tool-error";
import { nameOf } from "../kit/sentences";
import { defineTool, type ToolContext, type ToolResult } from "../kit/tool";
import { pathNames } from "../workspace/entry-path";
import { addThread } from "./add-thread";
import { type CommentsArguments, commentsInput, rejectForeignArguments, required } from "./comments-arguments";
import { listThreads } from "./list-threads";
import { nearIn, openCommented, type ThreadData, threadData, threadRows, threadStore } from "./thread-data";
import { documentOfThread, threadOf } from "./thread-of";

/** Threads on passages of documents. */
export const comments = defineTool({
  name: "comments",
  set: "documents",
  title: "Comments",
  description: `Threads on text, cells, slides. add: one of quote, section, paragraph_id, lines. An edit may name its thread.`,
  changes: "documents",
  answers: `Always \`action\`.

- list: \`threads\` (in document order), \`total\`, \`cursor\` (for \`since\`), \`warnings\`.
- add, reply, resolve, reopen: the thread.

A thread is \`thread\` (its id), \`path\`, \`status ("open" | "resolved")\`, \`needs_me?\` (the user resolves it), \`line_from, line_to\` (null for an orphan), \`anchor\` (\`{state: "anchored" | "moved" | "orphaned", quote, now?, before, after, section, paragraph_id, line_from, line_to}\`), \`messages\` (\`[{author: {name, kind: "user" | "agent" | "program"}, text, at}]\`). In workbooks and presentations \`section\` is the cell (\`Sheet1!B2\`) or the slide (\`slide 3\`); a cell has one thread.`,
  input: commentsInput,
  async run(args, ctx) {
    rejectForeignArguments(args);
    const { message, summary, data } = await {
      list: () => listThreads(args, ctx),
      add: () => add(args, ctx),
      reply: () => reply(args, ctx),
      resolve: () => setStatus(args, "resolved", ctx),
      reopen: () => setStatus(args, "open", ctx),
    }[args.action]();
    return { message, summary, data: { action: args.action, ...data } };
  },
});

const authorOf = ({ caller }: ToolContext): CommentAuthor => ({
  name: caller.name.slice(0, 200),
  kind: caller.isUser ? "user" : "agent",
});

async function add(args: CommentsArguments, ctx: ToolContext): Promise<ToolResult> {
  const { path } = args;
  if (path === undefined || path === "") throw new ToolError("bad_arguments", "path is required");
  const name = typeof path === "string" ? path : path[0];
  if (name === undefined || (typeof path !== "string" && path.length > 1))
    throw new ToolError("bad_arguments", "a comment is added to one document: path is one file");
  const id = args.paragraph_id?.trim() ?? "";
  // Ids of paragraphs in files have their own form.
  const passage = id === "" || id.startsWith("jr_para_") ? null : await bookPassage(name, id, ctx);
  const absolute = passage?.file ?? (await ctx.locate(name));
  threadStore(absolute, ctx);
  const document = await openCommented(absolute, ctx);
  const found = { path: name, document, author: authorOf(ctx), passage: passage?.range ?? null };
  const thread = await addThread(args, found, ctx);
  const data = threadData(thread, (await pathNames(ctx))(document.realPath), document);
  return answer(data, "commented on", `commented on ${nameOf(document.realPath)}`);
}

async function reply(args: CommentsArguments, ctx: ToolContext): Promise<ToolResult> {
  const text = required(args, "text");
  const author = authorOf(ctx);
  const summary = args.resolve ? "answered and resolved a comment on" : "answered a comment on";
  return change(args, ctx, { done: args.resolve ? "answered and resolved" : "answered", summary }, (thread) => {
    if (args.resolve) rejectNeeded(thread, ctx);
    const at = ctx.comments.now();
    const messages = [...thread.messages, { author, text, at }];
    return { ...thread, changed: at, messages, ...(args.resolve && { status: "resolved" as const }) };
  });
}

async function setStatus(
  args: CommentsArguments,
  status: CommentThread["status"],
  ctx: ToolContext,
): Promise<ToolResult> {
  const done = status === "resolved" ? "resolved" : "reopened";
  return change(args, ctx, { done, summary: `${done} a comment on` }, (thread) => {
    if (status === "resolved") rejectNeeded(thread, ctx);
    if (thread.status === status) return thread;
    return { ...thread, status, changed: ctx.comments.now() };
  });
}

/** What the user wants to see is resolved by the user. */
function rejectNeeded({ needs_me }: CommentThread, { caller }: ToolContext): void {
  if (needs_me && !caller.isUser)
    throw new ToolError("denied", "the user marked this thread as one that needs them, so only they resolve it", {
      hint: "Reply, and leave it open.",
    });
}

async function change(
  args: CommentsArguments,
  ctx: ToolContext,
  { done, summary }: { done: string; summary: string },
  edit: (thread: CommentThread) => CommentThread,
): Promise<ToolResult> {
  const id = required(args, "thread").trim();
  const realPath = await documentOfThread(id, typeof args.path === "string" ? args.path : args.path?.[0], ctx);
  await threadStore(realPath, ctx).update({ realPath, thread: id }, edit);
  const data = await shown(realPath, id, ctx);
  return answer(data, done, `${summary} ${nameOf(realPath)}`);
}

/** A thread as it is now. Its document may be gone or unreadable: then without its place. */
async function shown(realPath: string, id: string, ctx: ToolContext): Promise<ThreadData> {
  const nameFor = await pathNames(ctx);
  const document = await openCommented(realPath, ctx).catch((error: unknown) => {
    if (error instanceof ToolError) return null;
    throw error;
  });
  const threads = document === null ? [] : await threadStore(realPath, ctx).list(document, nearIn(document));
  const placed = threads.find(({ thread }) => thread === id);
  const stored = placed ?? { ...(await threadOf(id, ctx)).thread, thread: id };
  return threadData(stored, nameFor(realPath), document);
}

function answer(data: ThreadData, done: string, summary: string): ToolResult {
  return {
    message: [`${done} ${printableName(data.path)}`, ...threadRows(data)].join("\n"),
    summary,
    data,
  };
}

/** The file of a book's paragraph, and where it is in it. */
type BookPassage = { file: string; range: { from: number; to: number } };

/**
 * Finds a paragraph by its id in a book. `path` is the book or the file of the paragraph's chapter; null if no book has such a paragraph there.
 */
async function bookPassage(path: string, id: string, ctx: ToolContext): Promise<BookPassage | null> {
  const open = await openBook(path, id, ctx);
  const position = open?.book.positions.get(id);
  const chapter = open?.book.chapters[position?.chapter ?? -1];
  if (open == null || chapter === undefined) return null;
  const { realPath } = ctx.documents;
  const file = chapterFile(open, chapter);
  const named = await realPath(await ctx.locate(path), ctx.caller.roots);
  if (named !== open.realPath && named !== (await realPath(file, ctx.caller.roots))) return null;
  const { places } = await paragraphPositions(open, chapter, { documents: ctx.documents });
  const range = places.find((each) => each.id === id);
  return range === undefined ? null : { file, range: { from: range.from, to: range.to } };
}

/** The book with a paragraph: `path` itself, or the one that it is a chapter of. Null if there is none. */
async function openBook(path: string, id: string, { books }: ToolContext) {
  const orNull = (error: unknown): null => {
    if (error instanceof ToolError) return null;
    throw error;
  };
  const named = await books.open({ book: path, paragraph_id: id }).catch(orNull);
  return named?.book.positions.has(id) === true ? named : books.open({ paragraph_id: id }).catch(orNull);
}
