import { z } from "zod";
import { type BatchFlags, batchFlags, type IsIgnored, ignoredIn } from "../../books/batch-flags";
import type { Book } from "../../books/book/book";
import type { GlossaryTerm } from "../../books/book/glossary";
import { paragraphAt } from "../../books/book/neighbours";
import { sourceHash } from "../../books/book/source-hash";
import { type NameCheck, nameCheck } from "../../books/book-names";
import type { OpenBook } from "../../books/books";
import { protectedParagraphs } from "../../books/paragraph-positions";
import type { Checks } from "../../books/quality/checks";
import { type Detect, loadDetection } from "../../books/quality/languages";
import type { WorkStore } from "../../books/work/work-store";
import { ToolError } from "../../ports/tool-error";
import { pluralize } from "../kit/sentences";
import { defineTool, type ToolContext } from "../kit/tool";
import { idList } from "../paragraphs/id-list";
import { bookArguments } from "./book-arguments";
import { type BatchLimits, checkedBatch, type SubmittedParagraph } from "./checked-batch";
import { findOpenTask, requireOpen, type TaskState, taskState } from "./open-work";
import { nearestParagraphs } from "./paragraph-rows";

const input = z.strictObject({
  ...bookArguments,
  paragraphs: z
    .array(
      z.looseObject({
        paragraph_id: z.string().nullish().describe("Its id"),
        translated_text: z.string().nullish().describe("The translation"),
      }),
    )
    .describe("What is handed in"),
});

/** Submits translations of assigned paragraphs. */
export const addTranslationBatch = defineTool({
  name: "add_translation_batch",
  set: "books",
  title: "Hand in translations",
  description: `Hand in translations or improved ones of assigned paragraphs by paragraph_id, while working; all or none. Other text becomes a new selected version.`,
  changes: "work",
  answers: `\`accepted\` (ids with a new version), \`unchanged\` (ids whose selected version says the same), \`task_id\`, \`status\`, \`done\` and \`total\` (paragraphs of the task).`,
  input,
  async run({ paragraphs, ...query }, ctx) {
    const batch = checkedBatch(paragraphs, ctx.batchLimits satisfies BatchLimits);
    const { open, id } = await findOpenTask(ctx.books, query);
    await rejectProtected(batch, open, ctx);
    const names = await namesFor(batch, open, id);
    const context = { glossary: open.notes.glossary, detect: await loadDetection(), names };
    ctx.signal.throwIfAborted();
    const { accepted, unchanged, stale, flags, state } = open.write((work, book) => {
      const before = taskState(work, book, id);
      requireWorking(before);
      requireAssigned(batch, before, { work, book });
      const isIgnored = ignoredIn(work, batch, before.task.language);
      const flags = checkedTexts(batch, before, { book, checks: work.checks(), isIgnored, ...context });
      return { ...submit(batch, before, { work, book, writer: ctx.caller.name, shown: ctx.shownSources }), flags };
    });
    const { task, assigned, done, missing } = state;
    const flagged = flags.doubtful.filter(({ id }) => accepted.includes(id) || unchanged.includes(id));
    return {
      message: [
        `accepted ${pluralize(accepted.length, "paragraph")}${accepted.length > 0 ? `: ${idList(accepted)}` : ""}`,
        ...(unchanged.length > 0 ? [`unchanged: ${idList(unchanged)}`] : []),
        ...(stale.length > 0 ? [`not taken, since their source has changed meanwhile: ${idList(stale)}`] : []),
        ...flagged.map(({ id, sentences }) => `check [ID: ${id}]: ${sentences.join("; ")}`),
        `${done.length} of ${assigned.length} done${missing.length > 0 ? `, missing: ${idList(missing)}` : `; next: ${task.type === "translation" ? "review" : "end"}`}`,
      ].join("\n"),
      summary: `handed in ${pluralize(batch.length, "paragraph")} of ${open.book.title}, ${done.length} of ${assigned.length} done`,
      data: {
        ...(stale.length > 0 && { source_changed: stale }),
        accepted,
        unchanged,
        task_id: id,
        status: task.status,
        done: done.length,
        total: assigned.length,
      },
    };
  },
});

/** What the user protects is translated by the user alone. One such paragraph rejects the whole batch. */
async function rejectProtected(batch: readonly SubmittedParagraph[], open: OpenBook, ctx: ToolContext): Promise<void> {
  if (ctx.caller.isUser) return;
  const { documents, comments } = ctx;
  const ids = batch.map(({ id }) => id);
  const locked = await protectedParagraphs(open, ids, { documents, comments });
  const named = ids.filter((id) => locked.has(id));
  if (named.length === 0) return;
  throw new ToolError(
    "protected",
    `the user protects ${pluralize(named.length, "paragraph")} of ${open.book.title}, whose translation must not be changed by agents: ${idList(named)}`,
    { hint: "Hand in the other paragraphs without them. Comment on their source, or ask the user to translate them." },
  );
}

