import type { Change } from "./change";

/** Changes in the few values that are fastest to send between processes; thousands of objects would hold both up. */
export type PackedChanges = {
  /** `from`, `to` and the length of `insert` of each change. */
  numbers: Uint32Array;
  /** All inserted texts, one after the other. */
  inserted: string;
};

export function packChanges(changes: readonly Change[]): PackedChanges {
  const numbers = new Uint32Array(3 * changes.length);
  changes.forEach(({ from, to, insert }, index) => {
    numbers.set([from, to, insert.length], 3 * index);
  });
  return { numbers, inserted: changes.map(({ insert }) => insert).join("") };
}

export function unpackChanges({ numbers, inserted }: PackedChanges): Change[] {
  const changes: Change[] = [];
  let at = 0;
  for (let index = 0; index < numbers.length; index += 3) {
    const [from = 0, to = 0, length = 0] = numbers.subarray(index, index + 3);
    changes.push({ from, to, insert: inserted.slice(at, at + length) });
    at += length;
  }
  return changes;
}
