import { z } from "zod";
import { nextStatuses, stepTo, type TaskStatus, taskStatuses } from "../../books/book/task-states";
import { ToolError } from "../../ports/tool-error";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { bookArguments } from "./book-arguments";
import { findOpenTask, requireOpen, type TaskState, taskState } from "./open-work";

const input = z.strictObject({
  ...bookArguments,
  status: z.enum(taskStatuses).describe("The next step"),
});

/** Moves a task forward, one step at a time. */
export const updateTaskStatus = defineTool({
  name: "update_task_status",
  set: "books",
  title: "Move a task on",
  description: `Move a task one step on. Translation: planning, preparing, working, review, end (review may go back to working). Polishing, proofreading: no review. review needs every assigned paragraph.`,
  changes: "work",
  answers: "`task_id`, `status`.",
  input,
  async run({ status, ...query }, ctx) {
    const { open, id } = await findOpenTask(ctx.books, query);
    ctx.signal.throwIfAborted();
    const { state, step } = open.write((work, book) => {
      const state = taskState(work, book, id);
      const step = stepOf(state, status);
      if (step === "goes") work.setStatus(id, status, new Date().toISOString());
      return { state, step };
    });
    const { task, assigned, done, missing } = state;
    const next = nextStatuses(task.type, status);
    const left = missing.length > 0 ? `, ${pluralize(missing.length, "paragraph")} not handed in` : "";
    return {
      message: [
        `task ${id} ${step === "stays" ? "is already" : "is now"} ${status}; ${done.length} of ${assigned.length} done${status === "end" ? left : ""}`,
        ...(next.length > 0 ? [`next: ${next.join(" or ")}`] : []),
      ].join("\n"),
      summary: `a ${task.type} of ${open.book.title} is in ${status}`,
      data: { task_id: id, status },
    };
  },
});

function stepOf({ task, missing }: TaskState, to: TaskStatus): "stays" | "goes" {
  const { id, type, status } = task;
  if (status === to) return "stays";
  requireOpen(task);
  const from = status as TaskStatus;
  const [due = "", ...others] = nextStatuses(type, from);
  if (stepTo(type, from, to) === "refused") {
    const hasReview = to !== "review" || type === "translation";
    throw new ToolError(
      "wrong_state",
      hasReview
        ? `a ${type} task goes from ${from} to ${[due, ...others].join(" or ")}, not to ${to}; ${due} is due`
        : `a ${type} task has no review; after ${from} comes ${due}`,
      { hint: `Call update_task_status with ${due}.`, candidates: [due, ...others] },
    );
  }
  if (to === "review" && missing.length > 0) {
    const more = missing.length > 10 ? ` ... and ${missing.length - 10} more` : "";
    throw new ToolError(
      "wrong_state",
      `${pluralize(missing.length, "paragraph")} of task ${id} not handed in: ${missing.slice(0, 10).join(", ")}${more}`,
      { hint: "Hand them in with add_translation_batch; task_info shows them all.", candidates: missing.slice(0, 10) },
    );
  }
  return "goes";
}