function requireWorking({ task }: TaskState): void {
  requireOpen(task);
  if (task.status === "working") return;
  throw new ToolError("wrong_state", `task ${task.id} is in ${task.status}; paragraphs are taken only while working`, {
    hint: `Call update_task_status ${task.status === "planning" ? "with preparing, then with working" : "with working"} first.`,
  });
}

/** How the translations in the task's language write names; null if that is not checked. */
async function namesFor(batch: readonly SubmittedParagraph[], open: OpenBook, task: string): Promise<NameCheck | null> {
  const { language, checks } = open.read((work) => ({
    language: work.task(task)?.language ?? open.language,
    checks: work.checks(),
  }));
  const ids = batch.map(({ id }) => id);
  return checks.names === "off" ? null : nameCheck({ ...open, language }, ids);
}

/** Flags of what is not a translation at all. */
const noTranslation: ReadonlySet<string> = new Set(["thinking", "address", "data"]);

/** Rejects a batch with texts that the book's checks reject, such as what cannot be a translation; every one of them is named with its reason. */
function checkedTexts(
  batch: readonly SubmittedParagraph[],
  { task }: TaskState,
  context: {
    book: Book;
    glossary: readonly GlossaryTerm[];
    detect: Detect;
    checks: Checks;
    isIgnored: IsIgnored;
    names: NameCheck | null;
  },
): BatchFlags {
  const flags = batchFlags(batch, { ...context, language: task.language });
  if (flags.rejected.length === 0) return flags;
  const lines = flags.rejected.map(({ id, sentences }) => `段落 ${id}: ${sentences.join("; ")}`);
  const isNoText = flags.rejected.every(({ kinds }) => kinds.some((kind) => noTranslation.has(kind)));
  throw new ToolError(
    "bad_arguments",
    `${isNoText ? "these are not translations" : "the user has this book reject such translations"}, and nothing was stored:\n${lines.join("\n")}`,
    {
      hint: isNoText
        ? "Hand in only the translated text of each paragraph, without thinking, ids, JSON or fences."
        : "Correct them and hand the whole batch in again. If the translation must be so, hand in the others and comment on this one.",
    },
  );
}

type BookWork = { work: WorkStore; book: Book };

/** One unknown or unassigned paragraph rejects the whole batch. */
function requireAssigned(batch: readonly SubmittedParagraph[], { task }: TaskState, { work, book }: BookWork): void {
  // An assigned paragraph may be submitted even if it was removed from the source meanwhile.
  const assigned = work.assigned(task.id).map((each) => each.id);
  const known = new Set(assigned);
  const strays = batch.filter(({ id }) => !known.has(id));
  if (strays.length === 0) return;
  const lines = strays.map(({ id }) =>
    book.positions.has(id) ? `段落 ${id} 不在当前任务分配范围内` : `段落不存在: ${id}`,
  );
  const isForeign = strays.some(({ id }) => book.positions.has(id));
  const candidates = [
    ...new Set(strays.flatMap(({ id }) => nearestParagraphs({ ...book, positions: new Map() }, id, assigned))),
  ];
  throw new ToolError(isForeign ? "not_assigned" : "not_found", lines.join("\n"), {
    ...(candidates.length > 0 && { candidates, hint: `assigned and near: ${idList(candidates)}` }),
  });
}

function submit(
  batch: readonly SubmittedParagraph[],
  { task }: TaskState,
  { work, book, writer, shown }: BookWork & { writer: string; shown: ReadonlyMap<string, string> | null },
): { accepted: string[]; unchanged: string[]; stale: string[]; state: TaskState } {
  const at = new Date().toISOString();
  const accepted: string[] = [];
  const unchanged: string[] = [];
  const stale: string[] = [];
  for (const { id, text } of batch) {
    const position = book.positions.get(id);
    const source = position === undefined ? "" : sourceHash(paragraphAt(book, position));
    if (position !== undefined && (shown?.get(id) ?? source) !== source) {
      stale.push(id);
      continue;
    }
    const outcome = work.add({ paragraph: id, language: task.language, text, source, task: task.id, writer, at });
    (outcome === "added" ? accepted : unchanged).push(id);
  }
  work.mark(task.id, [...accepted, ...unchanged], "done");
  work.setStatus(task.id, task.status, at);
  return { accepted, unchanged, stale, state: taskState(work, book, task.id) };
}
