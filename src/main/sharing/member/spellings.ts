import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Paths that are one file on disks that do not tell capital letters apart. */
export type Spellings = {
  /** All paths that count now. */
  learn(paths: Iterable<string>): void;
  /** The other spellings of a path. */
  others(path: string): readonly string[];
};

const folded = (path: string): string => path.normalize("NFC").toLowerCase();

export function createSpellings(): Spellings {
  let spelled = new Map<string, string[]>();
  return {
    learn(paths) {
      const all = new Map<string, string[]>();
      for (const path of paths) {
        const key = folded(path);
        const found = all.get(key);
        if (found === undefined) all.set(key, [path]);
        else found.push(path);
      }
      spelled = new Map([...all].filter(([, each]) => each.length > 1));
    },
    others: (path) => (spelled.get(folded(path)) ?? []).filter((each) => each !== path),
  };
}

/** Whether the disk has a path in just this spelling. */
export async function isSpelledSo(root: string, path: string): Promise<boolean> {
  let folder = root;
  for (const step of path.split("/")) {
    const names = await readdir(folder).catch((): string[] => []);
    if (!names.includes(step)) return false;
    folder = join(folder, step);
  }
  return true;
}
