/** Runs tasks one after the other, in the order of the calls. A task that fails stops none of those after it. */
export type SerialQueue = {
  <Result>(task: () => Result | Promise<Result>): Promise<Result>;
  /** Resolves when all that was queued so far has ended. */
  idle(): Promise<void>;
};

export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = <Result>(task: () => Result | Promise<Result>): Promise<Result> => {
    const mine = last.then(task);
    last = mine.catch(() => {});
    return mine;
  };
  return Object.assign(enqueue, { idle: () => last.then(() => {}) });
}

/** Runs tasks with the same key one after the other; tasks of different keys run in parallel. */
export type KeyedQueue = <Result>(key: string, task: () => Result | Promise<Result>) => Promise<Result>;

/** One queue for each key, removed when it is empty. */
export function keyedQueue(): KeyedQueue {
  const queues = new Map<string, { enqueue: SerialQueue; waiting: number }>();
  return async (key, task) => {
    const queue = queues.get(key) ?? { enqueue: serialQueue(), waiting: 0 };
    queues.set(key, queue);
    queue.waiting++;
    try {
      return await queue.enqueue(task);
    } finally {
      if (--queue.waiting === 0) queues.delete(key);
    }
  };
}
