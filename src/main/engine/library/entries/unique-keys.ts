import { slugOf } from "../../../../core/markdown/slug";
import type { EntryContent } from "./entry";

/** An entry without a key. Its key is made from `keyed` if present, else from its name. */
export type KeylessEntry = Omit<EntryContent, "key"> & { keyed?: string };

/** Assigns keys made from names, numbered from the second of a kind on: `lucky`, `lucky-2`. Depends on the order. */
export function withKeys(entries: readonly KeylessEntry[]): EntryContent[] {
  const keyFor = uniqueKeys();
  return entries.map(({ keyed, kind, name, text, fields }) => ({
    kind,
    key: keyFor(kind, slugOf(keyed ?? name)),
    name,
    text,
    fields,
  }));
}

/** Returns the wanted key, with a number if its kind has that key already. */
export function uniqueKeys(): (kind: string, wish: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (kind, wish) => {
    const from = counts.get(`${kind} ${wish}`) ?? 1;
    for (let number = from; ; number++) {
      const key = number === 1 ? wish : `${wish}-${number}`;
      if (taken.has(`${kind} ${key}`)) continue;
      taken.add(`${kind} ${key}`);
      counts.set(`${kind} ${wish}`, number + 1);
      return key;
    }
  };
}
