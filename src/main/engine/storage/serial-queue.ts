/** Runs tasks that share a key one after the other, in the order they came; tasks of different keys run side by side. */
export type Turns = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** A queue per key, gone when it is empty. */
export function createTurns(): Turns {
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
