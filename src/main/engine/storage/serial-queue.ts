/** Runs tasks with the same key one after the other, in the order of the calls; tasks of different keys run in parallel. */
export type SerialQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** One queue for each key, removed when it is empty. */
export function createSerialQueue(): SerialQueue {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}
