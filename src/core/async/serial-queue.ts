/** Runs tasks one after the other, in the order of the calls. A task that fails stops none of those after it. */
export type SerialQueue = {
  <Result>(task: () => Result | Promise<Result>): Promise<Result>;
  /** Resolves when all that was queued so far has ended. */
  idle(): Promise<void>;
  /** How many tasks run or wait. */
  size(): number;
};

export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let size = 0;
  const handleEnd = (): void => {
    size -= 1;
  };
  const enqueue = <Result>(task: () => Result | Promise<Result>): Promise<Result> => {
    size += 1;
    const mine = last.then(task);
    last = mine.then(handleEnd, handleEnd);
    return mine;
  };
  return Object.assign(enqueue, { idle: () => last.then(() => {}), size: () => size });
}

/** Runs tasks with the same key one after the other; tasks of different keys run in parallel. */
export type KeyedQueue = <Result>(key: string, task: () => Result | Promise<Result>) => Promise<Result>;

/** One queue for each key, removed when it is empty. */
export function keyedQueue(): KeyedQueue {
  const queues = new Map<string, SerialQueue>();
  return async (key, task) => {
    const enqueue = queues.get(key) ?? serialQueue();
    queues.set(key, enqueue);
    try {
      return await enqueue(task);
    } finally {
      if (enqueue.size() === 0) queues.delete(key);
    }
  };
}
