import type { JobOrder } from "../../../../shared/book-jobs";
import type { Engine } from "../../../engine";
import type { OpenBook, WorkLine, WorkStore } from "../../../engine/books";
import { paragraphAt, sourceHash, stepTo, type TaskStatus } from "../../../engine/books";
import type { Caller, Envelope } from "../../../engine/ports/caller";
import { ToolError } from "../../../engine/ports/tool-error";
import type { ChunkRecord } from "./job-record";
import { jobMessages } from "./messages";

/** The engine, caller, order and signal that a chunk is worked on with. */
export type TaskContext = { engine: Engine; caller: Caller; order: JobOrder; signal: AbortSignal };

/** The current state of a chunk's task. `missing` are the paragraphs that are not submitted yet. */
export type TaskState = {
  id: string;
  status: string;
  assigned: string[];
  missing: WorkLine[];
  /** Source hashes of the missing paragraphs. */
  sources: Map<string, string>;
};

/** The book as the job's caller sees it. */
export const bookOf = ({ engine, caller, order }: TaskContext): Promise<OpenBook> =>
  engine.bookView(order.book, caller).open();

/** Calls a book tool like any agent does; throws its error. */
async function call(context: TaskContext, name: string, args: Record<string, unknown>): Promise<Envelope> {
  const { engine, caller, order, signal } = context;
  const answer = await engine.run({ name, arguments: { book: order.book, ...args }, caller, signal });
  if (answer.ok) return answer;
  throw new ToolError(answer.error?.code ?? "failed", answer.error?.message ?? answer.message);
}

/**
 * Opens the chunk's task or continues the one that it has, and moves it to `working`. Null if there is nothing left to
 * do. `left` reports paragraphs that other tasks hold.
 */
export async function takeUpTask(
  context: TaskContext,
  chunk: ChunkRecord,
  events: { opened(task: string): void; left(sentence: string): void },
): Promise<TaskState | null> {
  const open = await bookOf(context);
  const known = chunk.task ?? adoptable(open, context, chunk);
  const status = known === null ? null : open.read((work) => work.task(known)?.status ?? null);
  const isOpen = status !== null && status !== "end" && status !== "released";
  const begun =
    isOpen && known !== null
      ? { id: known, again: open.read((work) => outdated(open, work, known)) }
      : await openTask(context, open, chunk, events.left);
  if (begun === null) return null;
  const { id, again } = begun;
  events.opened(id);
  const now = open.read((work) => stateOf(open, work, id));
  const steps = again.length > 0 || now.missing.length > 0 ? stepsToWork(now) : [];
  if (steps.length === 0 && again.length === 0) return now;
  // The steps of update_task_status in one transaction, because each commit waits for the disk.
  return open.write((work) => {
    work.mark(id, again, "open");
    const at = new Date().toISOString();
    for (const step of steps) {
      const { type, status: from } = work.task(id) ?? { type: context.order.kind, status: "end" };
      if (from === "released" || stepTo(type, from, step) !== "goes")
        throw new ToolError("wrong_state", `task ${id} is in ${from} and cannot go to ${step}`);
      work.setStatus(id, step, at);
    }
    return stateOf(open, work, id);
  });
}

/** Paragraphs that were translated from a source that has changed since. What the user has accepted stays as it is. */
export function outdated({ book }: OpenBook, work: WorkStore, id: string): string[] {
  const task = work.task(id);
  if (task?.type !== "translation") return [];
  const done = work.assigned(id).flatMap((each) => (each.done && book.positions.has(each.id) ? [each.id] : []));
  const { selected, accepted } = work.rowFacts(task.language, { paragraphs: done, texts: "states only" });
  return done.filter((paragraph) => {
    if (accepted.has(paragraph)) return false;
    const [at, version] = [book.positions.get(paragraph), selected.get(paragraph)];
    return at !== undefined && version !== undefined && version.source !== sourceHash(paragraphAt(book, at));
  });
}

