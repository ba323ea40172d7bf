import { slugOf } from "../../../../core/markdown/slug";
import type { EntryContent } from "./entry";

/** An entry whose key is still to be made of its name, or of `keyed` where that says more. */
export type KeylessEntry = Omit<EntryContent, "key"> & { keyed?: string };

/** Keys for entries by their names, numbered from the second of a kind on: `lucky`, `lucky-2`. The order decides. */
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

/** Answers each wish for a key with the key itself, or with a number behind it where its kind has it already. */
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
