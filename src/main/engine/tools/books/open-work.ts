import { nearestNames } from "../../../../core/text/nearest-name";
import type { Book, ParagraphPosition } from "../../books/book/book";
import type { BookQuery, BookService, OpenBook } from "../../books/books";
import type { StoredTask } from "../../books/work/tasks";
import type { WorkStore } from "../../books/work/work-store";
import { ToolError } from "../../ports/tool-error";

/** A task with its progress: ids in the order of the book, without paragraphs that no longer exist. */
export type TaskState = {
  task: StoredTask;
  assigned: string[];
  done: string[];
  missing: string[];
};

/** The task that a call belongs to, with its book. */
export async function findOpenTask(books: BookService, query: BookQuery): Promise<{ open: OpenBook; id: string }> {
  const { open, task } = await books.openTask(query);
  return { open, id: task };
}

/** The state of a task. Throws for an id that no task of this book has. */
export function taskState(work: WorkStore, book: Book, id: string): TaskState {
  const task = work.task(id);
  if (task === null) {
    const candidates = nearestNames(
      id,
      work.tasks("open").map((each) => each.id),
    );
    throw new ToolError("not_found", `no task of this book has the id ${JSON.stringify(id.slice(0, 60))}`, {
      hint: "open_task opens one and answers with its id.",
      ...(candidates.length > 0 && { candidates }),
    });
  }
  // Paragraphs that were removed from the source while the task was open are no longer required.
  const present = work.assigned(id).filter((each) => book.positions.has(each.id));
  return {
    task,
    assigned: present.map((each) => each.id),
    done: present.filter((each) => each.done).map((each) => each.id),
    missing: present.filter((each) => !each.done).map((each) => each.id),
  };
}

/** Throws if the task has ended or was released. */
export function requireOpen({ id, status }: StoredTask): void {
  if (status !== "end" && status !== "released") return;
  throw new ToolError("wrong_state", `task ${id} has ${status === "end" ? "ended" : "been released"}`, {
    hint: "open_task opens another.",
  });
}

/** The data that `task_info` and `release_task` return. */
export const taskData = ({ task, assigned, done, missing }: TaskState) => ({
  task_id: task.id,
  type: task.type,
  status: task.status,
  target_language: task.language,
  assigned,
  done,
  missing,
});

/** The positions of the ids that are in the book. */
export const positionsOf = (book: Book, ids: readonly string[]): ParagraphPosition[] =>
  ids.flatMap((id) => book.positions.get(id) ?? []);
