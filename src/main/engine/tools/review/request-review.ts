import { z } from "zod";
import { listHunks, textsOfHunks } from "../../../../core/review/pending-edits";
import { isSuggestion } from "../../../../core/review/suggestions";
import { lineNumbersOf } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { userName } from "../../comments";
import { MAX_REVIEW_QUESTION, MAX_REVIEW_WAIT_S } from "../../ports/limits";
import type { AskedHunk, DecisionNews, HunkDecision, ReviewRequest } from "../../ports/review-requests";
import { ToolError } from "../../ports/tool-error";
import { isWithin } from "../../storage/files/guarded";
import { nearIn, openCommented, type ThreadData, threadData, threadRows } from "../comments/thread-data";
import { pluralize } from "../kit/sentences";
import { defineTool, type ToolContext } from "../kit/tool";
import { pathNames } from "../workspace/entry-path";

type ListedHunk = { path: string; lines: string; decision: HunkDecision; now?: string };

/** Asks the user to look at what this caller has written, and waits for their decisions. */
export const requestReview = defineTool({
  name: "request_review",
  set: "documents",
  title: "Ask for review",
  description: `Ask the user to review your pending edits. No answer within wait: go on, ask again with token.`,
  changes: "nothing",
  timeLimit: (MAX_REVIEW_WAIT_S + 20) * 1000,
  answers: `\`status ("reviewed" | "waiting")\`, \`token\` (of this request), \`hunks\` (\`[{path, lines, decision: "kept" | "undone" | "edited" | "pending", now?}]\`; \`lines\` are those of the time when you asked, \`now\` is what an edited one became), \`comments\` (threads that people opened or answered since, as in \`comments\`; with \`by_others: true\` those in which the user wrote nothing since, but others did who share the folder).`,
  input: z.strictObject({
    paths: z.array(z.string()).optional().describe("Documents"),
    question: z.string().max(MAX_REVIEW_QUESTION).optional().describe("To show"),
    wait: z.number().min(0).max(MAX_REVIEW_WAIT_S).default(0).describe("Seconds"),
    token: z.string().optional().describe("From before"),
  }),
  async run({ paths, question = "", wait, token }, ctx) {
    const request = token ? await known(token.trim(), ctx) : await ask({ paths, question }, ctx);
    if (request === null)
      return {
        message: "nothing of yours is pending, so there is nothing to review",
        summary: "asked for review; nothing is pending",
        data: { status: "reviewed", token: null, hunks: [], comments: [] },
      };
    await ctx.requests.wait(request.token, wait * 1000, ctx.signal);
    const now = (await ctx.requests.find(request.token)) ?? request;
    return answer(now, ctx);
  },
});

/** A request of this agent. Another agent's is none of its business. */
async function known(token: string, { requests, caller }: ToolContext): Promise<ReviewRequest> {
  const found = await requests.find(token);
  if (found === null || found.agent !== caller.name)
    throw new ToolError("not_found", "no request for review has this token", {
      hint: "Leave token out to ask again.",
    });
  return found;
}

async function ask(
  { paths, question }: { paths: readonly string[] | undefined; question: string },
  ctx: ToolContext,
): Promise<ReviewRequest | null> {
  const { caller, documents, review, requests } = ctx;
  const roots = await Promise.all(caller.roots.map((root) => documents.realPath(root, caller.roots)));
  const named = paths?.length ? await Promise.all(paths.map((path) => existing(path, ctx))) : null;
  const hunks: AskedHunk[] = [];
  const withEdits = review.list().filter((path) => roots.some((root) => isWithin(path, root)));
  for (const realPath of named ?? withEdits) hunks.push(...(await pendingOf(realPath, ctx)));
  if (hunks.length === 0 && named === null && question.trim() === "") return null;
  const about = named ?? [...new Set(hunks.map(({ realPath }) => realPath))];
  return requests.ask({ agent: caller.name, roots, question: question.trim(), paths: about, hunks });
}

async function existing(path: string, { caller, documents, files, locate }: ToolContext): Promise<string> {
  const absolute = await locate(path);
  const realPath = await documents.realPath(absolute, caller.roots);
  if (!(await files.isFile(absolute))) throw new ToolError("not_found", `${printableName(path)} does not exist`);
  return realPath;
}