/** A task that this job opened shortly before the app ended, and did not record. */
function adoptable({ read }: OpenBook, { caller, order }: TaskContext, { ids }: ChunkRecord): string | null {
  return read((work) => {
    const holders = new Set(work.held(order.kind, order.language, ids).values());
    return [...holders].find((id) => work.task(id)?.holder === caller.name) ?? null;
  });
}

/** Opens a task for the chunk's paragraphs that are due and free. `again` are those translated from an older source. */
async function openTask(
  context: TaskContext,
  open: OpenBook,
  chunk: ChunkRecord,
  left: (sentence: string) => void,
): Promise<{ id: string; again: string[] } | null> {
  const { kind, language } = context.order;
  const due = open.read((work) => {
    const finished = kind === "translation" ? null : work.finished(kind, language, chunk.ids);
    const { selected, accepted } = work.rowFacts(language, { paragraphs: chunk.ids, texts: "states only" });
    return chunk.ids.filter((id) => {
      const at = open.book.positions.get(id);
      if (at === undefined) return false;
      const version = selected.get(id);
      if (finished !== null) return version !== undefined && !finished.has(id);
      return !accepted.has(id) && version?.source !== sourceHash(paragraphAt(open.book, at));
    });
  });
  const held = open.read((work) => work.held(kind, language, due));
  const free = due.filter((id) => !held.has(id));
  if (held.size > 0) left(jobMessages.held(held.size, [...new Set(held.values())].slice(0, 3).join(", ")));
  if (free.length === 0) return null;
  const shown = open.read((work) => work.language()) ?? open.language;
  const { data } = await call(context, "open_task", {
    type: kind,
    paragraph_ids: free,
    target_language: language,
    chunk_size: Math.min(1000, free.length),
  });
  // Opening a task changes the book's language, so the user's choice is restored.
  if (shown !== "" && shown !== language) open.write((work) => work.keepLanguage(shown));
  // Paragraphs that count as done are due all the same: the job redoes them.
  return { id: String(data?.["task_id"]), again: (data?.["done"] ?? []) as string[] };
}

function stepsToWork({ status }: TaskState): TaskStatus[] {
  if (status === "planning") return ["preparing", "working"];
  // From review: paragraphs were sent back, or there is new work.
  return status === "preparing" || status === "review" ? ["working"] : [];
}

export async function taskState(context: TaskContext, id: string): Promise<TaskState> {
  const open = await bookOf(context);
  return open.read((work) => stateOf(open, work, id));
}

function stateOf({ book }: OpenBook, work: WorkStore, id: string): TaskState {
  const task = work.task(id);
  if (task === null) throw new ToolError("not_found", `no task of this book has the id ${id}`);
  const present = work.assigned(id).filter((each) => book.positions.has(each.id));
  const due = present.filter(({ done }) => !done).map((each) => each.id);
  const translations = work.selected(task.language, due);
  const sources = new Map<string, string>();
  const missing = due.flatMap((paragraph): WorkLine[] => {
    const at = book.positions.get(paragraph);
    if (at === undefined) return [];
    const source = paragraphAt(book, at);
    const { text } = source;
    sources.set(paragraph, sourceHash(source));
    return [{ id: paragraph, paragraph_index: at.index, text, translation: translations.get(paragraph) ?? null }];
  });
  return { id, status: task.status, assigned: present.map((each) => each.id), missing, sources };
}

/** Moves a completed task on: a translation to review, other work to its end. */
export async function submitTask(context: TaskContext, { id, status }: TaskState): Promise<void> {
  if (status !== "working") return;
  await call(context, "update_task_status", {
    task_id: id,
    status: context.order.kind === "translation" ? "review" : "end",
  });
}

/** Releases an unfinished task, so that its paragraphs are free; does nothing if it is not open. */
export async function releaseTask(context: TaskContext, id: string): Promise<void> {
  const open = await bookOf(context);
  const status = open.read((work) => work.task(id)?.status ?? null);
  if (status === null || status === "end" || status === "released" || status === "review") return;
  await call(context, "release_task", { task_id: id });
}
