/** The three kinds of work on a book. */
export const taskTypes = ["translation", "polishing", "proofreading"] as const;

export type TaskType = (typeof taskTypes)[number];

/** The states of a task, in order. */
export const taskStatuses = ["planning", "preparing", "working", "review", "end"] as const;

export type TaskStatus = (typeof taskStatuses)[number];

const ways: Record<TaskType, Record<TaskStatus, readonly TaskStatus[]>> = {
  translation: {
    planning: ["preparing"],
    preparing: ["working"],
    working: ["review"],
    review: ["end", "working"],
    end: [],
  },
  polishing: withoutReview(),
  proofreading: withoutReview(),
};

function withoutReview(): Record<TaskStatus, readonly TaskStatus[]> {
  return { planning: ["preparing"], preparing: ["working"], working: ["end"], review: [], end: [] };
}

/** The states that a task can move to; the first is the next step. */
export const nextStatuses = (type: TaskType, from: TaskStatus): readonly TaskStatus[] => ways[type][from];

/** What a change of state means: the same state again is not an error, and no state may be skipped. */
export function stepTo(type: TaskType, from: TaskStatus, to: TaskStatus): "stays" | "goes" | "refused" {
  if (from === to) return "stays";
  return ways[type][from].includes(to) ? "goes" : "refused";
}