/** This agent's pending edits of a document. */
async function pendingOf(realPath: string, { caller, documents, review }: ToolContext): Promise<AskedHunk[]> {
  if (!review.hasPending(realPath)) return [];
  const now = await documents
    .textProjection(realPath, caller.roots)
    .catch(() => null)
    .then(async (projection) => projection ?? (await documents.read(realPath, caller.roots).catch(() => null)));
  const found = now && (await review.of({ realPath, version: now.version, text: now.text }));
  if (!now || !found) return [];
  const own = new Set(found.writes.filter(({ id, by }) => by === caller.name && !isSuggestion(id)).map(({ id }) => id));
  const texts = textsOfHunks(found.pending, (from, to) => now.text.slice(from, to));
  return listHunks(found.pending)
    .filter(({ writes }) => writes.some((write) => own.has(write)))
    .map(({ id, from, to }) => {
      const [lineFrom = 1, lineTo = lineFrom] = lineNumbersOf(now.text, [from, Math.max(from, to - 1)]);
      return { realPath, hunk: id, lineFrom, lineTo, inserted: texts.get(id)?.inserted ?? "" };
    });
}

async function answer(request: ReviewRequest, ctx: ToolContext) {
  const nameFor = await pathNames(ctx);
  const decisions = await ctx.requests.decisionsOn(request.hunks, request.at);
  const hunks = request.hunks.map((hunk) => decided(hunk, decisions, nameFor(hunk.realPath)));
  const comments = await newThreads(request, nameFor, ctx);
  const [theirs, own] = [comments.filter((each) => each.by_others), comments.filter((each) => !each.by_others)];
  const status = request.doneAt === undefined ? "waiting" : "reviewed";
  const count = (decision: HunkDecision) => hunks.filter((hunk) => hunk.decision === decision).length;
  const counts = (["kept", "undone", "edited", "pending"] as const)
    .filter((each) => count(each) > 0)
    .map((each) => `${count(each)} ${each}`);
  const rows = hunks.map(
    ({ path, lines, decision, now }) =>
      `${printableName(path)}:${lines}  ${decision}${now === undefined ? "" : `: ${printableName(now).slice(0, 200)}`}`,
  );
  const shown = rows.slice(0, 30);
  return {
    message: [
      status === "reviewed"
        ? `the user is done${counts.length > 0 ? `: ${counts.join(", ")}` : ""}`
        : `the user has not answered yet${counts.length > 0 ? ` (${counts.join(", ")})` : ""}; ask again with token ${request.token}`,
      ...shown,
      ...(rows.length > shown.length ? [`... and ${rows.length - shown.length} more`] : []),
      ...own.flatMap(threadRows),
      ...(theirs.length > 0 ? ["Comments by others, not by the user:", ...theirs.flatMap(threadRows)] : []),
    ].join("\n"),
    summary: status === "reviewed" ? `got the review of ${pluralize(hunks.length, "edit")}` : "asked for review",
    data: { status, token: request.token, hunks, comments },
  };
}

function decided(
  { realPath, hunk, lineFrom, lineTo, inserted }: AskedHunk,
  decisions: readonly DecisionNews[],
  path: string,
): ListedHunk {
  const lines = lineFrom === lineTo ? String(lineFrom) : `${lineFrom}-${lineTo}`;
  const last = decisions.findLast((each) => each.hunk === hunk && each.realPath === realPath);
  if (last === undefined) return { path, lines, decision: "pending" };
  if (last.outcome === "undone") return { path, lines, decision: "undone" };
  if (last.outcome === "overwritten") return { path, lines, decision: "edited" };
  // What the user wrote inside an edit before keeping it.
  const isEdited = inserted !== "" && last.inserted !== "" && last.inserted !== inserted;
  return isEdited ? { path, lines, decision: "edited", now: last.inserted } : { path, lines, decision: "kept" };
}

/**
 * The threads in which people have written since the request. Those in which the user of this machine has not are marked: in a shared folder anyone who
 * may comment writes such, and their words do not answer for the user.
 */
async function newThreads(
  { at, paths, roots }: ReviewRequest,
  nameFor: (realPath: string) => string,
  ctx: ToolContext,
): Promise<(ThreadData & { by_others?: true })[]> {
  const user = userName();
  const commented = await ctx.comments.documents(paths.length > 0 ? paths : roots);
  const found: (ThreadData & { by_others?: true })[] = [];
  for (const realPath of commented) {
    const document = await openCommented(realPath, ctx).catch(() => null);
    if (document === null) continue;
    for (const thread of await ctx.comments.list(document, nearIn(document))) {
      const authors = thread.messages.filter((each) => each.author.kind === "user" && each.at > at);
      if (authors.length === 0) continue;
      const isOwn = authors.some(({ author }) => author.name === user);
      found.push({ ...threadData(thread, nameFor(realPath), document), ...(!isOwn && { by_others: true as const }) });
    }
  }
  return found;
}
